// One turn of the loop: take another goal, if those taken are less than half of their tree; grow either tree, as chance has it, by a
// valid milestone; join it to the nearest milestone of the other tree, however far that is; and check all edges of the path so made
// together. A path that collides in an edge of a tree loses that edge, and what it cut off goes to the other tree (sbl_trees.h); the
// other edges keep what was checked of them. Where the bridge is what collides, the trees stay as they are.
//
// Neighbourhoods shrink in two ways. About one milestone the i-th try is within 1/i of the radius, so that a sample is found among
// obstacles. And the radius itself is drawn from a range whose lower end falls with the number of milestones: open problems are solved by
// few milestones far apart; where there are many, the edges between them were too long.
#include "sbl_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "last_moment.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

namespace {

/// Neighbourhoods begin at the range, where few milestones solve open problems; as the trees grow, log-uniform between the range and
/// a smaller and smaller part of it, for the edges between thin obstacles: half of it with so many milestones, and at last an eighth.
constexpr double kBroadMilestones = 100.0;
constexpr double kNarrowest = 0.125;

/// Chains to near misses that are checked for an approximate solution.
constexpr std::size_t kApproximateChains = 20;

}  // namespace

ob::PlannerStatus SBL::Search::run()
{
    while (const ob::State* state = planner_.pis_.nextStart())
    {
        Milestone& root = *trees_.add(Trees::Start, state, nullptr);
        measure(root);
        solved_ = solved_ || (!sampleable_ && tryAsGoal(root));
    }
    if (trees_.size(Trees::Start) == 0)
        return ob::PlannerStatus::INVALID_START;
    if (sampleable_ && !sampleable_->couldSample())
        return ob::PlannerStatus::INVALID_GOAL;
    while (!solved_ && !ptc_)
    {
        // A goal that another thread samples may have had no time to come.
        if (sampleable_ && !addGoals())
            return ptc_ && goal_.hasType(ob::GOAL_LAZY_SAMPLES) ? ob::PlannerStatus::TIMEOUT : ob::PlannerStatus::INVALID_GOAL;
        if (solved_ || ptc_)
            break;
        // What the last call had no time to judge comes first: with little time a call, nothing would ever be judged otherwise.
        Milestone* milestone = std::exchange(trees_.pending, nullptr);
        if (!milestone)
        {
            milestone = expand();
            if (!milestone)
                continue;
            if (milestone->side == Trees::Start)
                measure(*milestone);
        }
        solved_ = (!sampleable_ && milestone->side == Trees::Start && tryAsGoal(*milestone)) || tryBridge(*milestone);
    }
    if (solved_)
        return ob::PlannerStatus::EXACT_SOLUTION;
    return addApproximateSolution() ? ob::PlannerStatus::APPROXIMATE_SOLUTION : ob::PlannerStatus::TIMEOUT;
}

/// Takes the goals that there are now, and waits for the first.
/// @return whether there is one.
bool SBL::Search::addGoals()
{
    const std::size_t known = trees_.size(Trees::Goal);
    if (known > 0 && planner_.pis_.getSampledGoalsCount() >= known / 2)
        return true;
    if (const ob::State* state = known == 0 ? planner_.pis_.nextGoal(ptc_) : planner_.pis_.nextGoal())
        solved_ = tryBridge(*trees_.add(Trees::Goal, state, nullptr));
    return trees_.size(Trees::Goal) > 0;
}

/// A new milestone in a neighbourhood of one from a sparse cell, the smaller the more samples there were invalid; or null.
SBL::Trees::Milestone* SBL::Search::expand()
{
    const auto side = trees_.size(Trees::Goal) == 0 || rng_.uniformBool() ? Trees::Start : Trees::Goal;
    Milestone* const parent = trees_.pickSparse(side);
    const double narrowest = std::max(kNarrowest, kBroadMilestones / (kBroadMilestones + static_cast<double>(trees_.size())));
    const double radius = planner_.range_ * std::pow(narrowest, rng_.uniform01());
    for (unsigned int i = 1; i <= planner_.tries_ && !ptc_; ++i)
    {
        sampler_->sampleUniformNear(sample_, parent->state, radius / i);
        if (!si_.isValid(sample_))
            continue;
        Milestone* const milestone = trees_.add(side, sample_, parent);
        planner_.milestone_count_ = trees_.size();
        return milestone;
    }
    return nullptr;
}

void SBL::Search::measure(Milestone& milestone) const
{
    milestone.to_goal = std::numeric_limits<double>::infinity();
    goal_.isSatisfied(milestone.state, &milestone.to_goal);
    if (milestone.to_goal == std::numeric_limits<double>::max())  // OMPL's way to say that the goal tells no distance
        milestone.to_goal = std::numeric_limits<double>::infinity();
}

