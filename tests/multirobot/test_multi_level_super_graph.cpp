// The multi-level super-graph joins what the flat one does, and its paths are proven.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <gapless/multirobot/flat_super_graph.h>
#include <gapless/multirobot/multi_level_super_graph.h>
#include <gapless/multirobot/product_search.h>
#include <gapless/multirobot/subdivision_tree.h>

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

/// With robots that may pass through each other: then several of them are in one subgraph.
Problem withGhosts(const Problem& discs)
{
    Problem problem = discs;
    AllowedCollisionMatrix allowed;
    for (std::size_t i = 1; i <= discs.joints.size() / 2; ++i)
        for (std::size_t k = 1; k < i; ++k)
            allowed.allow("disc_" + std::to_string(k), "disc_" + std::to_string(i));
    problem.scene = std::make_shared<const Scene>(problem.scene->model(), problem.scene->objects().list(), allowed);
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
        if (round % 20 == 0)
            problem = withGhosts(problem);
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

TEST_CASE("A graph of all levels has the nodes and edges of the definition, and no other")
{
    // Nodes: tuples of one level's subgraphs that do not interfere, each set of placements once. Edges: pairs between whose placements there is an edge of the flat graph.
    Random random(34);
    int levels = 0;
    for (int round = 0; round < 24; ++round)
    {
        const int count = 2 + round % 2;
        const bool share = round % 4 < 2;
        CAPTURE(round, count, share);
        const Problem problem = problemOf(randomWorld(random, count, true));
        DiscGroup discs(round % 8 < 2 ? withGhosts(problem) : problem, share);
        grow(discs, count == 2 ? 9 : 6, 3, 1.0, random);
        MultiLevelSuperGraph graph(discs.roadmaps, *discs.table);
        complete(graph);

        struct Tree
        {
            explicit Tree(const RobotRoadmap& roadmap) : links(roadmap), tree(links) {}
            TwoWayRoadmap links;
            SubdivisionTree tree;
        };
        std::map<const RobotRoadmap*, Tree> trees;
        std::size_t level_count = 0;
        for (const RobotRoadmap* roadmap : distinctRoadmaps(discs.roadmaps))
            level_count = std::max(level_count, trees.try_emplace(roadmap, *roadmap).first->second.tree.levelCount());
        const auto treeOf = [&](RobotIndex robot) -> const Tree& { return trees.at(discs.roadmaps[robot].get()); };

        using NodeSet = std::vector<RobotRoadmap::Node>;
        using Tuple = std::vector<NodeSet>;
        const auto areApart = [&](RobotIndex a, const NodeSet& in_a, RobotIndex b, const NodeSet& in_b) {
            const auto isInTheWay = [&](RobotIndex standing, const NodeSet& nodes, RobotIndex moving, const NodeSet& within) {
                for (const TwoWayRoadmap::Link& link : treeOf(moving).links.links())
                    if (std::count(within.begin(), within.end(), link.a) == 1
                        && std::count(within.begin(), within.end(), link.b) == 1)
                        for (const RobotRoadmap::Node node : nodes)
                            if (discs.table->blocks(standing, node, moving, link.there))
                                return true;
                return false;
            };
            for (const RobotRoadmap::Node i : in_a)
                for (const RobotRoadmap::Node j : in_b)
                    if (discs.table->meet(a, i, b, j))
                        return false;
            return !isInTheWay(a, in_a, b, in_b) && !isInTheWay(b, in_b, a, in_a);
        };
        std::set<Tuple> tuples;
        for (std::size_t level = 0; level < level_count; ++level)
        {
            Tuple tuple;
            const auto choose = [&](const auto& self, RobotIndex robot) -> void {
                if (!discs.roadmaps.has(robot))
                {
                    tuples.insert(tuple);
                    return;
                }
                const SubdivisionTree& tree = treeOf(robot).tree;
                const std::size_t own_level = std::min(level, tree.levelCount() - 1);
                for (SubdivisionTree::Subgraph subgraph = 0; subgraph < tree.size(own_level); ++subgraph)
                {
                    NodeSet nodes(tree.nodes(own_level, subgraph).begin(), tree.nodes(own_level, subgraph).end());
                    std::sort(nodes.begin(), nodes.end());
                    bool is_free = true;
                    for (RobotIndex other(0); other < robot; other = other.next())
                        is_free = is_free && areApart(other, tuple[other.value()], robot, nodes);
                    if (!is_free)
                        continue;
                    tuple.push_back(nodes);
                    self(self, robot.next());
                    tuple.pop_back();
                }
            };
            choose(choose, RobotIndex(0));
            levels += level + 1 < level_count && !tuples.empty() ? 1 : 0;
        }
        CHECK(graph.nodeCount() == tuples.size());

        // All tuples that hold a placement, by the placement.
        const std::vector<Tuple> all(tuples.begin(), tuples.end());
        std::map<std::vector<RobotRoadmap::Node>, std::vector<std::size_t>> holding;
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            std::vector<RobotRoadmap::Node> placement;
            const auto place = [&](const auto& self, std::size_t robot) -> void {
                if (robot == all[i].size())
                {
                    holding[placement].push_back(i);
                    return;
                }
                for (const RobotRoadmap::Node node : all[i][robot])
                {
                    placement.push_back(node);
                    self(self, robot + 1);
                    placement.pop_back();
                }
            };
            place(place, 0);
        }
        std::set<std::pair<std::size_t, std::size_t>> edges;
        for (const auto& [placement, from] : holding)
            for (const RobotIndex robot : discs.group.robots())
                for (const RobotRoadmap::Arc& arc : discs.roadmaps[robot]->arcs(placement[robot.value()]))
                {
                    bool is_free = true;
                    for (const RobotIndex other : discs.group.robots())
                        is_free =
                            is_free && (other == robot || !discs.table->blocks(other, placement[other.value()], robot, arc.edge));
                    std::vector<RobotRoadmap::Node> next = placement;
                    next[robot.value()] = arc.to;
                    if (is_free)
                        for (const std::size_t i : from)
                            for (const std::size_t j : holding.at(next))
                                if (i != j)
                                    edges.emplace(std::min(i, j), std::max(i, j));
                }
        CHECK(graph.edgeCount() == edges.size());
    }
    CHECK(levels > 10);
}

TEST_CASE("A flat graph that is broken off goes on to the same graph")
{
    Random random(9);
    DiscGroup discs(problemOf(randomWorld(random, 3, false)));
    grow(discs, 16, 3, 1.0, random);
    const FlatSuperGraph whole(discs.roadmaps, *discs.table);
    int asked = 0, calls = 1;
    const ompl::base::PlannerTerminationCondition often([&asked] { return ++asked % 2 == 0; });
    FlatSuperGraph parts(discs.roadmaps, *discs.table, often);
    for (; !parts.build(often); ++calls)
        REQUIRE(calls < 1000);
    CHECK(calls > 2);
    CHECK(parts.nodeCount() == whole.nodeCount());
    CHECK(parts.edgeCount() == whole.edgeCount());
    CHECK(parts.componentCount() == whole.componentCount());
}
