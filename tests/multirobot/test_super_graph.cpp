// The planner of several robots: what it returns is proven, and what it cannot solve it says.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <ompl/base/ScopedState.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/core/error.h>
#include <gapless/multirobot/product_search.h>
#include <gapless/multirobot/super_graph.h>
#include <gapless/planners/planner_registry.h>

#include "multirobot/discs.h"
#include "multirobot/super_graph_query.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;
using namespace gapless;
using namespace gapless::test;

namespace {

/// Discs on a circle that all go to the other side.
DiscWorld circle(int count, double radius = 0.1)
{
    DiscWorld world;
    for (int i = 0; i < count; ++i)
    {
        const double x = 0.8 * std::cos(2.0 * M_PI * i / count), y = 0.8 * std::sin(2.0 * M_PI * i / count);
        world.discs.push_back({{x, y}, {-x, -y}, radius});
    }
    return world;
}

/// How many discs move at once on a path, at the most.
std::size_t mostAtOnce(const Query& query)
{
    og::PathGeometric path = query.path();
    std::size_t most = 0;
    for (std::size_t i = 0; i + 1 < path.getStateCount(); ++i)
    {
        const Configuration a = query.ready.mapping->toConfiguration(path.getState(static_cast<unsigned int>(i))),
                            b = query.ready.mapping->toConfiguration(path.getState(static_cast<unsigned int>(i + 1)));
        std::size_t moving = 0;
        for (Eigen::Index k = 0; k + 1 < a.size(); k += 2)
            moving += a.segment<2>(k) != b.segment<2>(k) ? 1 : 0;
        most = std::max(most, moving);
    }
    return most;
}

}  // namespace

TEST_CASE("Discs on a circle change sides, and every path is proven")
{
    for (const int count : {2, 3, 5, 8})
    {
        CAPTURE(count);
        const Problem problem = problemOf(circle(count));
        Query query(problem);
        query.requireSolved(query.solve(), problem);
    }
}

TEST_CASE("Without smoothing robots take turns, with it some move at once, and the path is no longer")
{
    const Problem problem = problemOf(circle(4));
    Query turns(problem, {{"smoothing_time", "0"}}), smooth(problem, {{"smoothing_time", "0.3"}});
    turns.requireSolved(turns.solve(), problem);
    smooth.requireSolved(smooth.solve(), problem);
    CHECK(mostAtOnce(turns) == 1);
    CHECK(mostAtOnce(smooth) > 1);
    CHECK(smooth.path().length() < turns.path().length());
}

TEST_CASE("Two cars change places, each along its own curves")
{
    Problem problem = twoCars({Steering::Type::ReedsShepp, 1.0}, {Box{Vec3(0.5, 0.25, 0.2)}, at(0.3, 0.0, 0.0)}, {6.0, 4.0});
    problem.start = configuration({-4.0, -0.1, 0.0, 4.0, 0.1, 0.0});
    problem.goal = configuration({4.0, 0.1, 0.0, -4.0, -0.1, 0.0});
    for (const char* smoothing : {"0", "0.2"})
    {
        CAPTURE(smoothing);
        Query query(problem, {{"nodes", "40"}, {"smoothing_time", smoothing}});
        query.requireSolved(query.solve(), problem);
    }
}

TEST_CASE("Where these roadmaps have no path and may not grow, the planner says so at once")
{
    DiscWorld world{{{{-0.8, 0.0}, {0.8, 0.0}}, {{0.8, 0.0}, {-0.8, 0.0}}}};
    world.obstacles = {wall("below", {0.0, -0.3}, {1.5, 0.15}), wall("above", {0.0, 0.3}, {1.5, 0.15})};
    // Above and below the walls there is no room either.
    world.obstacles.push_back(wall("far below", {0.0, -0.8}, {1.5, 0.36}));
    world.obstacles.push_back(wall("far above", {0.0, 0.8}, {1.5, 0.36}));
    const Problem problem = problemOf(world);
    Query query(problem, {{"grow", "0"}, {"nodes", "30"}});
    CHECK(query.solve() == ob::PlannerStatus::ABORT);
    CHECK_FALSE(query.ready.setup->getProblemDefinition()->hasSolution());
    Query growing(problem, {{"nodes", "30"}});
    CHECK(growing.solve(0.3) == ob::PlannerStatus::TIMEOUT);
    CHECK_FALSE(growing.ready.setup->getProblemDefinition()->hasSolution());
}

