// Each level is a partition into connected subgraphs, within those of the level above.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include <gapless/multirobot/subdivision_tree.h>

#include "multirobot/discs.h"
#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Node = TwoWayRoadmap::Node;

TwoWayRoadmap graphOf(std::size_t nodes, const std::set<std::pair<Node, Node>>& ends, Random& random)
{
    std::vector<TwoWayRoadmap::Link> links;
    for (const auto& [a, b] : ends)
    {
        const auto edge = static_cast<TwoWayRoadmap::Edge>(links.size());
        links.push_back({a, b, edge, edge, random.uniform(0.1, 1.0)});
    }
    return {nodes, links};
}

/// Graphs of all kinds: at random with few links and with many, a star, a chain, without links, empty.
TwoWayRoadmap randomGraph(int kind, std::size_t nodes, Random& random)
{
    std::set<std::pair<Node, Node>> ends;
    const auto join = [&](std::size_t a, std::size_t b) {
        if (a != b)
            ends.emplace(static_cast<Node>(std::min(a, b)), static_cast<Node>(std::max(a, b)));
    };
    for (std::size_t i = 1; i < nodes; ++i)
        switch (kind)
        {
            case 0: join(i, 0); break;
            case 1: join(i, i - 1); break;
            case 2: join(i, static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(i)))); break;
            case 3:
                for (int k = 0; k < 4; ++k)
                    join(i, static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(nodes))));
                break;
            case 4:
                if (random.uniform(0.0, 1.0) < 0.6)
                    join(i, static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(i))));
                break;
            default: break;
        }
    return graphOf(nodes, ends, random);
}

bool isConnected(const TwoWayRoadmap& graph, const SubdivisionTree::Nodes& nodes)
{
    const std::set<Node> within(nodes.begin(), nodes.end());
    std::set<Node> reached{*nodes.begin()};
    std::vector<Node> open{*nodes.begin()};
    while (!open.empty())
    {
        const Node node = open.back();
        open.pop_back();
        for (const TwoWayRoadmap::Side& side : graph.sides(node))
            if (within.count(side.to) == 1 && reached.insert(side.to).second)
                open.push_back(side.to);
    }
    return reached == within;
}

}  // namespace

TEST_CASE(
    "Each level has every node once, in connected subgraphs within those above it that are at most half as large from level to "
    "level, down to single nodes")
{
    Random random(1);
    for (int kind = 0; kind <= 5; ++kind)
        for (const std::size_t count : {0, 1, 2, 3, 7, 16, 60, 131})
        {
            CAPTURE(kind, count);
            const TwoWayRoadmap graph = randomGraph(kind, count, random);
            const SubdivisionTree tree(graph);
            std::size_t parts = 1;
            for (std::size_t level = 0; level < tree.levelCount(); ++level, parts *= 2)
            {
                CAPTURE(level);
                std::vector<Node> all;
                for (SubdivisionTree::Subgraph subgraph = 0; subgraph < tree.size(level); ++subgraph)
                {
                    const SubdivisionTree::Nodes nodes = tree.nodes(level, subgraph);
                    REQUIRE(nodes.size() > 0);
                    CHECK(nodes.size() <= (count + parts - 1) / parts);
                    CHECK(isConnected(graph, nodes));
                    all.insert(all.end(), nodes.begin(), nodes.end());
                    for (const Node node : nodes)
                    {
                        CHECK(tree.at(level, node) == subgraph);
                        for (std::size_t upper = 0; upper <= level; ++upper)
                            CHECK(tree.at(upper, node) == tree.above(level, subgraph, upper));
                    }
                    // In the order of their parents: so a sorted tuple has a sorted tuple above it.
                    if (level > 0 && subgraph > 0)
                        CHECK(tree.above(level, subgraph - 1, level - 1) <= tree.above(level, subgraph, level - 1));
                }
                std::sort(all.begin(), all.end());
                REQUIRE(all.size() == count);
                CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
            }
            CHECK(tree.size(tree.levelCount() - 1) == count);
        }
}

TEST_CASE("Subgraphs of a roadmap in the open are balanced: of no level are there three times as many as there would have to be")
{
    DiscGroup discs(DiscWorld{{{{-0.5, 0.0}, {0.5, 0.0}, 0.01}, {{0.5, 0.0}, {-0.5, 0.0}, 0.01}}});
    discs.grow(256, 6);
    const TwoWayRoadmap graph(*discs.roadmaps[RobotIndex(0)]);
    const SubdivisionTree tree(graph);
    REQUIRE(tree.levelCount() == 9);
    std::size_t parts = 1;
    for (std::size_t level = 0; level < tree.levelCount(); ++level, parts *= 2)
    {
        CAPTURE(level, tree.size(level));
        CHECK(tree.size(level) < 3 * parts);
    }
}

TEST_CASE("Of a car two nodes are joined if both ways are proven, and each way has its own edge")
{
    for (const Steering::Type type : {Steering::Type::Dubins, Steering::Type::ReedsShepp})
    {
        DiscGroup cars(twoCars({type, 1.0}, {Sphere{0.1}, Pose()}, {8.0, 8.0}));
        RobotRoadmap& roadmap = *cars.roadmaps[RobotIndex(0)];
        roadmap.grow(30, 4, ompl::base::plannerNonTerminatingCondition());
        const TwoWayRoadmap graph(roadmap);
        REQUIRE(graph.size() == 30);
        std::set<std::pair<Node, Node>> proven;
        for (RobotRoadmap::Edge edge = 0; edge < roadmap.edgeCount(); ++edge)
            proven.emplace(roadmap.edge(edge).from, roadmap.edge(edge).to);
        const auto pairs = std::count_if(proven.begin(), proven.end(), [&](const std::pair<Node, Node>& ends) {
            return ends.first < ends.second && proven.count({ends.second, ends.first}) == 1;
        });
        CHECK(graph.links().size() == static_cast<std::size_t>(pairs));
        CHECK(pairs > 20);
        for (TwoWayRoadmap::LinkNumber number = 0; number < graph.links().size(); ++number)
        {
            const TwoWayRoadmap::Link& link = graph.link(number);
            CHECK(link.a < link.b);
            for (const Node from : {link.a, link.b})
            {
                const RobotRoadmap::Ends& ends = roadmap.edge(graph.edgeFrom(number, from));
                CHECK(ends.from == from);
                CHECK(ends.to == (from == link.a ? link.b : link.a));
            }
        }
    }
}
