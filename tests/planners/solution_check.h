// Runs a planner and judges its answer without believing it.
#pragma once

#include <chrono>
#include <thread>

#include "planners/planner_contract.h"
#include "planners/planner_worlds.h"
#include "support/sanitized.h"

namespace gapless::test {

/// More than any of the small problems takes.
constexpr double kPlenty = kSanitized ? 100.0 : 10.0;

/// Seconds from the termination condition to the return. 100 ms are promised; the rest is for machines that are slow.
constexpr double kOverrunAllowed = 0.5;

/// Measures how late a planner stops: by the clock, but no more than its thread was at work since it last heard that it may go on. So
/// what else the machine is busy with is not held against the planner.
class StopWatch
{
public:
    /// Of the thread that is about to call solve().
    StopWatch();
    /// What the termination condition says; returns it.
    bool asked(bool stop);
    /// solve() returned, and was to stop at that time.
    void returned(std::chrono::steady_clock::time_point stop, Findings& findings) const;

private:
    std::thread::id thread_;
    double busy_;
};

/// Makes the planner and gives it the query.
ompl::base::PlannerPtr allocate(const PlannerUnderTest& planner, const World& world,
                                const ompl::base::ProblemDefinitionPtr& query);

/// solve() for at most so many seconds; 0: with a condition that holds from the start. How late it stopped is found, too.
ompl::base::PlannerStatus solveFor(double seconds, ompl::base::Planner& planner, Findings& findings);

/// A path that a planner put into the query: from a valid start, through valid states and free motions, to where it says.
void judgePath(const ompl::base::PlannerSolution& solution, const ompl::base::ProblemDefinition& query,
               const PlannerUnderTest& planner, const World& world, Findings& findings);

/// All paths of the query, and that the status agrees with them.
void judgeAnswer(const ompl::base::PlannerStatus& status, const ompl::base::ProblemDefinition& query,
                 const PlannerUnderTest& planner, const World& world, Findings& findings);

/// judgeAnswer(), and the answer must be an exact solution.
void judgeSolved(const ompl::base::PlannerStatus& status, const ompl::base::ProblemDefinition& query,
                 const PlannerUnderTest& planner, const World& world, Findings& findings);

/// judgeAnswer(), and there must be no exact solution.
void judgeUnsolved(const ompl::base::PlannerStatus& status, const ompl::base::ProblemDefinition& query,
                   const PlannerUnderTest& planner, const World& world, Findings& findings);

}  // namespace gapless::test
