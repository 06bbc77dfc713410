// The planner by its super-graphs: what one cannot do in time another one can, and all say when there is no path.
#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include <gapless/core/error.h>
#include <gapless/multirobot/flat_super_graph.h>
#include <gapless/multirobot/multi_level_super_graph.h>
#include <gapless/multirobot/product_search.h>

#include "multirobot/corridor.h"
#include "multirobot/level_search.h"
#include "multirobot/path_checks.h"
#include "multirobot/super_graph_query.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

const auto kForever = ompl::base::plannerNonTerminatingCondition();

/// Bars that slide without turning, in a room with a narrow part, so that they cannot pass each other: whoever is on the left stays there. After Fig. 16 of P. Svestka,
/// M. Overmars: "Probabilistic path planning".
Problem twoBars()
{
    DiscWorld world{{{{-0.7, 0.15}, {0.7, -0.15}}, {{0.7, -0.15}, {-0.7, 0.15}}}};
    world.obstacles = {wall("below", {0.0, -0.7}, {0.3, 0.4}), wall("above", {0.0, 0.7}, {0.3, 0.4})};
    Problem problem = problemOf(world);
    std::vector<CollisionObject> objects = problem.scene->objects().list();
    for (int i = 0; i < 2; ++i)
        objects[static_cast<std::size_t>(i)].geometry = geometryOf(Box{Vec3(0.1, 0.25, 0.1)});
    // No bar fits beside another one above or below the other.
    objects.push_back(wall("far below", {0.0, -0.9}, {2.0, 0.45}));
    objects.push_back(wall("far above", {0.0, 0.9}, {2.0, 0.45}));
    problem.scene = std::make_shared<const Scene>(problem.scene->model(), std::move(objects));
    return problem;
}

}  // namespace

TEST_CASE(
    "In a corridor in which none can pass three, four and five robots reverse their order, where the product search gives up")
{
    Random random(1);
    for (const int count : {3, 4, 5})
    {
        CAPTURE(count);
        DiscGroup discs(problemOf(corridorWithRooms(count)), true);
        grow(discs, 200, 8, 2.0, random);
        const Placement start = discs.placement(discs.group.problem().start, 16),
                        goal = discs.placement(*discs.group.problem().goal, 16);
        ProductSearch search(discs.roadmaps, *discs.table, start, goal, 2.0);
        CHECK(search.run(100000, kForever) == ProductSearch::Outcome::Interrupted);
        MultiLevelSuperGraph graph(discs.roadmaps, *discs.table);
        REQUIRE(graph.build(1000000, kForever) == MultiLevelSuperGraph::Outcome::Done);
        CHECK(graph.majorShare() >= MultiLevelSuperGraph::kMajorShare);
        CHECK(graph.isEveryRearrangementPossible());
        std::size_t arrangements = 1;
        for (int i = 2; i <= count; ++i)
            arrangements *= static_cast<std::size_t>(i);
        CHECK(graph.nodeCount() == graph.unorderedNodeCount() * arrangements);
        CHECK(graph.edgeCount() % arrangements == 0);
        REQUIRE(graph.connect(start, goal, 1000000, kForever) == MultiLevelSuperGraph::Answer::Found);
        requireSound(discs, graph.path(), start, goal);
        // And back, in the same graph.
        REQUIRE(graph.connect(goal, start, 1000000, kForever) == MultiLevelSuperGraph::Answer::Found);
        requireSound(discs, graph.path(), goal, start);
    }
}

TEST_CASE("A graph that is broken off while it is built goes on to the same graph")
{
    Random random(2);
    DiscGroup discs(problemOf(corridorWithRooms(4)), true);
    grow(discs, 120, 6, 2.0, random);
    MultiLevelSuperGraph whole(discs.roadmaps, *discs.table), parts(discs.roadmaps, *discs.table);
    REQUIRE(whole.build(1000000, kForever) == MultiLevelSuperGraph::Outcome::Done);
    int calls = 0;
    while (parts.build(1000000, ob::PlannerTerminationCondition([asked = 0]() mutable { return ++asked > 3; }))
           != MultiLevelSuperGraph::Outcome::Done)
        REQUIRE(++calls < 10000);
    CHECK(calls > 5);
    CHECK(parts.nodeCount() == whole.nodeCount());
    CHECK(parts.edgeCount() == whole.edgeCount());
    CHECK(parts.componentCount() == whole.componentCount());
    // Also where only so many nodes were allowed.
    MultiLevelSuperGraph few(discs.roadmaps, *discs.table);
    std::size_t most = whole.unorderedNodeCount() / 3;
    CHECK(few.build(most, kForever) == MultiLevelSuperGraph::Outcome::Full);
    CHECK(few.unorderedNodeCount() == most);
    while (few.build(most, kForever) == MultiLevelSuperGraph::Outcome::Full)
        most += most;
    CHECK(few.nodeCount() == whole.nodeCount());
    CHECK(few.edgeCount() == whole.edgeCount());
}

