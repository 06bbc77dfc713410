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

/// Enough to grow trees of some size and to be late in many ways.
constexpr double kSome = 0.06;

ob::ScopedState<> outOfBounds(const World& plane_world)
{
    return plane_world.state(Configuration::Constant(2, 2.5));
}

/// From the start of a plane to a goal of any kind.
ob::ProblemDefinitionPtr queryTo(const World& world, const ob::GoalPtr& goal)
{
    const ob::ProblemDefinitionPtr query = world.emptyQuery();
    query->addStartState(world.state(world.start));
    query->setGoal(goal);
    return query;
}

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
    for (const MakeWorld make_world : solvableWorlds())
        for (std::uint_fast32_t seed = 1; seed <= 4; ++seed)
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
    for (const MakeWorld make_world : solvableWorlds())
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

void usesEveryStart(const PlannerUnderTest& planner, Findings& findings)
{
    for (bool reachable_last : {true, false})
    {
        const World world = planeWithCells(planner.traits);
        findings.setContext(reachable_last ? "reachable start last" : "reachable start first");
        const ob::ProblemDefinitionPtr query = world.emptyQuery();
        if (!reachable_last)
            query->addStartState(world.state(world.start));
        query->addStartState(world.state(kInWallOfStarts));
        query->addStartState(world.state(kCellOfStarts));
        query->addStartState(outOfBounds(world));
        if (reachable_last)
            query->addStartState(world.state(world.start));
        query->setGoalState(world.state(world.goal), world.goal_threshold);
        const ob::PlannerPtr made = allocate(planner, world, query);
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
    }

    // OMPL promises that starts may be added between calls of solve().
    const World world = planeWithCells(planner.traits);
    findings.setContext("start added later");
    const ob::ProblemDefinitionPtr query = world.query(kCellOfStarts, world.goal);
    const ob::PlannerPtr made = allocate(planner, world, query);
    judgeUnsolved(solveFor(kSome, *made, findings), *query, planner, world, findings);
    query->addStartState(world.state(world.start));
    judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
}

void usesEveryGoal(const PlannerUnderTest& planner, Findings& findings)
{
    for (bool reachable_last : {true, false})
    {
        const World world = planeWithCells(planner.traits);
        findings.setContext(reachable_last ? "reachable goal last" : "reachable goal first");
        const auto goals = std::make_shared<ob::GoalStates>(world.si());
        goals->setThreshold(world.goal_threshold);
        if (!reachable_last)
            goals->addState(world.state(world.goal));
        goals->addState(world.state(kInWallOfGoals));
        goals->addState(world.state(kCellOfGoals));
        if (planner.traits.checks_states)
            goals->addState(outOfBounds(world));
        if (reachable_last)
            goals->addState(world.state(world.goal));
        const ob::ProblemDefinitionPtr query = queryTo(world, goals);
        const ob::PlannerPtr made = allocate(planner, world, query);
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
    }

    const World world = planeWithCells(planner.traits);
    findings.setContext("goal added later");
    const auto goals = std::make_shared<ob::GoalStates>(world.si());
    goals->setThreshold(world.goal_threshold);
    goals->addState(world.state(kCellOfGoals));
    const ob::ProblemDefinitionPtr query = queryTo(world, goals);
    const ob::PlannerPtr made = allocate(planner, world, query);
    judgeUnsolved(solveFor(kSome, *made, findings), *query, planner, world, findings);
    goals->addState(world.state(world.goal));
    judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
}

void waitsForGoals(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = planeWithCells(planner.traits);
    const auto sample = [&world](const ob::GoalLazySamples* goals, ob::State* state) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const unsigned int attempt = goals->samplingAttemptsCount();
        // Unreachable first, then reachable ones; the sampler drops invalid ones itself.
        Configuration q = attempt <= 1 ? kCellOfGoals : world.goal;
        q[0] += 0.01 * attempt;
        world.mapping->toState(q, state);
        return attempt < 5;
    };
    const auto goals = std::make_shared<ob::GoalLazySamples>(world.si(), sample, true, 1e-6);
    goals->setThreshold(world.goal_threshold);
    const ob::ProblemDefinitionPtr query = queryTo(world, goals);
    const ob::PlannerPtr made = allocate(planner, world, query);
    const ob::PlannerStatus status = solveFor(kPlenty, *made, findings);
    goals->stopSampling();
    judgeSolved(status, *query, planner, world, findings);
}

