// StaticChecker: free means proven farther than clearance + tolerance, a collision comes with points that can be checked.
#include <cmath>
#include <thread>

#include <catch2/catch.hpp>

#include "support/limited_arm.h"
#include "support/random_scene.h"
#include "support/reference_scene.h"

#include <gapless/certify/static_checker.h>
#include <gapless/collision/moved_scene.h>
#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// A slide in x at whose end a shape comes towards the plane x = 2 of another.
std::shared_ptr<const Scene> facing(const Shape& moving, const Shape& fixed, const Pose& X_WO, double clearance)
{
    SceneBuilder b;
    b.link("moving", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), moving);
    b.obstacle("fixed", fixed, X_WO);
    b.clearances.all = clearance;
    return b.build();
}

}  // namespace

TEST_CASE("Around the threshold a state is free above it and a collision at it")
{
    const double tolerance = 0x1p-10;
    for (double clearance : {0.0, 0.125})
        for (const Shape& moving : {Shape(Box{Vec3::Constant(0.5)}), Shape(boxMesh(Vec3::Constant(0.5))), Shape(Sphere{0.5})})
            for (const Shape& fixed : {Shape(Box{Vec3::Constant(0.5)}), Shape(boxMesh(Vec3::Constant(0.5))), Shape(Sphere{0.5}),
                                       Shape(Cylinder{0.5, 0.5})})
            {
                const auto scene = facing(moving, fixed, at(2.5, 0, 0), clearance);
                const StaticChecker checker(scene, tolerance);
                for (double distance : {0.0, 0x1p-30, 0x1p-12, tolerance, tolerance * (1 + 1e-6), tolerance * 4, 0.25, -0.25})
                {
                    const double d = distance + clearance;
                    ClosePair close;
                    const Verdict verdict = checker.check(configuration({1.5 - d}), &close);
                    CAPTURE(clearance, distance, moving.index(), fixed.index(), toString(verdict), digits(close.distance));
                    if (distance > tolerance)
                        CHECK(verdict == Verdict::Free);
                    if (distance < tolerance)
                    {
                        CHECK(verdict == Verdict::Collision);
                        CHECK(close.pair == PairIndex(0));
                        CHECK(close.distance <= clearance + tolerance);
                        CHECK(close.distance >= std::max(0.0, d) - 1e-14);
                    }
                }
            }
}

TEST_CASE("Distances are within a percent and their points lie on the objects")
{
    Random random(81);
    for (int i = 0; i < 60; ++i)
    {
        SceneBuilder builder;
        RandomRobotOptions options;
        options.base_offset = i % 3 == 1 ? 0x1p20 : 0.0;
        addRandomRobot(builder, random, options);
        addRandomObstacles(builder, random, 2, 2.0, 0.4,
                           Vec3(options.base_offset, -options.base_offset, 0.5 * options.base_offset));
        const auto scene = builder.build();
        const ReferenceScene reference(*scene);
        const Configuration q = randomConfiguration(scene->model(), random, 0.7);
        const auto poses = reference.poses(q, q, 0.0);
        const auto distances = StaticChecker(scene, 1e-6).distances(q);
        REQUIRE(distances.size() == scene->pairs().size());
        for (const PairIndex p : scene->pairs().indices())
        {
            const ClosePair& close = distances[p.value()];
            const ObjectPair& pair = scene->pair(p);
            const double truth = reference.pairDistance(poses, p);
            const double slack = kReferenceRounding * (reference.scaleOf(p, truth) + 2e2 * options.base_offset);
            CAPTURE(i, p.value(), digits(truth), digits(close.distance), digits(q), scene->object(pair.a).name,
                    scene->object(pair.b).name);
            CHECK(close.pair == p);
            CHECK(close.distance <= 1.0101 * truth + 2 * slack);
            CHECK(close.distance >= truth * (1 - 1e-3) - slack);  // the reference is from above for cylinders
            CHECK((close.point_a - close.point_b).norm() <= close.distance + slack);
            CHECK(reference.pointDistance(poses, pair.a, close.point_a) <= slack);
            CHECK(reference.pointDistance(poses, pair.b, close.point_b) <= slack);
        }
    }
}

