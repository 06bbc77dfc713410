#include <chrono>
#include <thread>

#include <ompl/base/goals/GoalLazySamples.h>
#include <ompl/base/goals/GoalStates.h>

#include "planners/planner_goals.h"
#include "planners/planner_obligations.h"
#include "planners/solution_check.h"

namespace ob = ompl::base;

namespace gapless::test {
namespace {

ob::ScopedState<> outOfBounds(const World& plane_world)
{
    return plane_world.state(Configuration::Constant(2, 2.5));
}

}  // namespace

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

}  // namespace gapless::test
