// The search finds what the flat super-graph has, and nothing else.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <map>
#include <queue>

#include <gapless/certify/certify_path.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/multirobot/flat_super_graph.h>
#include <gapless/multirobot/product_search.h>

#include "multirobot/discs.h"
#include "multirobot/path_checks.h"
#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

const auto kForever = ompl::base::plannerNonTerminatingCondition();
constexpr std::size_t kMost = 1000000;

/// Dijkstra's algorithm over placements, with the certifier of all robots together in the place of the table. Infinite: no path.
double shortest(DiscGroup& discs, const Placement& start, const Placement& goal)
{
    const RobotGroup& group = discs.group;
    CertifyOptions options;
    options.tolerance = kTolerance;
    SegmentCertifier certifier(group.problem().scene, options);
    StaticChecker checker(group.problem().scene, kTolerance);
    const auto whole = [&](const std::vector<RobotRoadmap::Node>& nodes) {
        Configuration q = group.problem().start;
        for (const RobotIndex robot : group.robots())
            group.alone(robot).put(discs.roadmaps[robot]->configuration(nodes[robot.value()]), q);
        return q;
    };
    using Nodes = std::vector<RobotRoadmap::Node>;
    using Entry = std::pair<double, Nodes>;
    std::map<Nodes, double> reached;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    if (checker.check(whole(start.list())) == Verdict::Free && checker.check(whole(goal.list())) == Verdict::Free)
        open.emplace(reached[start.list()] = 0.0, start.list());
    while (!open.empty())
    {
        const auto [cost, nodes] = open.top();
        open.pop();
        if (cost > reached[nodes])
            continue;
        if (nodes == goal.list())
            return cost;
        for (const RobotIndex robot : group.robots())
            for (const RobotRoadmap::Arc& arc : discs.roadmaps[robot]->arcs(nodes[robot.value()]))
            {
                Nodes next = nodes;
                next[robot.value()] = arc.to;
                const double further = cost + discs.roadmaps[robot]->edge(arc.edge).length;
                const auto known = reached.find(next);
                if (known != reached.end() && known->second <= further)
                    continue;
                certifier.reset(whole(nodes), whole(next));
                if (certifier.run() != Verdict::Free || checker.check(whole(next)) != Verdict::Free)
                    continue;
                reached[next] = further;
                open.emplace(further, next);
            }
    }
    return std::numeric_limits<double>::infinity();
}

/// Two discs in a corridor that leaves no room to pass, with a niche or without.
DiscWorld corridor(bool has_niche)
{
    DiscWorld world{{{{-0.8, 0.0}, {0.8, 0.0}}, {{0.8, 0.0}, {-0.8, 0.0}}}};
    world.obstacles.push_back(wall("below", {0.0, -0.3}, {1.5, 0.15}));
    if (has_niche)
    {
        world.obstacles.push_back(wall("above left", {-0.85, 0.3}, {0.65, 0.15}));
        world.obstacles.push_back(wall("above right", {0.85, 0.3}, {0.65, 0.15}));
    }
    else
        world.obstacles.push_back(wall("above", {0.0, 0.3}, {1.5, 0.15}));
    return world;
}

}  // namespace

TEST_CASE("With weight 1 the path is the shortest of all, and there is none where there is none")
{
    Random random(11);
    int solved = 0, unsolved = 0;
    for (int round = 0; round < 60; ++round)
    {
        CAPTURE(round);
        DiscWorld world;
        const int count = 2 + round % 2;
        for (int i = 0; i < count; ++i)
            world.discs.push_back({{random.uniform(-1, 1), random.uniform(-1, 1)},
                                   {random.uniform(-1, 1), random.uniform(-1, 1)},
                                   random.uniform(0.1, 0.3)});
        DiscGroup discs(world);
        const Placement start = discs.placement(discs.group.problem().start, 3),
                        goal = discs.placement(*discs.group.problem().goal, 3);
        discs.grow(count == 2 ? 12 : 8, 3);
        const double expected = shortest(discs, start, goal);
        ProductSearch search(discs.roadmaps, *discs.table, start, goal, 1.0);
        const ProductSearch::Outcome outcome = search.run(kMost, kForever);
        const FlatSuperGraph flat(discs.roadmaps, *discs.table);
        CHECK(flat.isConnected(start, goal) == std::isfinite(expected));
        if (!std::isfinite(expected))
        {
            CHECK(outcome == ProductSearch::Outcome::NoPath);
            ++unsolved;
            continue;
        }
        ++solved;
        REQUIRE(outcome == ProductSearch::Outcome::Found);
        CHECK(search.length() == Approx(expected).epsilon(1e-9));
        requireSound(discs, search.path(), start, goal);

        ProductSearch greedy(discs.roadmaps, *discs.table, start, goal, 3.0);
        REQUIRE(greedy.run(kMost, kForever) == ProductSearch::Outcome::Found);
        CHECK(greedy.length() <= 3.0 * expected * (1.0 + 1e-9));
        requireSound(discs, greedy.path(), start, goal);
    }
    CHECK(solved > 4);
    CHECK(unsolved > 4);
}

