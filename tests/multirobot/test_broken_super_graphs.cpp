// Graphs that are broken on purpose: each is caught by what every path is checked with.
#include <catch2/catch.hpp>

#include <memory>
#include <stdexcept>

#include <gapless/certify/certify_path.h>
#include <gapless/multirobot/blocked_moves.h>
#include <gapless/multirobot/multi_level_super_graph.h>

#include "multirobot/corridor.h"
#include "multirobot/super_path_walk.h"

using namespace gapless;
using namespace gapless::test;

namespace {

const auto kForever = ompl::base::plannerNonTerminatingCondition();

/// Nobody ever has to make way.
class Stubborn : public SuperPathWalk
{
public:
    using SuperPathWalk::SuperPathWalk;

protected:
    bool isInTheWay(RobotIndex, RobotRoadmap::Node, RobotIndex, const TwoWayRoadmap::Link&) override { return false; }
};

/// Whoever crosses, all are in the slots that they were in.
class Forgetful : public SuperPathWalk
{
public:
    using SuperPathWalk::SuperPathWalk;

protected:
    Permutation permutation(const SuperStep&) const override { return {}; }
};

/// Roadmaps with a graph in which nearly all is joined.
struct Walked
{
    explicit Walked(Random& random) : discs(problemOf(corridorWithRooms(3)), true)
    {
        grow(discs, 200, 8, 2.0, random);
        graph = std::make_unique<SuperNodeGraph>(discs.roadmaps, *discs.table);
        while (graph->components().largestShare() < 0.95 || graph->largestCoverage() < 0.5)
            REQUIRE(graph->addNext(100000, kForever) == SuperNodeGraph::Outcome::Done);
        // Two nodes of it, with all robots in their slots and with two of them changed.
        start.node = graph->components().largest();
        const ComponentForest& components = graph->components();
        for (SuperNodeGraph::Number node = 0; node < graph->size(); ++node)
            if (components.root(node) == components.root(start.node))
                goal.node = node;
        goal.robots = Permutation::moving(0, 1);
        REQUIRE(components.areJoined(start.node, start.robots, goal.node, goal.robots));
        steps = *findSuperPath(*graph, start, goal, kForever);
        from = placementIn(start);
        to = placementIn(goal);
    }

    Placement placementIn(const SuperNodeGraph::Assigned& at)
    {
        Placement placement(graph->slots(), 0);
        for (std::size_t slot = 0; slot < graph->slots(); ++slot)
            placement[RobotIndex(at.robots[slot])] =
                *graph->tables().nodes(graph->kindOfSlot(slot), graph->level(at.node), graph->subgraphs(at.node)[slot]).begin();
        return placement;
    }

    template <class Walk>
    DiscretizedPath path()
    {
        Walk walk(*graph, start, from);
        for (const SuperStep& step : steps)
            walk.take(step);
        walk.goTo(to);
        return {from, walk.moves()};
    }

    /// As MultiLevelSuperGraph looks at every path, and as the planner does.
    bool isFree(const DiscretizedPath& path)
    {
        Placement end = path.start;
        for (const CoordinatedMove& move : path.moves)
            end[move.robot] = move.to;
        const bool is_free = !firstBlockedMove(path, discs.roadmaps, *discs.table) && end.list() == to.list();
        const Verdict verdict =
            certifyPath(discs.group.problem().scene, path.configurations(discs.group, discs.roadmaps), {}).verdict;
        CHECK((verdict == Verdict::Free || !is_free));
        return is_free;
    }

    DiscGroup discs;
    std::unique_ptr<SuperNodeGraph> graph;
    SuperNodeGraph::Assigned start, goal;
    std::vector<SuperStep> steps;
    Placement from, to;
};

}  // namespace

TEST_CASE("A walk through the graph is proven, and one on which nobody makes way is found out")
{
    Random random(4);
    int caught = 0;
    for (int round = 0; round < 20; ++round)
    {
        Walked walked(random);
        REQUIRE_FALSE(walked.steps.empty());
        CHECK(walked.isFree(walked.path<SuperPathWalk>()));
        caught += walked.isFree(walked.path<Stubborn>()) ? 0 : 1;
    }
    CHECK(caught > 0);
}

