// Executions of paths that were planned: discs, arms and cars at random speeds, in the order that was proven and in none.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

#include <gapless/certify/static_checker.h>
#include <gapless/multirobot/product_search.h>

#include "multirobot/discs.h"
#include "multirobot/executions.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

const auto kForever = ompl::base::plannerNonTerminatingCondition();

/// A path of turns on roadmaps of random nodes; none if there is none.
std::optional<std::vector<Configuration>> planned(const Problem& problem, std::size_t nodes)
{
    DiscGroup robots(problem);
    robots.grow(nodes, 8);
    const Placement start = robots.placement(problem.start, 8), goal = robots.placement(*problem.goal, 8);
    ProductSearch search(robots.roadmaps, *robots.table, start, goal, 2.0);
    if (search.run(20000, kForever) != ProductSearch::Outcome::Found)
        return std::nullopt;
    return search.path().configurations(robots.group, robots.roadmaps);
}

DiscWorld randomWorld(Random& random, std::size_t count)
{
    DiscWorld world;
    const auto isApart = [&](const Point& p, Point Disc::*of) {
        return std::all_of(world.discs.begin(), world.discs.end(),
                           [&](const Disc& d) { return std::hypot(p[0] - (d.*of)[0], p[1] - (d.*of)[1]) > 0.45; });
    };
    while (world.discs.size() < count)
    {
        const Disc disc{
            {random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8)}, {random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8)}, 0.2};
        if (isApart(disc.start, &Disc::start) && isApart(disc.goal, &Disc::goal))
            world.discs.push_back(disc);
    }
    return world;
}

/// Two arms of two links each, whose bases are within reach of each other.
Problem twoArms(const Configuration& start, const Configuration& goal)
{
    KinematicModel model;
    std::vector<CollisionObject> objects;
    Problem problem;
    problem.file = "arms";
    for (int i = 0; i < 2; ++i)
    {
        BodyIndex body = kWorld;
        for (int k = 0; k < 2; ++k)
        {
            Joint joint;
            joint.name = "arm_" + std::to_string(i) + "/joint_" + std::to_string(k);
            joint.type = JointType::Revolute;
            joint.lower = {-3.0};
            joint.upper = {3.0};
            body = model.addBody("arm_" + std::to_string(i) + "/link_" + std::to_string(k), body,
                                 k == 0 ? at(0.8 * i, 0.0, 0.0) : at(0.5, 0.0, 0.0), joint, i);
            problem.joints.push_back({joint.name, body, *model.body(body).variable, 1});
            objects.push_back(
                {joint.name, body, ObjectKind::Link, geometryOf(Box{Vec3(0.24, 0.04, 0.04)}, at(0.25, 0.0, 0.0)), {}});
        }
    }
    AllowedCollisionMatrix allowed;
    for (const char* arm : {"arm_0", "arm_1"})
        allowed.allow(arm + std::string("/joint_0"), arm + std::string("/joint_1"));
    problem.scene = std::make_shared<const Scene>(std::move(model), std::move(objects), allowed);
    problem.start = start;
    problem.goal = goal;
    problem.has_start = true;
    return problem;
}

struct Tally
{
    int paths = 0, unproven = 0, executions = 0, states = 0, collisions = 0, dependencies = 0, refuted = 0, undecided = 0,
        collided_without = 0;
};

/// Executions that keep the order; and of the order without each of its dependencies what is said.
void watch(const CoordinatedPath& path, Random& random, int executions, Tally& tally)
{
    AnyTiming timing(path);
    const std::optional<ExecutionOrder> order = provenOrder(timing);
    if (!order)
    {
        ++tally.unproven;
        return;
    }
    ++tally.paths;
    Watcher watcher(path);
    for (int k = 0; k < executions; ++k)
        REQUIRE(execute(path, order->dependencies(), random, 0.02, watcher));
    tally.executions += executions;
    tally.states += watcher.asked();
    tally.collisions += watcher.collisions();

    for (std::size_t k = 0; k < order->dependencies().size(); ++k)
    {
        const std::vector<Dependency> fewer = without(order->dependencies(), k);
        const ExecutionOrder less(path.ends(), fewer);
        const AnyTimingResult result = timing.judge(less);
        ++tally.dependencies;
        CHECK(result.verdict != Verdict::Free);
        if (result.verdict == Verdict::Undecided)
        {
            ++tally.undecided;
            continue;
        }
        // The witness is a state of an execution, and one of a collision.
        REQUIRE(result.state);
        CHECK(less.allows(*result.state));
        CHECK_FALSE(order->allows(*result.state));
        ClosePair close;
        CHECK(StaticChecker(path.group().problem().scene, 1e-3).check(path.at(*result.state), &close) == Verdict::Collision);
        ++tally.refuted;
        // Executions without it collide now and then.
        Watcher broken(path);
        for (int i = 0; i < 5; ++i)
            execute(path, fewer, random, 0.02, broken);
        tally.collided_without += broken.collisions() > 0 ? 1 : 0;
    }
}

}  // namespace

