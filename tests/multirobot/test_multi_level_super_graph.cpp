// The multi-level super-graph joins what the flat one does, and its paths are proven.
#include <catch2/catch.hpp>

#include <cmath>

#include <gapless/multirobot/flat_super_graph.h>
#include <gapless/multirobot/multi_level_super_graph.h>
#include <gapless/multirobot/product_search.h>

#include "multirobot/corridor.h"
#include "multirobot/path_checks.h"

using namespace gapless;
using namespace gapless::test;

namespace {

const auto kForever = ompl::base::plannerNonTerminatingCondition();
constexpr std::size_t kMost = 1000000;
using Answer = MultiLevelSuperGraph::Answer;

/// Discs with some walls, alike or not.
DiscWorld randomWorld(Random& random, int count, bool alike)
{
    DiscWorld world;
    const double radius = random.uniform(0.1, 0.25);
    for (int i = 0; i < count; ++i)
        world.discs.push_back({{random.uniform(-1, 1), random.uniform(-1, 1)},
                               {random.uniform(-1, 1), random.uniform(-1, 1)},
                               alike ? radius : random.uniform(0.1, 0.25)});
    for (int i = 0; i < 2; ++i)
        world.obstacles.push_back(wall("wall " + std::to_string(i), {random.uniform(-1, 1), random.uniform(-1, 1)},
                                       {random.uniform(0.02, 0.3), random.uniform(0.02, 0.3)}));
    return world;
}

/// With bars of the same shape, that slide without turning, in the place of discs.
Problem withBars(const Problem& discs, const Vec3& half)
{
    Problem problem = discs;
    std::vector<CollisionObject> objects = problem.scene->objects().list();
    for (CollisionObject& object : objects)
        if (object.kind == ObjectKind::Link)
            object.geometry = geometryOf(Box{half});
    problem.scene = std::make_shared<const Scene>(problem.scene->model(), std::move(objects));
    return problem;
}

/// None where a disc is in a wall.
std::optional<Placement> placementOf(DiscGroup& discs, const Configuration& whole, std::size_t neighbours)
{
    Placement result;
    for (const RobotIndex robot : discs.group.robots())
    {
        const auto node = discs.roadmaps[robot]->add(discs.group.alone(robot).of(whole), neighbours, kForever);
        if (!node)
            return std::nullopt;
        result.push_back(*node);
    }
    return result;
}

void complete(MultiLevelSuperGraph& graph)
{
    REQUIRE(graph.build(kMost, kForever) == MultiLevelSuperGraph::Outcome::Done);
    while (!graph.isComplete())
        REQUIRE(graph.refine(kMost, kForever) == MultiLevelSuperGraph::Outcome::Done);
}

}  // namespace

TEST_CASE("Flat graph, product search and multi-level graph agree on what is solvable, with a roadmap each and with a shared one")
{
    Random random(21);
    int solved = 0, unsolved = 0, by_levels = 0;
    for (int round = 0; round < 240; ++round)
    {
        const int count = 2 + round % 2;
        const bool alike = round % 4 < 2, share = alike && round % 8 < 4;
        CAPTURE(round, count, alike, share);
        Problem problem = problemOf(randomWorld(random, count, alike));
        if (round % 3 == 0)
            problem = withBars(problem, Vec3(random.uniform(0.05, 0.2), random.uniform(0.05, 0.2), 0.1));
        DiscGroup discs(problem, share);
        grow(discs, count == 2 ? 16 : 9, 3, 1.0, random);
        const auto start = placementOf(discs, discs.group.problem().start, 3),
                   goal = placementOf(discs, *discs.group.problem().goal, 3);
        if (!start || !goal)
            continue;
        const FlatSuperGraph flat(discs.roadmaps, *discs.table);
        const bool is_solvable = flat.isConnected(*start, *goal);
        (is_solvable ? solved : unsolved) += 1;
        ProductSearch search(discs.roadmaps, *discs.table, *start, *goal, 1.0);
        CHECK((search.run(kMost, kForever) == ProductSearch::Outcome::Found) == is_solvable);

        MultiLevelSuperGraph sieved(discs.roadmaps, *discs.table);
        CHECK(sieved.connect(*start, *goal, kMost, kForever) == (is_solvable ? Answer::Found : Answer::NoPath));
        if (is_solvable)
            requireSound(discs, sieved.path(), *start, *goal);

        // All levels: as many components, and every placement in the one that it is in.
        MultiLevelSuperGraph whole(discs.roadmaps, *discs.table);
        complete(whole);
        CHECK(whole.componentCount() == flat.componentCount());
        CHECK(whole.nodeCount() >= flat.nodeCount());
        CHECK(whole.connect(*start, *goal, kMost, kForever) == (is_solvable ? Answer::Found : Answer::NoPath));
        if (is_solvable)
            requireSound(discs, whole.path(), *start, *goal);
        by_levels += is_solvable && sieved.unorderedNodeCount() < whole.unorderedNodeCount() ? 1 : 0;
        for (int i = 0; i < 20; ++i)
        {
            Placement a, b;
            for (const RobotIndex robot : discs.group.robots())
                for (Placement* placement : {&a, &b})
                    placement->push_back(static_cast<RobotRoadmap::Node>(
                        random.uniform(0.0, static_cast<double>(discs.roadmaps[robot]->size()) - 1e-9)));
            const Answer answer = whole.connect(a, b, kMost, kForever);
            CHECK(answer == (flat.isConnected(a, b) ? Answer::Found : Answer::NoPath));
            if (answer == Answer::Found)
                requireSound(discs, whole.path(), a, b);
        }
    }
    CHECK(solved > 10);
    CHECK(unsolved > 10);
    CHECK(by_levels > 5);
}

TEST_CASE("A graph of single nodes alone has the nodes and edges of the flat one, in ordered tuples")
{
    // A roadmap without links has one level; one whose nodes are all on one line has no subgraph of two that another robot leaves alone.
    Random random(8);
    for (const bool share : {false, true})
    {
        DiscGroup discs(problemOf(randomWorld(random, 3, true)), share);
        for (const RobotIndex robot : discs.group.robots())
            for (int i = 0; i < 6; ++i)
                discs.add(robot, configuration({-0.9 + 0.3 * i, 0.95}), 0);
        const FlatSuperGraph flat(discs.roadmaps, *discs.table);
        MultiLevelSuperGraph graph(discs.roadmaps, *discs.table);
        complete(graph);
        CHECK(graph.nodeCount() == flat.nodeCount());
        CHECK(graph.edgeCount() == 0);
        CHECK(graph.componentCount() == flat.componentCount());
        CHECK(graph.unorderedNodeCount() == (share ? flat.nodeCount() / 6 : flat.nodeCount()));
    }
}
