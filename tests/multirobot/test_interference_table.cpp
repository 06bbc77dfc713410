// Entries against closed forms, the certifier, and obstacles put exactly where motions pass.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include <gapless/certify/segment_certifier.h>

#include "multirobot/discs.h"
#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr RobotIndex kFirst(0), kSecond(1);
constexpr double kRadius = 0.1;

/// Of two discs: the first goes from a to b, and the second stands at c.
bool blocks(const Point& a, const Point& b, const Point& c, double clearance = 0.0, bool first_moves = true)
{
    const Point &start = first_moves ? a : c, &other = first_moves ? c : a;
    DiscWorld world{{{start, b, kRadius}, {other, b, kRadius}}};
    world.half_side = 2.0;
    world.clearances.all = clearance;
    DiscGroup discs(world);
    const RobotIndex moving = first_moves ? kFirst : kSecond, standing = first_moves ? kSecond : kFirst;
    const auto from = discs.add(moving, configuration({a[0], a[1]}), 0), to = discs.add(moving, configuration({b[0], b[1]}), 1);
    REQUIRE(from == 0);
    REQUIRE(discs.roadmaps[moving]->edgeCount() == 1);
    const auto at = discs.add(standing, configuration({c[0], c[1]}), 0);
    static_cast<void>(to);
    return discs.table->blocks(standing, at, moving, 0);
}

double distanceToSegment(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b)
{
    const Eigen::Vector2d way = b - a;
    const double s = std::clamp((p - a).dot(way) / way.squaredNorm(), 0.0, 1.0);
    return (p - a - s * way).norm();
}

}  // namespace

TEST_CASE("A disc that stands where another one passes blocks it, wherever on the edge that is")
{
    for (const bool first_moves : {true, false})
        for (const double share : {0.0, 1e-6, 0.1, 1.0 / 3.0, 0.5, 0.7, 1.0})
        {
            CAPTURE(first_moves, share);
            const Point a{-1.0, -0.3}, b{0.9, 0.5};
            const double x = a[0] + share * (b[0] - a[0]), y = a[1] + share * (b[1] - a[1]);
            CHECK(blocks(a, b, {x, y}, 0.0, first_moves));
            // Beside the way, at right angles to it, in contact and as near as may be called a collision.
            const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
            const double nx = -(b[1] - a[1]) / length, ny = (b[0] - a[0]) / length;
            for (const double gap : {-1e-3, -1e-9, -1e-13})
            {
                const double d = 2.0 * kRadius + gap;
                CHECK(blocks(a, b, {x + d * nx, y + d * ny}, 0.0, first_moves));
            }
            const double apart = 2.0 * kRadius + 2.1 * kTolerance;
            CHECK_FALSE(blocks(a, b, {x + apart * nx, y + apart * ny}, 0.0, first_moves));
        }
}

TEST_CASE("Where a motion ends the other one is farther than the tolerance, too, so that placements are valid states")
{
    const Point a{-1.0, 0.0}, b{0.5, 0.0};
    CHECK(blocks(a, b, {0.5 + 2.0 * kRadius + 0.5 * kTolerance, 0.0}));
    CHECK(blocks(a, b, {-1.0 - 2.0 * kRadius - 0.5 * kTolerance, 0.0}));
    CHECK_FALSE(blocks(a, b, {0.5 + 2.0 * kRadius + 2.1 * kTolerance, 0.0}));
}

TEST_CASE("The clearance of two robots counts for entries, also where boxes are farther apart than nothing")
{
    const Point a{-1.0, 0.0}, b{1.0, 0.0};
    for (const double clearance : {0.05, 0.5})
    {
        const double d = 2.0 * kRadius + clearance;
        CHECK(blocks(a, b, {0.0, d - 1e-9}, clearance));
        CHECK_FALSE(blocks(a, b, {0.0, d + 2.1 * kTolerance}, clearance));
        CHECK_FALSE(blocks(a, b, {0.0, d - 1e-9}, 0.0));
    }
}

TEST_CASE("Entries of random roadmaps are those of closed forms and of the certifier of all robots together")
{
    Random random(7);
    std::size_t blocked = 0, open = 0, close = 0;
    for (int round = 0; round < 6; ++round)
    {
        DiscWorld world;
        for (int i = 0; i < 3; ++i)
            world.discs.push_back({{random.uniform(-1, 1), random.uniform(-1, 1)}, {0.0, 0.0}, random.uniform(0.05, 0.25)});
        world.clearances.all = round % 2 == 0 ? 0.0 : 0.03;
        DiscGroup discs(world);
        discs.grow(12, 3);
        const Scene& scene = *discs.group.problem().scene;
        CertifyOptions options;
        options.tolerance = kTolerance;
        SegmentCertifier all(discs.group.problem().scene, options);
        for (const RobotIndex moving : discs.group.robots())
            for (const RobotIndex standing : discs.group.robots())
                for (RobotRoadmap::Edge e = 0; moving != standing && e < discs.roadmaps[moving]->edgeCount(); ++e)
                    for (RobotRoadmap::Node u = 0; u < discs.roadmaps[standing]->size(); ++u)
                    {
                        const RobotRoadmap& roadmap = *discs.roadmaps[moving];
                        const Configuration &a = roadmap.configuration(roadmap.edge(e).from),
                                            &b = roadmap.configuration(roadmap.edge(e).to),
                                            &c = discs.roadmaps[standing]->configuration(u);
                        const double radii =
                            world.discs[moving.value()].radius + world.discs[standing.value()].radius + world.clearances.all;
                        const double gap = distanceToSegment(c, a, b) - radii;
                        const bool is_blocked = discs.table->blocks(standing, u, moving, e);
                        // Asked again, the same.
                        CHECK(discs.table->blocks(standing, u, moving, e) == is_blocked);
                        if (gap <= 0.0)
                            CHECK(is_blocked);
                        if (gap > 2.0 * kTolerance)
                            CHECK_FALSE(is_blocked);
                        (gap <= 0.0 ? blocked : gap > 2.0 * kTolerance ? open : close) += 1;
                        if (is_blocked || u % 4 != 0)
                            continue;
                        // The third one out of the way.
                        Configuration q0 = Configuration::Constant(6, 10.0), q1 = q0;
                        discs.group.alone(standing).put(c, q0);
                        discs.group.alone(standing).put(c, q1);
                        discs.group.alone(moving).put(a, q0);
                        discs.group.alone(moving).put(b, q1);
                        all.reset(q0, q1);
                        CHECK(all.run() == Verdict::Free);
                    }
        static_cast<void>(scene);
    }
    CHECK(blocked > 300);
    CHECK(open > 1000);
}