TEST_CASE(
    "Two bars that cannot pass: the flat graph has two components, and all graphs say that there is no path in these roadmaps")
{
    const Problem problem = twoBars();
    for (const bool share : {false, true})
    {
        DiscGroup bars(problem, share);
        for (const RobotIndex robot : bars.group.robots())
            for (int i = -4; i <= 4; ++i)
                for (const double y : {-0.15, 0.0, 0.15})
                    if (std::abs(i) > 2 || y == 0.0)
                        bars.add(robot, configuration({0.2 * i, y}), 5);
        const Placement start = bars.placement(bars.group.problem().start, 5),
                        goal = bars.placement(*bars.group.problem().goal, 5);
        const FlatSuperGraph flat(bars.roadmaps, *bars.table);
        CHECK(flat.componentCount() == 2);
        MultiLevelSuperGraph graph(bars.roadmaps, *bars.table);
        CHECK(graph.connect(start, goal, 1000000, kForever) == MultiLevelSuperGraph::Answer::NoPath);
        while (!graph.isComplete())
            graph.refine(1000000, kForever);
        CHECK(graph.componentCount() == 2);
        CHECK(graph.isEveryRearrangementPossible() != share);
        Placement within = start;
        std::swap(within[RobotIndex(0)], within[RobotIndex(1)]);
        if (share)
            CHECK(graph.connect(start, within, 1000000, kForever) == MultiLevelSuperGraph::Answer::NoPath);
    }
    for (const char* level : {"auto", "flat", "product", "multi"})
    {
        CAPTURE(level);
        Query query(problem, {{"grow", "0"}, {"nodes", "40"}, {"level", level}});
        CHECK(query.solve() == ob::PlannerStatus::ABORT);
        CHECK_FALSE(query.ready.setup->getProblemDefinition()->hasSolution());
    }
}

TEST_CASE("Where the product search goes no further, the multi-level graph has the time that a path through it takes as a whole")
{
    // Six, of which one path takes more than the least time of a turn.
    Random random(1);
    DiscGroup discs(problemOf(corridorWithRooms(6)), true);
    grow(discs, 200, 8, 2.0, random);
    const Placement start = discs.placement(discs.group.problem().start, 16),
                    goal = discs.placement(*discs.group.problem().goal, 16);
    constexpr std::size_t kMost = 200000;
    LevelSearch search(std::make_shared<LevelGraphs>(discs.roadmaps, *discs.table), SuperGraphLevel::Auto, start, goal, 2.0,
                       kMost);
    REQUIRE(search.run(kMost, ob::timedPlannerTerminationCondition(600.0)) == LevelSearch::Outcome::Found);
    requireSound(discs, search.path(), start, goal);
}

TEST_CASE("Twelve robots that are alike change places by the multi-level graph: no search among all of their permutations")
{
    constexpr int kCount = 12;
    Random random(1);
    std::vector<int> to(kCount);
    std::iota(to.begin(), to.end(), 0);
    for (int i = kCount - 1; i > 0; --i)
        std::swap(to[static_cast<std::size_t>(i)], to[static_cast<std::size_t>(random.index(i + 1))]);
    const auto place = [](int i) {
        return Point{0.8 * std::cos(2.0 * M_PI * i / kCount), 0.8 * std::sin(2.0 * M_PI * i / kCount)};
    };
    DiscWorld world;
    for (int i = 0; i < kCount; ++i)
        world.discs.push_back({place(i), place(to[static_cast<std::size_t>(i)]), 0.04});
    DiscGroup discs(problemOf(world), true);
    grow(discs, 30, 6, 1.0, random);
    const Placement start = discs.placement(discs.group.problem().start, 8),
                    goal = discs.placement(*discs.group.problem().goal, 8);
    MultiLevelSuperGraph graph(discs.roadmaps, *discs.table);
    constexpr std::size_t kMost = 200000;
    REQUIRE(graph.build(kMost, kForever) == MultiLevelSuperGraph::Outcome::Done);
    CHECK(graph.isEveryRearrangementPossible());
    REQUIRE(graph.connect(start, goal, kMost, ob::timedPlannerTerminationCondition(120.0))
            == MultiLevelSuperGraph::Answer::Found);
    requireSound(discs, graph.path(), start, goal);
}

