// solve() goes through two states. Without a path the other planner runs, on a problem definition of its own, so that what is not proven
// is not taken for a solution by anybody; any length satisfies it, or a planner that optimises would use up the time. With a path it is
// smoothed, which certifies it first. A path that cannot be proven is thrown away, and the other planner starts over.
#include <gapless/planners/smoothing_planner.h>

#include <limits>

#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/core/error.h>
#include <gapless/planners/edge_prover.h>
#include <gapless/planners/planner_registry.h>
#include <gapless/planners/shortcut_smoother.h>

#include "last_moment.h"
#include "query_identity.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

namespace {

/// From a start to a state that is nearer to the goal. OMPL 1.5.2's RRTConnect may return a part of the goal's tree.
bool comesNearer(const og::PathGeometric& path, const ob::ProblemDefinition& query)
{
    const ob::SpaceInformation& si = *path.getSpaceInformation();
    const ob::State* const start = path.getState(0);
    bool is_start = false;
    for (unsigned int i = 0; i < query.getStartStateCount(); ++i)
        is_start = is_start || si.equalStates(query.getStartState(i), start);
    double at_start = std::numeric_limits<double>::infinity();
    query.getGoal()->isSatisfied(start, &at_start);
    return is_start && query.getSolutionDifference() <= at_start;
}

}  // namespace

ShortcutSmoother::ShortcutSmoother(const ob::SpaceInformationPtr& si)
    : ob::Planner(si, "gapless::ShortcutSmoother"), query_(std::make_unique<QueryIdentity>())
{
    specs_.recognizedGoal = ob::GOAL_ANY;
    specs_.approximateSolutions = true;
    specs_.optimizingPaths = true;
    declareParam<std::string>("planner", this, &ShortcutSmoother::setPlannerByName, &ShortcutSmoother::plannerName);
    declareParam<unsigned int>(kPatience.name, this, &ShortcutSmoother::setPatience, &ShortcutSmoother::getPatience,
                               kPatience.suggestion());
    addPlannerProgressProperty("shortcuts tried INTEGER", [this] { return std::to_string(steps_.load()); });
    addPlannerProgressProperty("best cost REAL", [this] { return std::to_string(length_.load()); });
}

ShortcutSmoother::~ShortcutSmoother() = default;

void ShortcutSmoother::setPlanner(const std::string& name)
{
    const PlannerEntry& entry = findPlanner(name);
    if (entry.name == getName())
        throw InputError(getName() + ": parameter planner is itself; it has to be another planner");
    if (entry.name == planner_name_)
        return;  // and keep the planner, which may be configured
    planner_name_ = entry.name;
    planner_.reset();
}

void ShortcutSmoother::setPlanner(const ob::PlannerPtr& planner)
{
    planner_ = planner;
    planner_name_ = planner->getName();
}

void ShortcutSmoother::setPatience(unsigned int steps)
{
    patience_ = kPatience.require(getName(), steps);
}

void ShortcutSmoother::setup()
{
    Planner::setup();
    static_cast<void>(EdgeProver(*si_, getName()));  // throws if nothing can be proven
    if (!planner_)
        planner_ = makePlanner(planner_name_, si_);
    specs_.recognizedGoal = planner_->getSpecs().recognizedGoal;
}

void ShortcutSmoother::clear()
{
    Planner::clear();
    if (planner_)
        planner_->clear();
    best_.reset();
    problem_.reset();
    forgetProgress();
}

void ShortcutSmoother::clearQuery()
{
    Planner::clear();
    if (planner_)
        planner_->clearQuery();
    best_.reset();
    problem_.reset();
    forgetProgress();
}

void ShortcutSmoother::forgetProgress()
{
    steps_ = 0;
    length_ = std::numeric_limits<double>::quiet_NaN();
}

ob::PlannerStatus ShortcutSmoother::solve(const ob::PlannerTerminationCondition& ptc)
{
    checkValidity();
    const QueryScene scene(*si_);
    const EdgeProver prover(scene.validator(), getName());
    if (query_->changed(pdef_, *si_, scene) != QueryIdentity::Change::None)
        clearQuery();
    if (!planner_)
        planner_ = makePlanner(planner_name_, si_);
    do
    {
        if (!best_)
        {
            const ob::PlannerStatus status = plan(prover, ptc);
            if (!best_)
                return status;
        }
        og::PathGeometric path = *best_->as<og::PathGeometric>();
        SmoothingOptions options;
        options.tolerance = prover.tolerance();
        options.patience = patience_;
        options.seed = ++runs_;
        options.interrupted = [&ptc] { return ptc.eval(); };
        options.progress = [this](std::uint64_t steps, double length) {
            steps_ = steps;
            length_ = length;
        };
        const SmoothingResult result = smoothPath(prover.mapping(), path, options);
        if (result.certification.verdict == Verdict::Free)
        {
            best_ = std::make_shared<og::PathGeometric>(path);
            length_ = result.length_after;
            // A copy: what is done to the solution is not done to what the next solve() goes on with.
            pdef_->addSolutionPath(std::make_shared<og::PathGeometric>(path), false, 0.0, getName());
            return ob::PlannerStatus::EXACT_SOLUTION;
        }
        // Broken off, the proof is begun again next time; a path that cannot be proven is given up.
        if (result.certification.verdict == Verdict::Collision || !ptc)
        {
            best_.reset();
            planner_->clear();
            // The other planner sees the present scene: in that of this call it would find nothing more.
            if (!QueryScene(*si_).hasMotionsOf(scene))
                return ob::PlannerStatus::TIMEOUT;
        }
    }
    while (!ptc);
    return ob::PlannerStatus::TIMEOUT;
}

/// Lets the other planner plan. Sets best_ if it has a path to the goal, which is not proven yet.
ob::PlannerStatus ShortcutSmoother::plan(const EdgeProver& prover, const ob::PlannerTerminationCondition& ptc)
{
    // It reports to a problem definition of its own: what it finds is no solution before it is proven.
    if (!problem_)
    {
        problem_ = std::make_shared<ob::ProblemDefinition>(si_);
        problem_->setGoal(pdef_->getGoal());
        const auto any_length = std::make_shared<ob::PathLengthOptimizationObjective>(si_);
        any_length->setCostThreshold(ob::Cost(std::numeric_limits<double>::infinity()));
        problem_->setOptimizationObjective(any_length);
    }
    for (unsigned int i = problem_->getStartStateCount(); i < pdef_->getStartStateCount(); ++i)
        problem_->addStartState(pdef_->getStartState(i));
    problem_->clearSolutionPaths();
    if (planner_->getProblemDefinition() != problem_)
        planner_->setProblemDefinition(problem_);
    const ob::PlannerStatus status = planner_->solve(ptc);
    if (problem_->hasApproximateSolution())
    {
        PathCertificationOptions certification;
        certification.tolerance = prover.tolerance();
        certification.seconds = kLastMoment;
        const auto& near = *problem_->getSolutionPath()->as<og::PathGeometric>();
        if (!comesNearer(near, *problem_) || certifyPath(*prover.mapping(), near, certification).verdict != Verdict::Free)
            return ob::PlannerStatus::TIMEOUT;
        pdef_->addSolutionPath(problem_->getSolutionPath(), true, problem_->getSolutionDifference(), getName());
        return ob::PlannerStatus::APPROXIMATE_SOLUTION;
    }
    if (problem_->hasExactSolution())
        best_ = problem_->getSolutionPath();
    return status;
}

void ShortcutSmoother::getPlannerData(ob::PlannerData& data) const
{
    if (planner_)
        planner_->getPlannerData(data);
}

}  // namespace gapless