TEST_CASE("What a robot stands on is in the way of others, too")
{
    DiscWorld world{{{{-0.8, 0.0}, {0.8, 0.0}, kRadius}, {{0.0, 0.9}, {0.0, 0.9}, kRadius}}};
    Problem problem = problemOf(world);
    KinematicModel model = problem.scene->model();
    Joint fixed;
    fixed.name = "disc_2/foot";
    const BodyIndex foot = model.addBody("disc_2/foot", kWorld, at(0.0, 0.3, 0.0), fixed, 1);
    std::vector<CollisionObject> objects = problem.scene->objects().list();
    objects.push_back({"foot", foot, ObjectKind::Link, geometryOf(Sphere{0.25}), {}});
    problem.scene = std::make_shared<const Scene>(model, objects);
    DiscGroup discs(problem);
    const auto far = discs.add(kSecond, configuration({0.0, 0.9}), 0);
    // Through it, along it at 0.4 m from its middle, and beside it.
    for (const auto& [y, is_blocked] : std::vector<std::pair<double, bool>>{{0.3, true}, {-0.04, true}, {-0.06, false}})
    {
        CAPTURE(y);
        const auto from = discs.add(kFirst, configuration({-0.8, y}), 0), to = discs.add(kFirst, configuration({0.8, y}), 0);
        // Joined to its nearest, which is the other end.
        const std::size_t before = discs.roadmaps[kFirst]->edgeCount();
        discs.roadmaps[kFirst]->add(configuration({0.0, y}), 6, ompl::base::plannerNonTerminatingCondition());
        static_cast<void>(from);
        static_cast<void>(to);
        bool is_any_blocked = false;
        for (auto edge = static_cast<RobotRoadmap::Edge>(before); edge < discs.roadmaps[kFirst]->edgeCount(); ++edge)
        {
            const RobotRoadmap::Ends& ends = discs.roadmaps[kFirst]->edge(edge);
            const bool is_level = discs.roadmaps[kFirst]->configuration(ends.from)[1] == y
                                  && discs.roadmaps[kFirst]->configuration(ends.to)[1] == y;
            is_any_blocked = is_any_blocked || (is_level && discs.table->blocks(kSecond, far, kFirst, edge));
        }
        CHECK(is_any_blocked == is_blocked);
    }
}

TEST_CASE("Two discs meet where they do, whoever is asked about first")
{
    DiscGroup discs(DiscWorld{{{{-0.5, 0.0}, {0.5, 0.0}}, {{0.5, 0.0}, {-0.5, 0.0}}}});
    const auto a = discs.add(kFirst, configuration({0.0, 0.0}), 0);
    for (const auto& [x, meets] : std::vector<std::pair<double, bool>>{{0.0, true},
                                                                       {0.19, true},
                                                                       {0.2, true},
                                                                       {0.2 + 0.5 * kTolerance, true},
                                                                       {0.2 + 1.1 * kTolerance, false},
                                                                       {0.6, false}})
    {
        CAPTURE(x);
        const auto b = discs.add(kSecond, configuration({x, 0.0}), 0);
        CHECK(discs.table->meet(kFirst, a, kSecond, b) == meets);
        CHECK(discs.table->meet(kSecond, b, kFirst, a) == meets);
    }
}

TEST_CASE("Boxes settle most entries, and none that is near")
{
    DiscWorld world;
    for (int i = 0; i < 4; ++i)
        world.discs.push_back({{-3.0 + 2.0 * i, -3.0}, {-3.0 + 2.0 * i, 3.0}});
    world.half_side = 4.0;
    DiscGroup discs(world);
    discs.grow(40, 5);
    std::size_t asked = 0;
    for (const RobotIndex moving : discs.group.robots())
        for (const RobotIndex standing : discs.group.robots())
            for (RobotRoadmap::Edge e = 0; moving != standing && e < discs.roadmaps[moving]->edgeCount(); ++e)
                for (RobotRoadmap::Node u = 0; u < discs.roadmaps[standing]->size(); ++u, ++asked)
                    static_cast<void>(discs.table->blocks(standing, u, moving, e));
    CHECK(static_cast<double>(asked) == discs.table->entryCount());
    CHECK(discs.table->computedCount() < asked / 4);
}
