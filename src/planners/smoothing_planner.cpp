#include <gapless/planners/smoothing_planner.h>

#include <limits>

#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/core/error.h>
#include <gapless/planners/edge_prover.h>
#include <gapless/planners/planner_registry.h>
#include <gapless/planners/shortcut_smoother.h>

#include "parameter_range.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

namespace {

/// What proving an approximate solution may cost after time is up, seconds.
constexpr double kApproximateSeconds = 0.03;

}  // namespace

ShortcutSmoother::ShortcutSmoother(const ob::SpaceInformationPtr& si) : ob::Planner(si, "gapless::ShortcutSmoother")
{
    specs_.recognizedGoal = ob::GOAL_ANY;
    specs_.approximateSolutions = true;
    specs_.optimizingPaths = true;
    specs_.canReportIntermediateSolutions = true;
    declareParam<std::string>("planner", this, &ShortcutSmoother::setPlannerByName, &ShortcutSmoother::plannerName);
    declareParam<unsigned int>("patience", this, &ShortcutSmoother::setPatience, &ShortcutSmoother::getPatience, "1:100:1000000");
    addPlannerProgressProperty("shortcuts tried INTEGER", [this] { return std::to_string(steps_.load()); });
    addPlannerProgressProperty("best cost REAL", [this] { return std::to_string(length_.load()); });
}

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
    patience_ = requireInRange(getName(), "patience", steps, 1u, 1000000u);
}

void ShortcutSmoother::setup()
{
    Planner::setup();
    EdgeProver(*si_, getName());  // throws if nothing can be proven
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
    steps_ = 0;
    length_ = 0.0;
}

void ShortcutSmoother::clearQuery()
{
    Planner::clear();
    if (planner_)
        planner_->clearQuery();
    best_.reset();
}

ob::PlannerStatus ShortcutSmoother::solve(const ob::PlannerTerminationCondition& ptc)
{
    checkValidity();
    const EdgeProver prover(*si_, getName());
    if (!planner_)
        planner_ = makePlanner(planner_name_, si_);
    if (!best_)
    {
        // The other planner reports to a problem definition of its own: what it finds is no solution before it is proven.
        const auto problem = std::make_shared<ob::ProblemDefinition>(si_);
        for (unsigned int i = 0; i < pdef_->getStartStateCount(); ++i)
            problem->addStartState(pdef_->getStartState(i));
        problem->setGoal(pdef_->getGoal());
        const auto any_length = std::make_shared<ob::PathLengthOptimizationObjective>(si_);
        any_length->setCostThreshold(ob::Cost(std::numeric_limits<double>::infinity()));
        problem->setOptimizationObjective(any_length);
        planner_->setProblemDefinition(problem);
        const ob::PlannerStatus status = planner_->solve(ptc);
        if (problem->hasApproximateSolution())
        {
            const auto& near = *problem->getSolutionPath()->as<og::PathGeometric>();
            PathCertificationOptions certification;
            certification.tolerance = prover.tolerance();
            certification.seconds = kApproximateSeconds;
            if (certifyPath(*prover.mapping(), near, certification).result.verdict != Verdict::Free)
                return ob::PlannerStatus::TIMEOUT;
            pdef_->addSolutionPath(problem->getSolutionPath(), true, problem->getSolutionDifference(), getName());
            return status;
        }
        if (!problem->hasExactSolution())
            return status;
        best_ = problem->getSolutionPath();
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
    const SmoothingResult result = smoothPath(*prover.mapping(), path, options);
    if (result.certification.result.verdict != Verdict::Free)
    {
        // Broken off, the proof is begun again next time; a path that collides is given up.
        if (result.certification.result.verdict == Verdict::Collision)
            best_.reset();
        return ob::PlannerStatus::TIMEOUT;
    }
    best_ = std::make_shared<og::PathGeometric>(path);
    length_ = result.length_after;
    pdef_->addSolutionPath(best_, false, 0.0, getName());
    return ob::PlannerStatus::EXACT_SOLUTION;
}

void ShortcutSmoother::getPlannerData(ob::PlannerData& data) const
{
    if (planner_)
        planner_->getPlannerData(data);
}

}  // namespace gapless