TEST_CASE("Robots that touch where they are, or are to go, are an invalid start or goal")
{
    DiscWorld touching = circle(3);
    touching.discs[1].start = {touching.discs[0].start[0] - 0.15, touching.discs[0].start[1]};
    Query start(problemOf(touching));
    CHECK(start.solve() == ob::PlannerStatus::INVALID_START);

    DiscWorld meeting = circle(3);
    meeting.discs[2].goal = {meeting.discs[0].goal[0], meeting.discs[0].goal[1] + 0.2};
    Query goal(problemOf(meeting));
    CHECK(goal.solve() == ob::PlannerStatus::INVALID_GOAL);
}

TEST_CASE("A planner that was broken off goes on, and a further query uses the roadmaps that there are")
{
    const Problem problem = problemOf(circle(5));
    Query query(problem, {{"nodes", "100"}, {"smoothing_time", "0"}});
    CHECK(query.planner->solve(ob::plannerAlwaysTerminatingCondition()) != ob::PlannerStatus::EXACT_SOLUTION);
    query.requireSolved(query.solve(), problem);
    // Asked again, the same path.
    query.ready.setup->getProblemDefinition()->clearSolutionPaths();
    query.requireSolved(query.solve(), problem);
    const std::uint64_t edges = query.edges();

    ob::ScopedState<> goal(query.ready.setup->getStateSpace());
    Problem next = problem;
    next.goal = problem.start;
    next.start = *problem.goal;
    next.goal.value()[0] -= 0.1;
    ob::ScopedState<> start(query.ready.setup->getStateSpace());
    query.ready.mapping->toState(next.start, start.get());
    query.ready.mapping->toState(*next.goal, goal.get());
    query.ready.setup->getProblemDefinition()->clearSolutionPaths();
    query.ready.setup->getProblemDefinition()->clearStartStates();
    query.ready.setup->getProblemDefinition()->setStartAndGoalStates(start, goal);
    query.requireSolved(query.solve(), next);
    CHECK(query.edges() >= edges);
    CHECK(query.edges() < edges + 100);

    query.planner->clear();
    query.ready.setup->getProblemDefinition()->clearSolutionPaths();
    query.requireSolved(query.solve(), next);
}

TEST_CASE("Wherever a planner is broken off, it solves the query all the same, on the roadmaps that it was to have")
{
    // Without growing: a start that is not joined, or a node that is missing, would be an answer that there is no path.
    const Problem problem = problemOf(circle(2));
    const std::vector<std::pair<std::string, std::string>> parameters{{"grow", "0"}, {"nodes", "60"}, {"smoothing_time", "0"}};
    std::uint64_t whole = 0;
    Query fresh(problem, parameters);
    fresh.requireSolved(fresh.planner->solve(ob::PlannerTerminationCondition([&whole] { return ++whole == 0; })), problem);
    REQUIRE(whole > 100);
    int broken_off = 0;
    for (std::uint64_t step = 1; step < 40; ++step)
    {
        CAPTURE(step);
        Query query(problem, parameters);
        std::uint64_t asked = 0;
        const std::uint64_t most = whole * step / 40;
        const ob::PlannerTerminationCondition late([&asked, most] { return ++asked > most; });
        if (query.planner->solve(late) != ob::PlannerStatus::EXACT_SOLUTION)
            ++broken_off;
        query.ready.setup->getProblemDefinition()->clearSolutionPaths();
        query.requireSolved(query.solve(), problem);
    }
    CHECK(broken_off > 10);

    // And in many short calls.
    Query query(problem, parameters);
    ob::PlannerStatus status = ob::PlannerStatus::TIMEOUT;
    int calls = 0;
    for (; status != ob::PlannerStatus::EXACT_SOLUTION && calls < 10000; ++calls)
    {
        std::uint64_t asked = 0;
        status = query.planner->solve(ob::PlannerTerminationCondition([&asked] { return ++asked > 30; }));
        REQUIRE(status != ob::PlannerStatus::ABORT);
    }
    query.requireSolved(status, problem);
}