TEST_CASE("A walk that forgets how robots change slots is found out, or does not even come to an end")
{
    Random random(4);
    int caught = 0;
    for (int round = 0; round < 20; ++round)
    {
        Walked walked(random);
        try
        {
            caught += walked.isFree(walked.path<Forgetful>()) ? 0 : 1;
        }
        catch (const std::logic_error&)
        {
            ++caught;
        }
    }
    CHECK(caught > 10);
}

TEST_CASE("A path of a graph that holds for free what is blocked is found out")
{
    // The discs of the graph are too small, so that some links are not blocked that are.
    Random random(5);
    int caught = 0, caught_by_moves = 0;
    for (int round = 0; round < 10; ++round)
    {
        DiscWorld small = corridorWithRooms(3);
        for (Disc& disc : small.discs)
            disc.radius = 0.06;
        Problem ignorant = problemOf(small);
        DiscGroup blind(ignorant, true), right(problemOf(corridorWithRooms(3)), true);
        grow(right, 200, 8, 2.0, random);
        for (RobotRoadmap::Node node = 0; node < right.roadmaps[RobotIndex(0)]->size(); ++node)
            blind.add(RobotIndex(0), right.roadmaps[RobotIndex(0)]->configuration(node), 8);
        const Placement start = blind.placement(ignorant.start, 16), goal = blind.placement(*ignorant.goal, 16);
        MultiLevelSuperGraph graph(blind.roadmaps, *blind.table);
        REQUIRE(graph.connect(start, goal, 100000, kForever) == MultiLevelSuperGraph::Answer::Found);
        CHECK_FALSE(firstBlockedMove(graph.path(), blind.roadmaps, *blind.table));
        const bool is_free =
            certifyPath(right.group.problem().scene, graph.path().configurations(blind.group, blind.roadmaps), {}).verdict
            == Verdict::Free;
        caught += is_free ? 0 : 1;
        // And move by move, by a table of discs of the right size on the same roadmap.
        InterferenceTable table(right.group, blind.roadmaps, kTolerance);
        const bool is_blocked = firstBlockedMove(graph.path(), blind.roadmaps, table).has_value();
        CHECK_FALSE((is_blocked && is_free));
        caught_by_moves += is_blocked ? 1 : 0;
    }
    CHECK(caught > 5);
    CHECK(caught_by_moves > 3);
}

TEST_CASE("Moves that are none are found out: an edge that is elsewhere, another end, robots that meet")
{
    DiscGroup discs(DiscWorld{{{{-0.5, 0.0}, {0.5, 0.0}}, {{-0.5, 0.5}, {0.0, 0.05}}}});
    const RobotIndex first(0), second(1);
    const auto a = discs.add(first, configuration({-0.5, 0.0}), 1), b = discs.add(first, configuration({0.0, 0.0}), 1),
               c = discs.add(first, configuration({0.5, 0.0}), 1);
    const auto away = discs.add(second, configuration({-0.5, 0.5}), 1), near = discs.add(second, configuration({0.0, 0.05}), 1);
    REQUIRE(discs.roadmaps[first]->edgeCount() == 2);
    const auto bad = [&](const DiscretizedPath& path) { return firstBlockedMove(path, discs.roadmaps, *discs.table); };
    const Placement start(std::vector<RobotRoadmap::Node>{a, away});
    CHECK_FALSE(bad({start, {{first, 0, b}, {first, 1, c}, {first, 1, b}, {first, 0, a}}}));
    CHECK(bad({start, {{first, 1, c}}}) == std::size_t{0});
    CHECK(bad({start, {{first, 0, b}, {first, 1, a}}}) == std::size_t{1});
    CHECK(bad({start, {{second, 0, near}, {first, 0, b}}}) == std::size_t{1});
    CHECK(bad({Placement(std::vector<RobotRoadmap::Node>{b, near}), {}}) == std::size_t{0});
}