TEST_CASE("Random states are judged as a brute force judges them")
{
    Random random(82);
    int free = 0, hit = 0;
    for (int i = 0; i < 150; ++i)
    {
        SceneBuilder builder;
        addRandomRobot(builder, random, {});
        addRandomObstacles(builder, random, 2, 2.0, 0.4, Vec3::Zero());
        builder.clearances.all = i % 3 ? 0.0 : 0.02;
        const auto scene = builder.build();
        const ReferenceScene reference(*scene);
        const double tolerance = random.logUniform(1e-9, 1e-2);
        const StaticChecker checker(scene, tolerance);
        for (int k = 0; k < 4; ++k)
        {
            const Configuration q = randomConfiguration(scene->model(), random, 0.7);
            const auto poses = reference.poses(q, q, 0.0);
            double excess = 1e9;
            for (const PairIndex p : scene->pairs().indices())
                excess = std::min(excess, reference.pairDistance(poses, p) - scene->pair(p).clearance);
            ClosePair close;
            const Verdict verdict = checker.check(q, &close);
            CAPTURE(i, k, digits(excess), digits(tolerance), toString(verdict), digits(q));
            // Contacts are asked for besides.
            CHECK(checker.check(q) == verdict);
            if (verdict == Verdict::Free)
            {
                ++free;
                CHECK(excess > tolerance - 1e-12);
            }
            else if (verdict == Verdict::Collision)
            {
                ++hit;
                const ObjectPair& pair = scene->pair(close.pair);
                CHECK(close.distance <= pair.clearance + tolerance);
                CHECK(reference.pairDistance(poses, close.pair) <= close.distance * (1 + 1e-3) + 1e-9);
                CHECK(reference.pointDistance(poses, pair.a, close.point_a) <= 1e-11);
                CHECK(reference.pointDistance(poses, pair.b, close.point_b) <= 1e-11);
            }
            else
                CHECK(std::abs(excess - tolerance) <= 1e-9);
        }
    }
    CAPTURE(free, hit);
    CHECK(free > 30);
    CHECK(hit > 30);
}

TEST_CASE("An obstacle may be listed before a link that turns")
{
    Random random(5);
    int free = 0;
    for (int i = 0; i < 60; ++i)
    {
        SceneBuilder b;
        b.obstacle("first", randomShape(random, 0.4), random.chance(0.5) ? Pose{} : random.pose(0.3));
        b.link("link", b.joint(kWorld, at(1, 0, 0), JointType::Revolute, random.direction()), randomShape(random, 0.6),
               random.pose(0.6));
        const auto scene = b.build();
        const ReferenceScene reference(*scene);
        const StaticChecker checker(scene, 1e-6);
        for (int k = 0; k < 20; ++k)
        {
            const Configuration q = configuration({random.uniform(-3, 3)});
            if (checker.check(q) != Verdict::Free)
                continue;
            ++free;
            CAPTURE(i, digits(q));
            CHECK(reference.pairDistance(reference.poses(q, q, 0.0), PairIndex(0)) > 1e-6 - 1e-11);
        }
    }
    CHECK(free > 100);
}

TEST_CASE("What the limits keep apart is of no use beyond them, nor for a tolerance that is larger than the gap")
{
    const auto scene = limitedArm().build();
    REQUIRE(scene->apartWithinLimits(PairIndex(0)).open.empty());
    CHECK(StaticChecker(scene, 1e-6).check(configuration({0, 0})) == Verdict::Free);
    CHECK(StaticChecker(scene, 0.9).check(configuration({0, 0})) == Verdict::Collision);
    CHECK(StaticChecker(scene, 1e-6).check(configuration({0, 3.14159})) == Verdict::Collision);
}

namespace {

/// The limited arm, with a ball of its own body before its tip. The last of the pairs that the limits do not keep apart is that of ball and tip.
std::shared_ptr<const Scene> limitedArmBesideBall(bool of_surfaces, double clearance = 0.0)
{
    SceneBuilder b = limitedArm();
    if (of_surfaces)
        // Open, as a sheet is: no ball fits in.
        b.objects.back().geometry = geometryOf(triangleMesh(Vec3(0, 0.05, 0), Vec3(0, 0.55, 0), Vec3(0.05, 0.55, 0)));
    const BodyIndex ball = b.model.addBody("ball", kWorld, at(0, 0.9, 0), Joint());
    b.objects.push_back({"ball", ball, ObjectKind::Obstacle, geometryOf(Sphere{0.05}), {}, {}});
    b.clearances.all = clearance;
    return b.build();
}

}  // namespace