TEST_CASE("Roadmaps that are made larger between two calls are searched as they are then")
{
    // Both have to pass a gate that one random node of each misses.
    DiscWorld world = circle(2);
    world.obstacles = {wall("left part", {0.3, -0.7}, {0.02, 0.8}), wall("right part", {0.3, 0.95}, {0.02, 0.5})};
    const Problem problem = problemOf(world);
    Query query(problem, {{"grow", "0"}, {"nodes", "1"}, {"neighbors", "1"}, {"smoothing_time", "0"}});
    REQUIRE(query.solve() == ob::PlannerStatus::ABORT);
    auto& planner = *query.planner->as<SuperGraph>();
    planner.setNodes(400);
    planner.setNeighbors(8);
    query.requireSolved(query.solve(), problem);
}

TEST_CASE("In another scene nothing is left of the last one")
{
    const DiscWorld before{{{{-0.8, 0.0}, {0.8, 0.0}}, {{0.0, 0.8}, {0.0, -0.8}}}};
    DiscWorld after = before;
    // Across what was free, but for a gate.
    after.obstacles = {wall("left part", {0.3, -0.7}, {0.02, 0.8}), wall("right part", {0.3, 0.95}, {0.02, 0.5})};
    const Problem first = problemOf(before), second = problemOf(after);
    Query query(first, {{"smoothing_time", "0"}});
    query.requireSolved(query.solve(), first);
    query.ready.mapping = putScene(query.ready.setup->getSpaceInformation(), second);
    query.ready.setup->getProblemDefinition()->clearSolutionPaths();
    query.requireSolved(query.solve(), second);
}

TEST_CASE("What the planner cannot plan for is refused in one line")
{
    const auto refusal = [](const Problem& problem, const SetupOptions& options = {}) {
        const ProblemSetup ready = makeProblemSetup(problem, options);
        const ob::PlannerPtr planner = makePlanner("gapless::SuperGraph", ready.setup->getSpaceInformation());
        planner->setProblemDefinition(ready.setup->getProblemDefinition());
        planner->setup();
    };
    CHECK_THROWS_WITH(refusal(problemOf(circle(1))), Catch::Contains("1 robot plans here"));
    SetupOptions sampled;
    sampled.validator = ValidatorKind::Discrete;
    CHECK_THROWS_WITH(refusal(problemOf(circle(2)), sampled), Catch::Contains("needs the motion validator"));
    const ProblemSetup ready = makeProblemSetup(problemOf(circle(2)));
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    CHECK_THROWS_AS(makePlanner("gapless::SuperGraph", si, {{"nodes", "0"}}), InputError);
    DiscGroup discs(circle(2));
    const Placement start = discs.placement(discs.group.problem().start, 1);
    for (const double weight : {0.5, 0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
        CHECK_THROWS_AS(ProductSearch(discs.roadmaps, *discs.table, start, start, weight), InputError);
    CHECK_THROWS_AS(InterferenceTable(discs.group, discs.roadmaps, -1.0), InputError);
    const Problem& alone = discs.group.alone(RobotIndex(0)).problem;
    CHECK_THROWS_AS(RobotRoadmap(alone, makeStateSpace(alone), kTolerance, ValidatorKind::Discrete), InputError);
    CHECK_THROWS_AS(makePlanner("gapless::SuperGraph", si, {{"weight", "0.5"}}), InputError);
    CHECK_THROWS_AS(makePlanner("gapless::SuperGraph", si, {{"smoothing_time", "-1"}}), InputError);
}
