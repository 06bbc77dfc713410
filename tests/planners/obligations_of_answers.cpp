#include <chrono>
#include <future>
#include <thread>

#include <ompl/base/goals/GoalLazySamples.h>
#include <ompl/base/goals/GoalStates.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/util/RandomNumbers.h>

#include "planners/planner_goals.h"
#include "planners/planner_obligations.h"
#include "planners/solution_check.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless::test {
namespace {

std::vector<std::vector<double>> numbersOf(const og::PathGeometric& path)
{
    std::vector<std::vector<double>> numbers(path.getStateCount());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        path.getSpaceInformation()->getStateSpace()->copyToReals(numbers[i], path.getState(static_cast<unsigned int>(i)));
    return numbers;
}

void stopsOn(const World& world, const ob::ProblemDefinitionPtr& query, const PlannerUnderTest& planner, Findings& findings)
{
    const ob::PlannerPtr made = allocate(planner, world, query);
    judgeUnsolved(solveFor(0.0, *made, findings), *query, planner, world, findings);
    query->clearSolutionPaths();
    const ob::PlannerStatus status = solveFor(kSome, *made, findings);
    judgeUnsolved(status, *query, planner, world, findings);
    if (planner.traits.approximates)
        findings.expect(query->hasApproximateSolution(), "no approximate solution, status " + status.asString());
    // Once more, now that there is something to lose.
    query->clearSolutionPaths();
    judgeUnsolved(solveFor(0.0, *made, findings), *query, planner, world, findings);
}

}  // namespace

void solvesSmallProblems(const PlannerUnderTest& planner, Findings& findings)
{
    for (const MakeWorld make_world : solvableWorlds(planner.traits))
        for (std::uint_fast32_t seed = 1; seed <= (kSanitized ? 1 : 4); ++seed)
        {
            ompl::RNG::setSeed(seed);
            const World world = make_world(planner.traits);
            findings.setContext(world.name + ", seed " + std::to_string(seed));
            const ob::ProblemDefinitionPtr query = world.query();
            ob::PlannerPtr made = allocate(planner, world, query);
            const ob::PlannerStatus status = solveFor(kPlenty, *made, findings);
            // What it found must outlive it.
            made.reset();
            judgeSolved(status, *query, planner, world, findings);
        }

    const World world = plane(planner.traits);
    findings.setContext("without an optimization objective");
    const auto query = std::make_shared<ob::ProblemDefinition>(world.si());
    query->setStartAndGoalStates(world.state(world.start), world.state(world.goal), world.goal_threshold);
    const ob::PlannerPtr made = allocate(planner, world, query);
    judgeSolved(solveFor(0.5, *made, findings), *query, planner, world, findings);
}

void repeatsItself(const PlannerUnderTest& planner, Findings& findings)
{
    if (!planner.traits.repeats)
        return;
    for (const MakeWorld make_world : solvableWorlds(planner.traits))
    {
        std::vector<std::vector<double>> first;
        for (int run = 0; run < 3; ++run)
        {
            ompl::RNG::setSeed(17);
            const World world = make_world(planner.traits);
            findings.setContext(world.name);
            const ob::ProblemDefinitionPtr query = world.query();
            const ob::PlannerPtr made = allocate(planner, world, query);
            judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
            const auto path = std::dynamic_pointer_cast<og::PathGeometric>(query->getSolutionPath());
            if (!path)
                return findings.expect(false, "no path");
            if (run == 0)
                first = numbersOf(*path);
            else
                findings.expect(numbersOf(*path) == first, "another path for the same seed");
        }
    }
}

void solvesQueriesThatAreSolvedAlready(const PlannerUnderTest& planner, Findings& findings)
{
    for (const MakeWorld make_world : solvableWorlds(planner.traits))
    {
        const World world = make_world(planner.traits);
        findings.setContext(world.name + ", start is goal");
        const ob::ProblemDefinitionPtr query = world.query(world.start, world.start);
        const ob::PlannerPtr made = allocate(planner, world, query);
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
    }
    const World world = plane(planner.traits);
    findings.setContext("start in the goal region");
    const ob::ProblemDefinitionPtr query =
        queryTo(world, std::make_shared<Disc>(world.si(), world.start[0], world.start[1], 0.1));
    const ob::PlannerPtr made = allocate(planner, world, query);
    judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
}

void stopsInTime(const PlannerUnderTest& planner, Findings& findings)
{
    const World cells = planeWithCells(planner.traits);
    findings.setContext("start in a cell");
    stopsOn(cells, cells.query(kCellOfStarts, cells.goal), planner, findings);
    findings.setContext("goal in a cell");
    stopsOn(cells, cells.query(cells.start, kCellOfGoals), planner, findings);
    findings.setContext("both in cells");
    stopsOn(cells, cells.query(kCellOfStarts, kCellOfGoals), planner, findings);
    const World closed = wall(planner.traits);
    findings.setContext("wall");
    stopsOn(closed, closed.query(), planner, findings);

    findings.setContext("no valid goal among endless samples");
    const World posts = plane(planner.traits);
    const ob::ProblemDefinitionPtr endless = queryTo(posts, std::make_shared<Disc>(posts.si(), 0.9, 0.4, 0.1));
    const ob::PlannerPtr made = allocate(planner, posts, endless);
    judgeUnsolved(solveFor(0.0, *made, findings), *endless, planner, posts, findings);
    endless->clearSolutionPaths();
    judgeUnsolved(solveFor(kSome, *made, findings), *endless, planner, posts, findings);

    // A second makes trees and paths large, which must not be held against the user either.
    findings.setContext("after a second of work");
    const ob::ProblemDefinitionPtr long_query = cells.query(cells.start, kCellOfGoals);
    const ob::PlannerPtr busy = allocate(planner, cells, long_query);
    findings.expect(solveFor(1.0, *busy, findings) != ob::PlannerStatus::EXACT_SOLUTION, "it claims an exact solution");
    solveFor(0.0, *busy, findings);

    // With time left it could be solved: it may be, or not, but must not go on.
    findings.setContext("no time for what can be solved");
    for (const MakeWorld make_world : solvableWorlds(planner.traits))
    {
        const World world = make_world(planner.traits);
        const ob::ProblemDefinitionPtr query = world.query();
        const ob::PlannerPtr hurried = allocate(planner, world, query);
        judgeAnswer(solveFor(0.0, *hurried, findings), *query, planner, world, findings);
    }

    findings.setContext("stopped by another thread");
    const ob::ProblemDefinitionPtr query = cells.query(kCellOfStarts, cells.goal);
    const ob::PlannerPtr stopped = allocate(planner, cells, query);
    StopWatch watch;
    const ob::PlannerTerminationCondition condition([&watch] { return watch.asked(false); });
    std::future<std::chrono::steady_clock::time_point> end = std::async(std::launch::async, [&condition] {
        std::this_thread::sleep_for(std::chrono::duration<double>(kSome));
        condition.terminate();
        return std::chrono::steady_clock::now();
    });
    const ob::PlannerStatus status = stopped->solve(condition);
    watch.returned(end.get(), findings);
    judgeUnsolved(status, *query, planner, cells, findings);
}

}  // namespace gapless::test