void takesRegionsOfGoals(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = plane(planner.traits);
    for (int seed = 1; seed <= 3; ++seed)
    {
        ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(seed));
        findings.setContext("seed " + std::to_string(seed));
        // About the middle of a post, reaching out of it by a bit more than the radius of the ball.
        const ob::ProblemDefinitionPtr query = queryTo(world, std::make_shared<Disc>(world.si(), 0.9, 0.4, 0.4));
        const ob::PlannerPtr made = allocate(planner, world, query);
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
    }
}

void takesOrRefusesGoalsThatCannotBeSampled(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = plane(planner.traits);
    const std::pair<std::string, ob::GoalPtr> goals[] = {{"region", std::make_shared<RegionBeyond>(world.si(), 1.4)},
                                                         {"predicate", std::make_shared<PredicateBeyond>(world.si(), 1.4)}};
    for (const auto& [kind, goal] : goals)
    {
        if (kind == "predicate" && planner.traits.takes_any_goal && !planner.traits.takes_goals_without_distance)
            continue;
        findings.setContext(kind);
        const ob::ProblemDefinitionPtr query = queryTo(world, goal);
        const ob::PlannerPtr made = allocate(planner, world, query);
        const ob::PlannerStatus status = solveFor(kPlenty, *made, findings);
        if (planner.traits.takes_any_goal)
            judgeSolved(status, *query, planner, world, findings);
        else
        {
            findings.expect(status == ob::PlannerStatus::UNRECOGNIZED_GOAL_TYPE, "not refused, status " + status.asString());
            judgeUnsolved(status, *query, planner, world, findings);
        }
    }

    findings.setContext("specs");
    const ob::PlannerPtr made = planner.allocate(world.si());
    if (planner.traits.honest_specs)
    {
        findings.expect((made->getSpecs().recognizedGoal == ob::GOAL_ANY) == planner.traits.takes_any_goal,
                        "getSpecs() says otherwise of the goals that it takes");
        findings.expect(made->getSpecs().approximateSolutions == planner.traits.approximates,
                        "getSpecs() says otherwise of approximate solutions");
    }
}

void solvesQueriesThatAreSolvedAlready(const PlannerUnderTest& planner, Findings& findings)
{
    for (const MakeWorld make_world : solvableWorlds())
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

void tellsInvalidQueries(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = planeWithCells(planner.traits);
    for (const auto& [what, start] : {std::pair<std::string, ob::ScopedState<>>("in collision", world.state(kInWallOfStarts)),
                                      std::pair<std::string, ob::ScopedState<>>("out of bounds", outOfBounds(world))})
    {
        findings.setContext("start " + what);
        const ob::ProblemDefinitionPtr query = world.query();
        query->clearStartStates();
        query->addStartState(start);
        const ob::PlannerPtr made = allocate(planner, world, query);
        const ob::PlannerStatus status = solveFor(kSome, *made, findings);
        findings.expect(status == ob::PlannerStatus::INVALID_START, "status " + status.asString());
        judgeUnsolved(status, *query, planner, world, findings);
    }

    const auto one = std::make_shared<ob::GoalStates>(world.si()), none = std::make_shared<ob::GoalStates>(world.si());
    one->addState(world.state(kInWallOfGoals));
    for (const auto& [what, goal] : {std::pair<std::string, ob::GoalPtr>("in collision", one),
                                     std::pair<std::string, ob::GoalPtr>("that has no states", none)})
    {
        if (!planner.traits.tells_invalid_goal && goal == none)
            continue;
        findings.setContext("goal " + what);
        const ob::ProblemDefinitionPtr query = queryTo(world, goal);
        const ob::PlannerPtr made = allocate(planner, world, query);
        const ob::PlannerStatus status = solveFor(kSome, *made, findings);
        findings.expect(status == ob::PlannerStatus::INVALID_GOAL || !planner.traits.tells_invalid_goal,
                        "status " + status.asString());
        judgeUnsolved(status, *query, planner, world, findings);
    }
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
    for (const MakeWorld make_world : solvableWorlds())
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
