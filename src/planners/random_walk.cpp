#include <gapless/planners/random_walk.h>

#include <algorithm>
#include <limits>

#include <ompl/geometric/PathGeometric.h>

#include "last_moment.h"
#include "query_identity.h"
#include "single_joint_steps.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

namespace {

/// What OMPL's goals give where they tell no distance.
constexpr double kNoDistance = std::numeric_limits<double>::max();
/// States written down between two looks at the clock.
constexpr std::size_t kStatesPerLook = 1024;

}  // namespace

/// A walk from one start: the steps taken, and where they have led.
///
/// Steps are kept, not states: forty bytes each, whatever the number of joints, and a walk may take millions. States are made from them
/// again when a path is written down, or planner data ask for them.
class RandomWalk::Walk
{
public:
    Walk(const ob::SpaceInformationPtr& si, const ob::State* start)
        : si_(si), start_(si->cloneState(start)), now_(si->cloneState(start))
    {}
    ~Walk()
    {
        si_->freeState(start_);
        si_->freeState(now_);
        for (ob::State* state : states_)
            si_->freeState(state);
    }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    const ob::State* start() const { return start_; }
    const ob::State* now() const { return now_; }
    void take(const SingleJointSteps::Step& step, const SingleJointSteps& joints)
    {
        joints.apply(step, now_);
        steps_.push_back(step);
    }
    std::size_t size() const { return steps_.size(); }
    /// Calls visit with each of the first `count` + 1 states in turn, until it returns false.
    /// @return whether it never did
    template <class Visit>
    bool forEachState(std::size_t count, const SingleJointSteps& joints, const Visit& visit) const
    {
        ob::State* state = si_->cloneState(start_);
        bool goes_on = visit(state);
        for (std::size_t i = 0; i < count && goes_on; ++i)
        {
            joints.apply(steps_[i], state);
            goes_on = visit(state);
        }
        si_->freeState(state);
        return goes_on;
    }

    /// All states so far. Planner data keep pointers to states; only then does a walk need one per step.
    const std::vector<ob::State*>& states(const SingleJointSteps& joints) const
    {
        std::size_t known = states_.size();
        forEachState(steps_.size(), joints, [&](const ob::State* state) {
            if (known > 0)
                --known;
            else
                states_.push_back(si_->cloneState(state));
            return true;
        });
        return states_;
    }

    /// That many steps led nearer to the goal than any before, or into it.
    struct Approach
    {
        std::size_t steps;
        double distance;
    };
    double nearestDistance() const { return approaches.empty() ? kNoDistance : approaches.back().distance; }

    bool is_at_goal = false;
    /// Each nearer than the one before, but that a goal which is reached is the last.
    std::vector<Approach> approaches;

private:
    ob::SpaceInformationPtr si_;
    ob::State *start_, *now_;
    std::vector<SingleJointSteps::Step> steps_;
    mutable std::vector<ob::State*> states_;
};

RandomWalk::RandomWalk(const ob::SpaceInformationPtr& si)
    : ob::Planner(si, "gapless::RandomWalk"), query_(std::make_unique<QueryIdentity>())
{
    specs_.recognizedGoal = ob::GOAL_ANY;
    specs_.approximateSolutions = true;
    specs_.directed = true;
    declareParam<double>(kStep.name, this, &RandomWalk::setStep, &RandomWalk::getStep, kStep.suggestion());
    addPlannerProgressProperty("steps tried INTEGER", [this] { return std::to_string(tried_.load()); });
    addPlannerProgressProperty("steps taken INTEGER", [this] { return std::to_string(taken_.load()); });
}

RandomWalk::~RandomWalk() = default;

void RandomWalk::setStep(double fraction)
{
    step_ = kStep.require(getName(), fraction);
}

void RandomWalk::setup()
{
    Planner::setup();
    joints_ = std::make_unique<SingleJointSteps>(si_->getStateSpace(), getName());
}

void RandomWalk::clear()
{
    Planner::clear();
    walks_.clear();
    next_ = 0;
    tried_ = taken_ = 0;
}

