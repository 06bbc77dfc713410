#include "planners/solution_check.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include <ompl/base/goals/GoalRegion.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/ompl/path_certification.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless::test {
namespace {

/// As SetupOptions has it.
constexpr double kPathTolerance = 1e-3;

/// Upper bound of what a motion checked every longest valid segment may have in collision, in the metric of the space.
double longestInvalidStretch(const ob::SpaceInformation& si, const ob::State* from, const ob::State* to)
{
    const double length = si.distance(from, to);
    const double step = si.getStateSpace()->getLongestValidSegmentLength() / 8.0;
    const auto count = static_cast<unsigned int>(std::ceil(length / step));
    ob::ScopedState<> state(si.getStateSpace());
    unsigned int run = 0, longest = 0;
    for (unsigned int i = 0; i <= count && count > 0; ++i)
    {
        si.getStateSpace()->interpolate(from, to, static_cast<double>(i) / count, state.get());
        run = si.isValid(state.get()) ? 0 : run + 1;
        longest = std::max(longest, run);
    }
    return longest > 0 ? (longest - 1) * length / count : 0.0;
}

void judgeMotions(const og::PathGeometric& path, const PlannerUnderTest& planner, const World& world, Findings& findings)
{
    if (planner.traits.certifies)
    {
        PathCertificationOptions options;
        options.tolerance = kPathTolerance;
        const PathResult answer = certifyPath(*world.mapping, path, options);
        findings.expect(answer.verdict == Verdict::Free, "the path is not proven free");
        return;
    }
    for (unsigned int i = 0; i + 1 < path.getStateCount(); ++i)
        if (longestInvalidStretch(*world.si(), path.getState(i), path.getState(i + 1))
            > world.si()->getStateSpace()->getLongestValidSegmentLength())
            return findings.expect(false, "segment " + std::to_string(i) + " of the path is in collision for longer than a step");
}

/// Processor time of this thread.
double busySeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

bool beginsAtValidStart(const og::PathGeometric& path, const ob::ProblemDefinition& query, const ob::SpaceInformation& si)
{
    for (unsigned int i = 0; i < query.getStartStateCount(); ++i)
        if (si.equalStates(path.getState(0), query.getStartState(i)) && si.isValid(query.getStartState(i)))
            return true;
    return false;
}

}  // namespace

ob::PlannerPtr allocate(const PlannerUnderTest& planner, const World& world, const ob::ProblemDefinitionPtr& query)
{
    const ob::PlannerPtr made = planner.allocate(world.si());
    made->setProblemDefinition(query);
    return made;
}

StopWatch::StopWatch() : thread_(std::this_thread::get_id()), busy_(busySeconds()) {}

bool StopWatch::asked(bool stop)
{
    // Planners with threads of their own ask from those too.
    if (!stop && std::this_thread::get_id() == thread_)
        busy_ = busySeconds();
    return stop;
}

void StopWatch::returned(std::chrono::steady_clock::time_point stop, Findings& findings) const
{
    const double late = std::chrono::duration<double>(std::chrono::steady_clock::now() - stop).count();
    const double overrun = std::min(late, busySeconds() - busy_);
    findings.addOverrun(overrun);
    findings.expect(overrun < kOverrunAllowed, "went on for " + std::to_string(overrun) + " s after it was to stop");
}

ob::PlannerStatus solveFor(double seconds, ob::Planner& planner, Findings& findings)
{
    using Clock = std::chrono::steady_clock;
    StopWatch watch;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const ob::PlannerStatus status =
        planner.solve(ob::PlannerTerminationCondition([&watch, end] { return watch.asked(Clock::now() >= end); }));
    watch.returned(end, findings);
    return status;
}

void judgePath(const ob::PlannerSolution& solution, const ob::ProblemDefinition& query, const PlannerUnderTest& planner,
               const World& world, Findings& findings)
{
    const auto path = std::dynamic_pointer_cast<og::PathGeometric>(solution.path_);
    if (!path || path->getStateCount() == 0)
        return findings.expect(false, "a solution without a path");
    const std::string kind = solution.approximate_ ? "approximate" : "exact";
    findings.expect(beginsAtValidStart(*path, query, *world.si()), "the " + kind + " path does not begin at a valid start");
    const bool satisfied = query.getGoal()->isSatisfied(path->getStates().back());
    findings.expect(satisfied || solution.approximate_, "the exact path does not end in the goal");
    findings.expect(!satisfied || !solution.approximate_, "the path that is called approximate ends in the goal");
    if (const auto* region = dynamic_cast<const ob::GoalRegion*>(query.getGoal().get());
        region != nullptr && solution.approximate_)
    {
        const double left = region->distanceGoal(path->getStates().back());
        findings.expect(std::abs(solution.difference_ - left) <= 1e-6, "the approximate path ends " + std::to_string(left)
                                                                           + " from the goal, and is said to end "
                                                                           + std::to_string(solution.difference_) + " from it");
        findings.expect(left <= region->distanceGoal(path->getState(0)),
                        "the approximate path ends farther from the goal than it begins");
    }
    for (const ob::State* state : path->getStates())
        if (planner.traits.checks_states && !world.si()->isValid(state))
        {
            findings.expect(false, "the " + kind + " path has an invalid state");
            break;
        }
    judgeMotions(*path, planner, world, findings);
}

void judgeAnswer(const ob::PlannerStatus& status, const ob::ProblemDefinition& query, const PlannerUnderTest& planner,
                 const World& world, Findings& findings)
{
    const ob::PlannerStatus::StatusType type = status;
    findings.expect(type != ob::PlannerStatus::UNKNOWN && type != ob::PlannerStatus::CRASH, "status " + status.asString());
    if (type == ob::PlannerStatus::EXACT_SOLUTION)
        findings.expect(query.hasExactSolution(), "status Exact solution, but the problem definition has none");
    const std::vector<ob::PlannerSolution> solutions = query.getSolutions();
    const bool some_approximate = std::any_of(solutions.begin(), solutions.end(),
                                              [](const ob::PlannerSolution& solution) { return solution.approximate_; });
    // Not hasApproximateSolution(): that is about the best one, which may be an exact one of an earlier call.
    if (type == ob::PlannerStatus::APPROXIMATE_SOLUTION)
        findings.expect(some_approximate, "status Approximate solution, but the problem definition has none");
    if (!planner.traits.approximates)
        findings.expect(type != ob::PlannerStatus::APPROXIMATE_SOLUTION && !some_approximate,
                        "an approximate solution of a planner that claims to have none");
    for (const ob::PlannerSolution& solution : solutions)
        judgePath(solution, query, planner, world, findings);
}

void judgeSolved(const ob::PlannerStatus& status, const ob::ProblemDefinition& query, const PlannerUnderTest& planner,
                 const World& world, Findings& findings)
{
    findings.expect(status == ob::PlannerStatus::EXACT_SOLUTION, "not solved, status " + status.asString());
    judgeAnswer(status, query, planner, world, findings);
}

void judgeUnsolved(const ob::PlannerStatus& status, const ob::ProblemDefinition& query, const PlannerUnderTest& planner,
                   const World& world, Findings& findings)
{
    findings.expect(status != ob::PlannerStatus::EXACT_SOLUTION, "status Exact solution of what cannot be solved");
    findings.expect(!query.hasExactSolution(), "an exact solution of what cannot be solved");
    if (status != ob::PlannerStatus::APPROXIMATE_SOLUTION)
        findings.expect(!query.hasSolution(), "status " + status.asString() + ", but the problem definition has a solution");
    judgeAnswer(status, query, planner, world, findings);
}

}  // namespace gapless::test