TEST_CASE("The planner solves by every level, with and without shared roadmaps")
{
    DiscWorld world = corridorWithRooms(2);
    const Problem problem = problemOf(world);
    for (const char* level : {"auto", "flat", "product", "multi"})
        for (const char* share : {"0", "1"})
        {
            CAPTURE(level, share);
            Query query(problem, {{"nodes", "100"}, {"level", level}, {"share_roadmap", share}, {"smoothing_time", "0"}});
            query.requireSolved(query.solve(), problem);
        }
}

TEST_CASE("By default the planner reverses the order of five robots in a corridor")
{
    const Problem problem = problemOf(corridorWithRooms(5));
    Query query(problem, {{"smoothing_time", "0"}});
    query.requireSolved(query.solve(), problem);
    CHECK(std::stoull(query.planner->getPlannerProgressProperties().at("super-nodes INTEGER")()) > 0);
    // What was set counts at the next call.
    query.ready.setup->getProblemDefinition()->clearSolutionPaths();
    query.planner->clearQuery();
    query.planner->params().setParam("share_roadmap", "0");
    query.planner->params().setParam("level", "multi");
    CHECK(query.solve(0.5) != ob::PlannerStatus::CRASH);
}

TEST_CASE("Cars that share a roadmap change places by the multi-level graph, each way along its own curve")
{
    Problem problem = twoCars({Steering::Type::ReedsShepp, 1.0}, {Box{Vec3(0.5, 0.25, 0.2)}, at(0.3, 0.0, 0.0)}, {6.0, 4.0});
    problem.start = configuration({-4.0, -0.1, 0.0, 4.0, 0.1, 0.0});
    problem.goal = configuration({4.0, 0.1, 0.0, -4.0, -0.1, 0.0});
    for (const char* share : {"0", "1"})
    {
        CAPTURE(share);
        Query query(problem, {{"nodes", "40"}, {"level", "multi"}, {"share_roadmap", share}, {"smoothing_time", "0"}});
        query.requireSolved(query.solve(), problem);
    }
}

TEST_CASE("A level that is none is refused with those that there are, and a flat graph that would be too large with its size")
{
    const Problem problem = problemOf(corridorWithRooms(5));
    const ProblemSetup ready = makeProblemSetup(problem);
    CHECK_THROWS_WITH(makePlanner("gapless::SuperGraph", ready.setup->getSpaceInformation(), {{"level", "deep"}}),
                      Catch::Contains("'deep'") && Catch::Contains("auto,flat,product,multi"));
    Query query(problem, {{"level", "flat"}});
    CHECK_THROWS_WITH(query.solve(), Catch::Contains("the flat super-graph of 5 robots may have"));
}

TEST_CASE("Wherever a planner that goes by the multi-level graph is broken off, it solves the query all the same")
{
    const Problem problem = problemOf(corridorWithRooms(3));
    const std::vector<std::pair<std::string, std::string>> parameters{
        {"nodes", "150"}, {"smoothing_time", "0"}, {"level", "multi"}};
    std::uint64_t whole = 0;
    Query fresh(problem, parameters);
    fresh.requireSolved(fresh.planner->solve(ob::PlannerTerminationCondition([&whole] { return ++whole == 0; })), problem);
    REQUIRE(whole > 100);
    int broken_off = 0;
    for (std::uint64_t step = 1; step < 30; ++step)
    {
        CAPTURE(step);
        Query query(problem, parameters);
        std::uint64_t asked = 0;
        const std::uint64_t most = whole * step / 30;
        if (query.planner->solve(ob::PlannerTerminationCondition([&asked, most] { return ++asked > most; }))
            != ob::PlannerStatus::EXACT_SOLUTION)
            ++broken_off;
        query.ready.setup->getProblemDefinition()->clearSolutionPaths();
        query.requireSolved(query.solve(), problem);
    }
    CHECK(broken_off > 5);

    // And in many short calls.
    Query query(problem, parameters);
    ob::PlannerStatus status = ob::PlannerStatus::TIMEOUT;
    for (int calls = 0; status != ob::PlannerStatus::EXACT_SOLUTION && calls < 10000; ++calls)
    {
        std::uint64_t asked = 0;
        status = query.planner->solve(ob::PlannerTerminationCondition([&asked] { return ++asked > 40; }));
        REQUIRE(status != ob::PlannerStatus::ABORT);
    }
    query.requireSolved(status, problem);
}