ob::PlannerStatus RandomWalk::solve(const ob::PlannerTerminationCondition& ptc)
{
    const QueryScene scene(*si_);
    if (query_->changed(pdef_, *si_, scene) != QueryIdentity::Change::None)
        clear();
    checkValidity();
    const ob::Goal& goal = *pdef_->getGoal();
    const auto isAtGoal = [&goal](Walk& walk) {
        double distance = kNoDistance;
        walk.is_at_goal = goal.isSatisfied(walk.now(), &distance);
        if (walk.is_at_goal || distance < walk.nearestDistance())
            walk.approaches.push_back({walk.size(), distance});
        return walk.is_at_goal;
    };
    const Walk* solved = nullptr;
    for (const auto& walk : walks_)
        if (walk->is_at_goal)
            solved = walk.get();
    while (const ob::State* start = pis_.nextStart())
    {
        // The path may end where it begins: then nothing else asks the validator.
        if (!scene.validator()->checkMotion(start, start))
            continue;
        walks_.push_back(std::make_unique<Walk>(si_, start));
        if (isAtGoal(*walks_.back()))
            solved = walks_.back().get();
    }
    if (walks_.empty())
        return ob::PlannerStatus::INVALID_START;
    ob::State* const candidate = si_->allocState();
    while (!solved && !ptc)
    {
        Walk& walk = *walks_[next_++ % walks_.size()];
        const SingleJointSteps::Step step = joints_->random(walk.now(), step_, rng_);
        si_->copyState(candidate, walk.now());
        joints_->apply(step, candidate);
        ++tried_;
        // The end may be too close to an obstacle to be a valid state, yet not in collision.
        if (!si_->isValid(candidate) || !scene.validator()->checkMotion(walk.now(), candidate))
            continue;
        ++taken_;
        walk.take(step, *joints_);
        if (isAtGoal(walk))
            solved = &walk;
    }
    si_->freeState(candidate);

    const Walk* best = solved;
    if (!best)
        for (const auto& walk : walks_)
            if (walk->nearestDistance() < (best ? best->nearestDistance() : kNoDistance))
                best = walk.get();
    if (!best)
        return ob::PlannerStatus::TIMEOUT;
    if (solved && isAmongSolutions(solved->start()))
        return ob::PlannerStatus::EXACT_SOLUTION;
    const auto path = std::make_shared<og::PathGeometric>(si_);
    const ob::PlannerTerminationCondition late =
        solved ? ob::plannerNonTerminatingCondition() : ob::timedPlannerTerminationCondition(kLastMoment);
    best->forEachState(best->approaches.back().steps, *joints_, [&](const ob::State* state) {
        path->append(state);
        return path->getStateCount() % kStatesPerLook != 0 || !late;
    });
    // Of a walk too long to write down in time, as far as what is written comes nearest.
    auto end = std::find_if(best->approaches.rbegin(), best->approaches.rend(),
                            [&](const Walk::Approach& approach) { return approach.steps < path->getStateCount(); });
    if (end == best->approaches.rend())
        return ob::PlannerStatus::TIMEOUT;
    std::vector<ob::State*>& written = path->getStates();
    for (; written.size() > end->steps + 1; written.pop_back())
        si_->freeState(written.back());
    pdef_->addSolutionPath(path, !solved, solved ? 0.0 : end->distance, getName());
    return solved ? ob::PlannerStatus::EXACT_SOLUTION : ob::PlannerStatus::APPROXIMATE_SOLUTION;
}

/// Whether this planner has told the problem definition of a way from that start.
bool RandomWalk::isAmongSolutions(const ob::State* start) const
{
    const std::vector<ob::PlannerSolution> solutions = pdef_->getSolutions();
    return std::any_of(solutions.begin(), solutions.end(), [&](const ob::PlannerSolution& solution) {
        const auto* path = dynamic_cast<const og::PathGeometric*>(solution.path_.get());
        return path && !solution.approximate_ && solution.plannerName_ == getName() && path->getStateCount() > 0
               && si_->equalStates(path->getState(0), start);
    });
}

void RandomWalk::getPlannerData(ob::PlannerData& data) const
{
    Planner::getPlannerData(data);
    for (const auto& walk : walks_)
    {
        const std::vector<ob::State*>& states = walk->states(*joints_);
        unsigned int before = data.addStartVertex(ob::PlannerDataVertex(states.front()));
        for (std::size_t i = 1; i < states.size(); ++i)
        {
            const unsigned int index = data.addVertex(ob::PlannerDataVertex(states[i]));
            data.addEdge(before, index);
            before = index;
        }
        if (walk->is_at_goal)
            data.markGoalState(states[walk->approaches.back().steps]);
    }
}

}  // namespace gapless