TEST_CASE("A pair that a table of joint values keeps apart by no more than the tolerance is not free")
{
    const auto scene = twoArms(-0.5, Vec3::UnitX());
    const ApartWithinLimits& proof = scene->apartWithinLimits(PairIndex(0));
    REQUIRE(proof.cells);
    int told_by_table = 0;
    for (const double tolerance : {1e-4, 1e-3, 0.01, 0.1, 0.3})
        for (const double part : {0.1, 0.5, 0.9, 0.999, 1.001, 1.1, 2.0})
            for (const double middle : {-0.3, 0.0, 0.2})
            {
                // Balls of 0.02 m, a metre from the joints.
                const double half_angle = std::asin(0.5 * (0.04 + part * tolerance));
                const Configuration q = configuration({0.0, middle + half_angle, middle - half_angle});
                const StaticChecker checker(scene, tolerance);
                CAPTURE(tolerance, part, middle);
                CHECK(checker.check(q) == (part < 1.0 ? Verdict::Collision : Verdict::Free));
                ClosePair close;
                CHECK(checker.check(q, &close) == (part < 1.0 ? Verdict::Collision : Verdict::Free));
                told_by_table += part < 1.0 && proof.gapOn(q, q).has_value();
            }
    CHECK(told_by_table > 10);
}

TEST_CASE("A collision beyond the limits, of a pair that they keep apart, hides no other pair within them")
{
    for (const bool of_surfaces : {false, true})
    {
        CAPTURE(of_surfaces);
        const auto scene = limitedArmBesideBall(of_surfaces);
        REQUIRE(scene->pairs().size() == 3);
        REQUIRE(scene->apartWithinLimits(PairIndex(0)).open.empty());
        const StaticChecker checker(scene, 1e-6);
        const Configuration beyond = configuration({0, 3.14159}), at_ball = configuration({0, 0}), free = configuration({1, 0});
        for (int k = 0; k < 4; ++k)
        {
            CHECK(checker.check(beyond) == Verdict::Collision);
            CHECK(checker.check(at_ball) == Verdict::Collision);
            CHECK(checker.check(free) == Verdict::Free);
        }
    }
}

TEST_CASE("Checkers of several scenes and tolerances, asked in turns by one thread, each answer as by a thread of its own")
{
    Random random(83);
    std::vector<std::shared_ptr<const Scene>> scenes = {limitedArmBesideBall(false), limitedArmBesideBall(true),
                                                        limitedArmBesideBall(false, 0.03)};
    const BodyIndex ball = scenes[0]->object(*scenes[0]->findObject("ball")).body;
    for (const double x : {0.2, -0.5})
        scenes.push_back(withMoved(*scenes[0], ball, at(x, 0.7, 0)));
    for (int i = 0; i < 4; ++i)
    {
        SceneBuilder b;
        RandomRobotOptions options;
        options.floating_and_planar = false;
        addRandomRobot(b, random, options);
        addRandomObstacles(b, random, 2, 1.5, 0.4, Vec3::Zero());
        scenes.push_back(b.build());
    }
    std::vector<StaticChecker> checkers;
    for (const auto& scene : scenes)
        for (const double tolerance : {1e-6, 0.02, 0.9})
            checkers.emplace_back(scene, tolerance);
    int count[3] = {}, named = 0;
    const auto ask = [&](const StaticChecker& checker, const Configuration& q) {
        Verdict fresh = Verdict::Undecided, fresh_named = Verdict::Undecided;
        ClosePair expected, close;
        std::thread([&] { fresh = checker.check(q); }).join();
        std::thread([&] { fresh_named = checker.check(q, &expected); }).join();
        CAPTURE(checker.tolerance(), digits(q));
        CHECK(checker.check(q) == fresh);
        CHECK(checker.check(q, &close) == fresh_named);
        CHECK(fresh == fresh_named);
        if (fresh == Verdict::Collision)
        {
            ++named;
            CHECK(close.pair == expected.pair);
            CHECK(close.distance == expected.distance);
            CHECK(close.point_a == expected.point_a);
            CHECK(close.point_b == expected.point_b);
        }
        ++count[static_cast<int>(fresh)];
    };
    std::size_t at = 0;
    for (int k = 0; k < 600; ++k)
    {
        // Some in a row, as a planner asks, then another.
        if (random.chance(0.4))
            at = static_cast<std::size_t>(random.index(static_cast<int>(checkers.size())));
        const KinematicModel& model = checkers[at].scene().model();
        // Beyond the limits, too.
        ask(checkers[at], random.chance(0.5) ? randomWithinLimits(model, random) : randomConfiguration(model, random, 0.7));
    }
    CAPTURE(count[0], count[1], count[2], named);
    CHECK(count[static_cast<int>(Verdict::Free)] > 50);
    CHECK(named > 100);
}