/// A milestone of the start tree that satisfies a goal which cannot be sampled. If the way to it collides, what that cuts off grows
/// on as a tree from a goal.
bool SBL::Search::tryAsGoal(Milestone& milestone)
{
    if (!goal_.isSatisfied(milestone.state))
        return false;
    const std::vector<Milestone*> chain = trees_.chain(&milestone);
    if (!goal_.isStartGoalPairValid(chain.front()->state, milestone.state))
        return false;
    ++planner_.candidate_count_;
    const EdgeChecker::Answer answer = trees_.checkChain(chain, ptc_);
    if (answer.outcome == EdgeChecker::Outcome::Colliding && chain.size() > 1)
        trees_.transfer(chain[answer.edge + 1], &milestone, nullptr, nullptr, Trees::Goal);
    if (answer.outcome == EdgeChecker::Outcome::Interrupted)
        trees_.pending = &milestone;
    if (answer.outcome != EdgeChecker::Outcome::Free)
        return false;
    pdef_.addSolutionPath(pathOf(chain), false, 0.0, planner_.getName());
    return true;
}

bool SBL::Search::tryBridge(Milestone& milestone)
{
    const auto other = milestone.side == Trees::Start ? Trees::Goal : Trees::Start;
    if (trees_.size(other) == 0)
        return false;
    Milestone* const nearest = trees_.nearest(other, milestone.state);
    const bool is_start = milestone.side == Trees::Start;
    Milestone *const from_start = is_start ? &milestone : nearest, *const from_goal = is_start ? nearest : &milestone;
    if (!goal_.isStartGoalPairValid(trees_.root(from_start)->state, trees_.root(from_goal)->state))
        return false;
    ++planner_.candidate_count_;
    std::vector<const ob::State*> states;
    const EdgeChecker::Outcome outcome = trees_.checkBridge(from_start, from_goal, ptc_, states);
    if (outcome == EdgeChecker::Outcome::Interrupted)
        trees_.pending = &milestone;
    if (outcome != EdgeChecker::Outcome::Free)
        return false;
    const auto path = std::make_shared<og::PathGeometric>(planner_.si_);
    for (const ob::State* state : states)
        path->append(state);
    pdef_.addSolutionPath(path, false, 0.0, planner_.getName());
    return true;
}

og::PathGeometricPtr SBL::Search::pathOf(const std::vector<Milestone*>& chain) const
{
    auto path = std::make_shared<og::PathGeometric>(planner_.si_);
    for (const Milestone* milestone : chain)
        path->append(milestone->state);
    return path;
}

/// The way to the milestone of the start tree nearest to the goal among those that are found free in a short time: some of the
/// nearest, where an edge collides what lies before it, and the starts. Edges that collide stay where they are: the next
/// candidate path that has one of them cuts it.
bool SBL::Search::addApproximateSolution()
{
    const ob::PlannerTerminationCondition soon = ob::timedPlannerTerminationCondition(kLastMoment);
    const auto isFarther = [](const Milestone* a, const Milestone* b) { return a->to_goal > b->to_goal; };
    std::vector<Milestone*> near, roots;
    for (const auto& milestone : trees_.milestones())
    {
        if (milestone->side != Trees::Start)
            continue;
        // It came over from the other tree.
        if (milestone->to_goal < 0.0 && !soon)
            measure(*milestone);
        if (milestone->to_goal >= 0.0 && std::isfinite(milestone->to_goal))
            (milestone->parent ? near : roots).push_back(milestone.get());
    }
    const auto last = near.begin() + static_cast<std::ptrdiff_t>(std::min(near.size(), kApproximateChains));
    std::partial_sort(near.begin(), last, near.end(), [&](const Milestone* a, const Milestone* b) { return isFarther(b, a); });
    near.erase(last, near.end());
    near.insert(near.end(), roots.begin(), roots.end());
    std::make_heap(near.begin(), near.end(), isFarther);
    while (!near.empty())
    {
        std::pop_heap(near.begin(), near.end(), isFarther);
        Milestone* const milestone = near.back();
        near.pop_back();
        const std::vector<Milestone*> chain = trees_.chain(milestone);
        const EdgeChecker::Answer answer = trees_.checkChain(chain, soon);
        if (answer.outcome == EdgeChecker::Outcome::Free)
        {
            pdef_.addSolutionPath(pathOf(chain), true, milestone->to_goal, planner_.getName());
            return true;
        }
        Milestone* const before = chain[answer.edge];
        if (answer.outcome == EdgeChecker::Outcome::Colliding && chain.size() > 1 && before->to_goal >= 0.0)
        {
            near.push_back(before);
            std::push_heap(near.begin(), near.end(), isFarther);
        }
    }
    return false;
}

}  // namespace gapless
