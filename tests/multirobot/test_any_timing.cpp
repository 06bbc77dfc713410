// Orders between robots that prove every timing: constructed cases whose squares are known, and what is left of them when they are broken.
#include <catch2/catch.hpp>

#include <cmath>

#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/multirobot/any_timing.h>

#include "multirobot/discs.h"
#include "multirobot/executions.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kRadius = 0.1;

/// As many discs as there are starts, on one line of a path each.
RobotGroup discsAt(const std::vector<Point>& starts)
{
    DiscWorld world;
    for (const Point& start : starts)
        world.discs.push_back({start, start, kRadius});
    return RobotGroup(problemOf(world));
}

/// Way-points of all discs from rows of points.
std::vector<Configuration> rows(const std::vector<std::vector<Point>>& points)
{
    std::vector<Configuration> path;
    for (const std::vector<Point>& row : points)
    {
        Configuration q(static_cast<Eigen::Index>(2 * row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            q.segment<2>(static_cast<Eigen::Index>(2 * i)) << row[i][0], row[i][1];
        path.push_back(q);
    }
    return path;
}

const RobotIndex kA(0), kB(1), kC(2);

/// Two discs that cross at the origin, A first: the ellipse (1.6 s - 0.8)^2 + (1.6 t - 0.8)^2 < (2 r)^2 is in the way, s and t from 0.375 to 0.625.
struct Crossing
{
    RobotGroup group = discsAt({{-0.8, 0.0}, {0.0, -0.8}});
    CoordinatedPath path{group, rows({{{-0.8, 0.0}, {0.0, -0.8}}, {{0.8, 0.0}, {0.0, -0.8}}, {{0.8, 0.0}, {0.0, 0.8}}})};
};

/// Three discs, of which A goes first across the ways of B and C, then B across that of C.
struct ThreeInTurn
{
    RobotGroup group = discsAt({{-0.9, 0.0}, {0.0, -0.9}, {-0.9, 0.45}});
    CoordinatedPath path{group, rows({{{-0.9, 0.0}, {0.0, -0.9}, {-0.9, 0.45}},
                                      {{0.9, 0.0}, {0.0, -0.9}, {-0.9, 0.45}},
                                      {{0.9, 0.0}, {0.0, 0.9}, {-0.9, 0.45}},
                                      {{0.9, 0.0}, {0.0, 0.9}, {0.9, 0.45}}})};
};

bool isCollisionOf(const CoordinatedPath& path, const AnyTimingResult& result)
{
    if (result.verdict != Verdict::Collision || !result.place || !result.witness || !result.state)
        return false;
    // In the state that is named, the two are where it is said, and touch.
    const ExecutionOrder::Parameters& state = *result.state;
    if (state[result.place->a] != result.place->s || state[result.place->b] != result.place->t)
        return false;
    ClosePair close;
    return StaticChecker(path.group().problem().scene, 1e-3).check(path.at(state), &close) == Verdict::Collision;
}

}  // namespace

TEST_CASE("A path is taken apart into curves that go on only where the robot does")
{
    const Crossing crossing;
    const CoordinatedPath& path = crossing.path;
    CHECK(path.ends().list() == std::vector<double>{1.0, 1.0});
    REQUIRE(path.steps().size() == 2);
    CHECK(path.steps()[0] == std::vector<RobotIndex>{kA});
    CHECK(path.steps()[1] == std::vector<RobotIndex>{kB});
    CHECK(path.at(ExecutionOrder::Parameters(std::vector<double>{0.25, 0.5})).isApprox(configuration({-0.4, 0.0, 0.0, 0.0})));

    // A robot that never moves stands through one piece, before all others move.
    const CoordinatedPath one(crossing.group,
                              rows({{{-0.8, 0.0}, {0.5, 0.5}}, {{0.0, 0.0}, {0.5, 0.5}}, {{0.8, 0.0}, {0.5, 0.5}}}));
    CHECK(one.ends().list() == std::vector<double>{2.0, 1.0});
    CHECK(one.steps().size() == 3);
    CHECK(one.steps().front() == std::vector<RobotIndex>{kB});
    const CoordinatedPath none(crossing.group, rows({{{-0.8, 0.0}, {0.5, 0.5}}}));
    CHECK(none.ends().list() == std::vector<double>{1.0, 1.0});
    CHECK(AnyTiming(none).dependencies()->dependencies().empty());
    CHECK_THROWS_AS(CoordinatedPath(crossing.group, std::vector<Configuration>()), InputError);
    CHECK_THROWS_AS(CoordinatedPath(crossing.group, {configuration({1.0})}), InputError);
}

TEST_CASE("Of two discs that cross the second one waits until the first has passed")
{
    const Crossing crossing;
    AnyTiming timing(crossing.path);
    const auto order = timing.dependencies();
    REQUIRE(order);
    REQUIRE(order->dependencies().size() == 1);
    const Dependency d = order->dependencies().front();
    CHECK(d.waits == kB);
    CHECK(d.first == kA);
    // Of cells of an eighth.
    CHECK((d.s >= 0.25 && d.s <= 0.375));
    CHECK((d.t >= 0.625 && d.t <= 0.75));
    // The other way about it would be as good for other paths, and is judged so; both together are a deadlock.
    CHECK(timing.judge(ExecutionOrder(crossing.path.ends(), {{kA, d.s, kB, d.t}})).verdict == Verdict::Free);
    CHECK_THROWS_AS(ExecutionOrder(crossing.path.ends(), {d, {kA, d.s, kB, d.t}}), InputError);
}

TEST_CASE("Without a dependency, with its sides changed, or too late, the order is refuted by a witness")
{
    const Crossing crossing;
    AnyTimingOptions options;
    options.resolution = 0x1p-10;
    AnyTiming timing(crossing.path, options);
    const auto judge = [&](const std::vector<Dependency>& order) {
        return timing.judge(ExecutionOrder(crossing.path.ends(), order));
    };
    CHECK(isCollisionOf(crossing.path, judge({})));
    // B at 0.75 is beyond what is in the way.
    CHECK(isCollisionOf(crossing.path, judge({{kB, 0.75, kA, 0.25}})));
    CHECK(isCollisionOf(crossing.path, judge({{kA, 0.75, kB, 0.25}})));
    // Just too far, and just not far enough: the ellipse begins at 0.375 and ends at 0.625.
    CHECK(isCollisionOf(crossing.path, judge({{kB, 0.376, kA, 0.75}})));
    CHECK(isCollisionOf(crossing.path, judge({{kB, 0.25, kA, 0.624}})));
    CHECK(judge({{kB, 0.374, kA, 0.626}}).verdict == Verdict::Free);
    // Two whose corners hold the ellipse together and each not: what is between them is in the way.
    CHECK(isCollisionOf(crossing.path, judge({{kB, 0.25, kA, 0.5}, {kB, 0.5, kA, 0.75}})));
}

TEST_CASE("Of a path that collides there are no dependencies, and the witness is on the way")
{
    const RobotGroup group = discsAt({{-0.8, 0.0}, {0.0, -0.8}});
    const CoordinatedPath path(group, rows({{{-0.8, 0.0}, {0.0, -0.8}}, {{0.8, 0.0}, {0.0, 0.8}}}));
    AnyTiming timing(path);
    CHECK_FALSE(timing.dependencies());
    CHECK(isCollisionOf(path, timing.result()));
    CHECK(timing.result().place->s == timing.result().place->t);
    // In turns, where one stands in the other one's way.
    const CoordinatedPath turns(group, rows({{{-0.8, 0.0}, {0.0, -0.8}}, {{0.0, 0.0}, {0.0, -0.8}}, {{0.0, 0.0}, {0.0, 0.8}}}));
    AnyTiming of_turns(turns);
    CHECK_FALSE(of_turns.dependencies());
    CHECK(isCollisionOf(turns, of_turns.result()));
    // A wall in one robot's way is that robot's own.
    DiscWorld world{{{{-0.8, 0.0}, {0.8, 0.0}}, {{0.0, -0.8}, {0.0, 0.8}}}};
    world.obstacles = {wall("wall", {0.5, 0.0}, {0.02, 0.3})};
    const RobotGroup behind(problemOf(world));
    const CoordinatedPath through(behind,
                                  rows({{{-0.8, 0.0}, {0.0, -0.8}}, {{0.8, 0.0}, {0.0, -0.8}}, {{0.8, 0.0}, {0.0, 0.8}}}));
    AnyTiming of_wall(through);
    CHECK_FALSE(of_wall.dependencies());
    CHECK(of_wall.result().verdict == Verdict::Collision);
    CHECK(of_wall.result().alone == kA);
}

TEST_CASE("Discs that drive at the same time, one a little ahead, keep that order and no more")
{
    const RobotGroup group = discsAt({{-0.8, 0.0}, {0.0, -0.8}});
    // A is 0.7 ahead.
    const CoordinatedPath path(
        group,
        rows({{{-0.8, 0.0}, {0.0, -0.8}}, {{-0.1, 0.0}, {0.0, -0.8}}, {{0.8, 0.0}, {0.0, 0.1}}, {{0.8, 0.0}, {0.0, 0.8}}}));
    AnyTiming timing(path);
    const auto order = timing.dependencies();
    REQUIRE(order);
    REQUIRE(order->dependencies().size() == 1);
    CHECK(order->dependencies().front().waits == kB);
    Watcher watcher(path);
    Random random(1);
    for (int k = 0; k < 50; ++k)
        CHECK(execute(path, order->dependencies(), random, 0.01, watcher));
    CHECK(watcher.collisions() == 0);
}

TEST_CASE("Three discs in turn: what follows from two dependencies is not said again, and is made use of")
{
    const ThreeInTurn three;
    AnyTiming timing(three.path);
    const auto order = timing.dependencies();
    REQUIRE(order);
    // C crosses B's way after B, B crosses A's after A; C and A do not meet.
    REQUIRE(order->dependencies().size() == 2);
    for (std::size_t k = 0; k < 2; ++k)
        CHECK(isCollisionOf(three.path, timing.judge(ExecutionOrder(three.path.ends(), without(order->dependencies(), k)))));

    // A and C on the same line, one way and the other, with B between them: that C waits for A follows from the other two alone.
    const RobotGroup group = discsAt({{-0.9, 0.0}, {0.0, -0.9}, {0.9, -0.15}});
    const CoordinatedPath path(group, rows({{{-0.9, 0.0}, {0.0, -0.9}, {0.9, -0.15}},
                                            {{0.5, 0.5}, {0.0, -0.9}, {0.9, -0.15}},
                                            {{0.5, 0.5}, {0.0, 0.9}, {0.9, -0.15}},
                                            {{0.5, 0.5}, {0.0, 0.9}, {-0.9, -0.15}}}));
    AnyTiming of_line(path);
    const auto chain = of_line.dependencies();
    REQUIRE(chain);
    const auto waitsFor = [&](RobotIndex waits, RobotIndex first) {
        return std::count_if(chain->dependencies().begin(), chain->dependencies().end(),
                             [&](const Dependency& d) { return d.waits == waits && d.first == first; });
    };
    CHECK(waitsFor(kB, kA) == 1);
    CHECK(waitsFor(kC, kB) == 1);
    Watcher watcher(path);
    Random random(2);
    for (int k = 0; k < 100; ++k)
        CHECK(execute(path, chain->dependencies(), random, 0.02, watcher));
    CHECK(watcher.collisions() == 0);
}

TEST_CASE("Two discs that follow each other have as many dependencies as their distance asks for")
{
    const RobotGroup group = discsAt({{-0.3, 0.0}, {-0.8, 0.0}});
    // B half a metre behind A, twice round corners.
    const CoordinatedPath path(
        group, rows({{{-0.3, 0.0}, {-0.8, 0.0}}, {{0.2, 0.0}, {-0.3, 0.0}}, {{0.2, 0.5}, {0.2, 0.0}}, {{0.7, 0.5}, {0.2, 0.5}}}));
    AnyTiming timing(path);
    const auto order = timing.dependencies();
    REQUIRE(order);
    CHECK(order->dependencies().size() >= 2);
    CHECK(order->dependencies().size() <= 24);
    for (const Dependency& d : order->dependencies())
        CHECK(d.waits == kB);
    Watcher watcher(path);
    Random random(3);
    for (int k = 0; k < 100; ++k)
        CHECK(execute(path, order->dependencies(), random, 0.02, watcher));
    CHECK(watcher.collisions() == 0);
}

TEST_CASE("Without time nothing is called free, and with time the same squares go on")
{
    const ThreeInTurn three;
    AnyTimingOptions options;
    bool is_stopped = true;
    options.interrupted = [&] { return is_stopped; };
    AnyTiming timing(three.path, options);
    CHECK_FALSE(timing.dependencies());
    CHECK(timing.result().verdict == Verdict::Undecided);
    CHECK(timing.result().is_stopped);
    CHECK(timing.judge(ExecutionOrder(three.path.ends(), {})).verdict == Verdict::Undecided);
    is_stopped = false;
    CHECK(timing.dependencies());
    // A way that grazes is undecided or refuted, at whatever resolution.
    const RobotGroup group = discsAt({{-0.8, 0.0}, {0.0, 0.2}});
    const CoordinatedPath grazing(group, rows({{{-0.8, 0.0}, {0.0, 0.2}}, {{0.8, 0.0}, {0.0, 0.2}}}));
    options.interrupted = {};
    AnyTiming of_grazing(grazing, options);
    CHECK_FALSE(of_grazing.dependencies());
    CHECK(of_grazing.result().verdict != Verdict::Free);
}

TEST_CASE("Where a robot that does not plan stands in an obstacle no order is free")
{
    DiscWorld world{{{{-0.8, 0.0}, {-0.8, 0.0}}, {{0.0, -0.8}, {0.0, -0.8}}, {{0.7, 0.7}, {0.7, 0.7}}}};
    for (const bool is_in_wall : {false, true})
    {
        world.obstacles = {wall("wall", {is_in_wall ? 0.7 : -0.7, 0.7}, {0.1, 0.1})};
        Problem problem = problemOf(world);
        problem.joints.resize(4);
        const RobotGroup group(problem);
        REQUIRE(group.size() == 2);
        const CoordinatedPath path(group, rows({{{-0.8, 0.0}, {0.0, -0.8}, {0.7, 0.7}}, {{0.8, 0.0}, {0.0, -0.8}, {0.7, 0.7}}}));
        AnyTiming timing(path);
        const AnyTimingResult result = timing.judge(ExecutionOrder(path.ends(), {}));
        CHECK(result.verdict == (is_in_wall ? Verdict::Collision : Verdict::Free));
        CHECK(result.alone.has_value() == is_in_wall);
    }
}

TEST_CASE("Options out of range and orders of other curves are refused")
{
    const Crossing crossing;
    for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    {
        AnyTimingOptions options;
        options.tolerance = bad;
        CHECK_THROWS_AS(AnyTiming(crossing.path, options), InputError);
        options = {};
        options.resolution = bad;
        CHECK_THROWS_AS(AnyTiming(crossing.path, options), InputError);
        options = {};
        options.coarsest = bad;
        CHECK_THROWS_AS(AnyTiming(crossing.path, options), InputError);
    }
    AnyTiming timing(crossing.path);
    CHECK_THROWS_AS(timing.judge(ExecutionOrder(ExecutionOrder::Parameters(3, 1.0), {})), InputError);
}