TEST_CASE("A body wholly inside a solid is in collision, one in a cavity is not")
{
    const auto solid = facing(boxMesh(Vec3::Constant(0.1)), boxMesh(Vec3::Constant(1)), {}, 0.0);
    const auto hollow = facing(boxMesh(Vec3::Constant(0.1)), hollowBoxMesh(Vec3::Constant(1), Vec3::Constant(0.5)), {}, 0.0);
    ClosePair close;
    CHECK(StaticChecker(solid, 1e-3).check(configuration({0.25}), &close) == Verdict::Collision);
    CHECK(close.distance == 0.0);
    CHECK(StaticChecker(solid, 1e-3).distances(configuration({0.25}))[0].distance == 0.0);
    CHECK(StaticChecker(hollow, 1e-3).check(configuration({0.25})) == Verdict::Free);
    CHECK(StaticChecker(hollow, 1e-3).check(configuration({0.75})) == Verdict::Collision);
    // With a clearance the cavity's walls count.
    const auto kept = facing(boxMesh(Vec3::Constant(0.1)), hollowBoxMesh(Vec3::Constant(1), Vec3::Constant(0.5)), {}, 0.2);
    CHECK(StaticChecker(kept, 1e-3).check(configuration({0.0})) == Verdict::Free);
    CHECK(StaticChecker(kept, 1e-3).check(configuration({0.25})) == Verdict::Collision);
}

TEST_CASE("Two links that cross are never free, however far away the base is")
{
    // Beyond 1e154 squares are infinite, and errors no numbers.
    SceneBuilder b;
    const BodyIndex base = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    b.link("base", base, Box{Vec3(1, 0.1, 0.1)});
    const BodyIndex middle = b.joint(base, at(1, 0, 0), JointType::Revolute, Vec3::UnitZ());
    const BodyIndex tip = b.joint(middle, at(0, 0, 0), JointType::Revolute, Vec3::UnitZ());
    b.link("tip", tip, Box{Vec3(1, 0.1, 0.1)});
    const auto scene = b.build();
    REQUIRE(scene->pairs().size() > 0);
    const StaticChecker checker(scene, 1e-3);
    for (const double far : {0.0, 1e3, 1e100, 1e150, 2e154, 1e200, 1e300})
    {
        CAPTURE(far);
        CHECK(checker.check(configuration({far, 0.3, 0.2})) != Verdict::Free);
    }
}

TEST_CASE("Checkers refuse tolerances and configurations that make no sense, and accept scenes without pairs")
{
    const auto scene = facing(Sphere{1}, Sphere{1}, at(5, 0, 0), 0.0);
    for (double bad : {0.0, -1.0, double(INFINITY), std::nan("")})
        CHECK_THROWS_AS(StaticChecker(scene, bad), InputError);
    CHECK_THROWS_AS(StaticChecker(nullptr, 1e-3), InputError);
    const StaticChecker checker(scene, 1e-3);
    CHECK_THROWS_AS(checker.check(Configuration::Zero(2)), InputError);
    CHECK_THROWS_AS(checker.check(configuration({std::nan("")})), InputError);
    const StaticChecker empty(SceneBuilder().build(), 1e-3);
    CHECK(empty.check(Configuration(0)) == Verdict::Free);
    CHECK(empty.distances(Configuration(0)).empty());
}