TEST_CASE("Discs that keep the order of a path never collide, at whatever speeds, and without any dependency they may")
{
    Tally tally;
    for (int i = 0; tally.executions < (kSanitized ? 60 : 600); ++i)
    {
        Random random(static_cast<std::uint64_t>(100 + i));
        const Problem problem = problemOf(randomWorld(random, 2 + static_cast<std::size_t>(i % 3)));
        const auto path = planned(problem, 40);
        if (!path)
            continue;
        INFO("scene " << i);
        const RobotGroup group(problem);
        watch(CoordinatedPath(group, *path), random, 20, tally);
    }
    WARN(tally.paths << " paths, " << tally.dependencies << " dependencies, " << tally.states << " states; without one "
                     << tally.refuted << " refuted, " << tally.undecided << " undecided, " << tally.collided_without
                     << " seen to collide");
    CHECK(tally.collisions == 0);
    CHECK(tally.unproven <= 1 + tally.paths / 10);
    CHECK(tally.dependencies >= tally.paths);
    CHECK(tally.undecided <= tally.dependencies / 10);
    CHECK(tally.collided_without > 0);
}

TEST_CASE("Arms that keep the order of a path never collide, at whatever speeds")
{
    Tally tally;
    for (int i = 0; tally.executions < (kSanitized ? 20 : 300); ++i)
    {
        Random random(static_cast<std::uint64_t>(200 + i));
        Configuration start(4), goal(4);
        for (int v = 0; v < 4; ++v)
        {
            start[v] = random.uniform(-2.5, 2.5);
            goal[v] = random.uniform(-2.5, 2.5);
        }
        const Problem problem = twoArms(start, goal);
        const StaticChecker checker(problem.scene, 1e-2);
        if (checker.check(start) != Verdict::Free || checker.check(goal) != Verdict::Free)
            continue;
        const auto path = planned(problem, 60);
        if (!path)
            continue;
        INFO("scene " << i);
        const RobotGroup group(problem);
        watch(CoordinatedPath(group, *path), random, 20, tally);
    }
    WARN(tally.paths << " paths, " << tally.dependencies << " dependencies, " << tally.states << " states; without one "
                     << tally.refuted << " refuted, " << tally.undecided << " undecided, " << tally.collided_without
                     << " seen to collide");
    CHECK(tally.collisions == 0);
    CHECK(tally.unproven <= 1 + tally.paths / 10);
    CHECK(tally.refuted > 0);
}

TEST_CASE("Cars that keep the order of a path never collide, along the curves that they drive")
{
    Tally tally;
    for (int i = 0; tally.executions < (kSanitized ? 10 : 100); ++i)
    {
        Random random(static_cast<std::uint64_t>(300 + i));
        Problem problem = twoCars({i % 2 == 0 ? Steering::Type::ReedsShepp : Steering::Type::Dubins, 1.0},
                                  {Box{Vec3(0.5, 0.25, 0.2)}, at(0.3, 0.0, 0.0)}, {6.0, 4.0});
        problem.start = configuration({-4.0, random.uniform(-1, 1), 0.0, 4.0, random.uniform(-1, 1), 3.0});
        problem.goal = configuration({4.0, random.uniform(-1, 1), 0.0, -4.0, random.uniform(-1, 1), 3.0});
        const auto waypoints = planned(problem, 40);
        if (!waypoints)
            continue;
        INFO("scene " << i);
        const RobotGroup group(problem);
        const auto space = makeStateSpace(problem);
        space->setup();
        const StateMapping mapping(space, problem);
        watch(CoordinatedPath(group, mapping, {*waypoints, {}}), random, 20, tally);
    }
    WARN(tally.paths << " paths, " << tally.dependencies << " dependencies, " << tally.states << " states; without one "
                     << tally.refuted << " refuted, " << tally.undecided << " undecided, " << tally.collided_without
                     << " seen to collide");
    CHECK(tally.collisions == 0);
    CHECK(tally.unproven <= 1 + tally.paths / 10);
    CHECK(tally.refuted > 0);
}