TEST_CASE("Two discs change places where there is a niche, and where there is none the search says so")
{
    for (const bool has_niche : {true, false})
    {
        CAPTURE(has_niche);
        DiscGroup discs(corridor(has_niche));
        for (const RobotIndex robot : discs.group.robots())
        {
            for (int i = -8; i <= 8; i += 2)
                discs.add(robot, configuration({0.1 * i, 0.0}), 2);
            if (has_niche)
                discs.add(robot, configuration({0.0, 0.35}), 2);
        }
        const Placement start = discs.placement(discs.group.problem().start, 2),
                        goal = discs.placement(*discs.group.problem().goal, 2);
        ProductSearch search(discs.roadmaps, *discs.table, start, goal, 2.0);
        const ProductSearch::Outcome outcome = search.run(kMost, kForever);
        CHECK(outcome == (has_niche ? ProductSearch::Outcome::Found : ProductSearch::Outcome::NoPath));
        const FlatSuperGraph flat(discs.roadmaps, *discs.table);
        // Whoever is on the left stays there.
        CHECK(flat.componentCount() == (has_niche ? 1 : 2));
        if (has_niche)
            requireSound(discs, search.path(), start, goal);
    }
}

TEST_CASE("There is no path from where two robots meet, nor to there, whoever moves")
{
    DiscWorld world{{{{-0.5, 0.0}, {-0.5, 0.0}}, {{-0.4, 0.0}, {-0.4, 0.0}}, {{0.5, 0.0}, {0.5, 0.5}}}};
    DiscGroup discs(world);
    const Placement start = discs.placement(discs.group.problem().start, 2),
                    goal = discs.placement(*discs.group.problem().goal, 2);
    ProductSearch search(discs.roadmaps, *discs.table, start, goal, 1.0);
    CHECK(search.run(kMost, kForever) == ProductSearch::Outcome::NoPath);
    Placement apart = start;
    apart[RobotIndex(1)] = discs.add(RobotIndex(1), configuration({0.0, 0.8}), 2);
    ProductSearch into(discs.roadmaps, *discs.table, apart, goal, 1.0), out(discs.roadmaps, *discs.table, start, apart, 1.0);
    CHECK(into.run(kMost, kForever) == ProductSearch::Outcome::NoPath);
    CHECK(out.run(kMost, kForever) == ProductSearch::Outcome::NoPath);
}

TEST_CASE("A search that is broken off goes on to the same answer")
{
    DiscGroup whole(corridor(true)), parts(corridor(true));
    const auto solve = [](DiscGroup& discs, std::size_t step) {
        for (const RobotIndex robot : discs.group.robots())
            for (int i = -8; i <= 8; ++i)
                for (const double y : {0.0, 0.02, 0.35})
                    if (y < 0.1 || std::abs(i) < 1)
                        discs.add(robot, configuration({0.1 * i, y}), 4);
        const Placement start = discs.placement(discs.group.problem().start, 2),
                        goal = discs.placement(*discs.group.problem().goal, 2);
        ProductSearch search(discs.roadmaps, *discs.table, start, goal, 1.0);
        std::size_t most = step;
        int calls = 1;
        while (search.run(most, kForever) == ProductSearch::Outcome::Interrupted)
        {
            most += step;
            ++calls;
        }
        requireSound(discs, search.path(), start, goal);
        return std::pair(search.length(), calls);
    };
    const auto [length, once] = solve(whole, kMost);
    const auto [same, calls] = solve(parts, 20);
    CHECK(once == 1);
    CHECK(calls > 3);
    CHECK(length == same);
    // And a condition that holds is asked.
    const Placement start = whole.placement(whole.group.problem().start, 2),
                    goal = whole.placement(*whole.group.problem().goal, 2);
    ProductSearch search(whole.roadmaps, *whole.table, start, goal, 1.0);
    CHECK(search.run(kMost, ompl::base::plannerAlwaysTerminatingCondition()) == ProductSearch::Outcome::Interrupted);
}

TEST_CASE("A path over a table that forgets an entry is found out")
{
    // What tests of paths rest on: without the niche, moves that ignore the other disc reach the goal, and their path is not free.
    DiscGroup discs(corridor(false));
    for (const RobotIndex robot : discs.group.robots())
        for (int i = -8; i <= 8; i += 2)
            discs.add(robot, configuration({0.1 * i, 0.0}), 2);
    const Placement start = discs.placement(discs.group.problem().start, 2),
                    goal = discs.placement(*discs.group.problem().goal, 2);
    DiscWorld apart = corridor(false);
    Problem ignorant = problemOf(apart);
    AllowedCollisionMatrix allowed;
    allowed.allow("disc_1", "disc_2");
    ignorant.scene = std::make_shared<const Scene>(ignorant.scene->model(), ignorant.scene->objects().list(), allowed);
    DiscGroup blind(ignorant);
    for (const RobotIndex robot : blind.group.robots())
        for (int i = -8; i <= 8; i += 2)
            blind.add(robot, configuration({0.1 * i, 0.0}), 2);
    ProductSearch search(blind.roadmaps, *blind.table, start, goal, 1.0);
    REQUIRE(search.run(kMost, kForever) == ProductSearch::Outcome::Found);
    const DiscretizedPath path = search.path();
    CHECK(certifyPath(discs.group.problem().scene, path.configurations(discs.group, discs.roadmaps), {}).verdict
          == Verdict::Collision);
}

TEST_CASE("A flat super-graph that would be too large is refused with its size")
{
    DiscWorld world;
    for (int i = 0; i < 6; ++i)
        world.discs.push_back({{-0.9 + 0.3 * i, 0.0}, {-0.9 + 0.3 * i, 0.5}, 0.05});
    DiscGroup discs(world);
    discs.grow(40, 1);
    CHECK_THROWS_WITH(FlatSuperGraph(discs.roadmaps, *discs.table), Catch::Contains("may have 4096000000 placements"));
}
