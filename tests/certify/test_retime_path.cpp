// retimePath(): what collides once its corners are cut is cut less, and nothing that collides is called certified.
#include <catch2/catch.hpp>

#include <cmath>

#include "measure/driven_trajectory.h"
#include "support/random_tube.h"

#include <gapless/certify/certify_path.h>
#include <gapless/certify/retime_path.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// A ball of radius 0.1 that slides in the plane, round the corner of a path from (-3, 0) over (0, 0) to (0, -3). On the inner side a post of
/// radius 0.1, whose centre on the bisector leaves the path the gap.
std::shared_ptr<const Scene> ballAndPost(double gap)
{
    SceneBuilder builder;
    const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("ball", builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{0.1});
    builder.obstacle("post", Sphere{0.1}, at(-0.2 - gap, -0.2 - gap, 0));
    return builder.build();
}

const std::vector<Configuration>& corner()
{
    static const std::vector<Configuration> path{configuration({-3, 0}), configuration({0, 0}), configuration({0, -3})};
    return path;
}

RateLimits limits(const Scene& scene, double velocity = 1.0, double acceleration = 0.5)
{
    const int count = scene.model().configurationSize();
    return {Configuration::Constant(count, velocity), Configuration::Constant(count, acceleration)};
}

constexpr ValidatorKind kExactKinds[] = {ValidatorKind::Adaptive, ValidatorKind::Articulated};

}  // namespace

TEST_CASE("A corner round a post is cut as far as is proven, and no farther")
{
    for (const ValidatorKind kind : kExactKinds)
        for (const double gap : {0.5, 0.05, 1e-3, 1e-6})
        {
            INFO(toString(kind) << " gap " << gap);
            const auto scene = ballAndPost(gap);
            RetimeOptions options;
            options.certification.validator = kind;
            options.certification.tolerance = 0.1 * gap;
            const RetimedPath tight = retimePath(scene, corner(), limits(*scene), options);
            REQUIRE(tight.isCertified());
            CHECK(tight.corners == 1);
            CHECK(tight.trajectory.back().position == corner().back());
            CHECK(certifyCurve(scene, curveOf(scene->model(), tight.trajectory), options.certification).verdict == Verdict::Free);
            options.tighten = false;
            const RetimedPath loose = retimePath(scene, corner(), limits(*scene), options);
            CHECK(loose.tightened == 0);
            CHECK(loose.duration() <= tight.duration());
            // The blend at full speed passes through (-0.25, -0.25).
            const bool collides = gap < 0.1;
            CHECK((loose.certification.verdict == Verdict::Free) == !collides);
            CHECK(tight.tightened == (collides ? 1 : 0));
            if (gap == 0.05)
            {
                CHECK(tight.stops == 0);
                CHECK(tight.duration() < 9.0);  // with a stop 10
            }
        }
}

TEST_CASE("A path that collides itself is not certified, and its trajectory says where")
{
    for (const ValidatorKind kind : kExactKinds)
    {
        SceneBuilder builder;
        const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
        builder.link("ball", builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{0.1});
        builder.obstacle("wire", Sphere{1e-3}, at(0, -1.5, 0));
        const auto scene = builder.build();
        RetimeOptions options;
        options.certification.validator = kind;
        const RetimedPath result = retimePath(scene, corner(), limits(*scene), options);
        CHECK(result.certification.verdict == Verdict::Collision);
        const Configuration there = drivenAt(result.trajectory, result.certification.time.upper).position;
        CHECK(there[1] == Approx(-1.5 + 0.101).margin(2e-3));
        // Right in the corner: cutting it avoids that, and what is driven counts.
        SceneBuilder in_corner;
        const BodyIndex x2 = in_corner.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
        in_corner.link("ball", in_corner.joint(x2, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{0.1});
        in_corner.obstacle("wire", Sphere{1e-3}, at(0, 0, 0));
        const auto blocked = in_corner.build();
        const RetimedPath round = retimePath(blocked, corner(), limits(*blocked), options);
        CHECK(round.isCertified());
        CHECK(round.tightened == 0);
        // Too fast a stop for a long blend: now it collides, and no shorter one helps.
        CHECK(!retimePath(blocked, corner(), limits(*blocked, 1.0, 100.0), options).isCertified());
    }
}

TEST_CASE("A tracking error makes blends shorter still, and is told where lines do not allow it")
{
    const auto scene = ballAndPost(0.08);
    RetimeOptions options;
    const RetimedPath exact = retimePath(scene, corner(), limits(*scene), options);
    REQUIRE(exact.isCertified());
    options.certification.tracking_error = configuration({0.03, 0.03});
    const RetimedPath wide = retimePath(scene, corner(), limits(*scene), options);
    REQUIRE(wide.isCertified());
    CHECK(wide.duration() > exact.duration());
    options.certification.tracking_error = configuration({0.3, 0.3});
    CHECK(retimePath(scene, corner(), limits(*scene), options).certification.verdict == Verdict::Undecided);
}

TEST_CASE("Every random path that is proven free with slack ends certified, however blends are obstructed")
{
    Random random(5);
    int obstructed = 0, stopped = 0;
    for (int i = 0; i < 150; ++i)
    {
        INFO("path " << i);
        SceneBuilder builder;
        RandomRobotOptions robot;
        robot.max_bodies = 5;
        robot.scale = 0.5;
        addRandomRobot(builder, random, robot);
        auto scene = builder.build();
        const KinematicModel& model = builder.model;
        if (model.configurationSize() == 0 || scene->objects().empty())
            continue;
        PathCertificationOptions certification;
        certification.tolerance = 1e-5;
        // A way through what is free, as a planner's.
        std::vector<Configuration> path{randomConfiguration(model, random, 1.0)};
        for (int k = 0; k < 40 && path.size() < 6; ++k)
        {
            const Configuration next = withTurnsOf(model, path[0], randomConfiguration(model, random, 1.0));
            if (certifyPath(scene, {path.back(), next}, certification).verdict == Verdict::Free)
                path.push_back(next);
        }
        if (path.size() < 3)
            continue;
        const RateLimits at_most = limits(*scene, random.logUniform(0.5, 3), random.logUniform(0.1, 2));
        RetimeOptions options;
        options.certification.tolerance = 1e-6;
        options.certification.validator = kExactKinds[i % 2];
        // Balls where the links are while the longest blends are driven, if the path itself passes them by.
        RetimeOptions loose = options;
        loose.tighten = false;
        const std::vector<TrajectoryPoint> longest = retimePath(scene, path, at_most, loose).trajectory;
        bool is_obstructed = false;
        for (int k = 0; k < 30; ++k)
        {
            const Configuration q = drivenAt(longest, longest.back().time * random.unit()).position;
            const CollisionObject& link = scene->object(ObjectIndex{random.index(static_cast<int>(scene->objects().size()))});
            if (link.kind != ObjectKind::Link)
                continue;
            const Pose X = Motion(model, q, q).worldPose(link.body, 0.0);
            SceneBuilder with = builder;
            with.obstacle(
                "ball " + std::to_string(k), Sphere{0.01},
                {Mat3::Identity(), X.p + X.R * link.geometry->centre() + 0.5 * link.geometry->radius() * random.direction()});
            const auto candidate = with.build();
            if (certifyPath(candidate, path, certification).verdict != Verdict::Free
                || retimePath(candidate, path, at_most, loose).certification.verdict != Verdict::Collision)
                continue;
            builder = with;
            scene = candidate;
            is_obstructed = true;
        }
        const RetimedPath result = retimePath(scene, path, at_most, options);
        CHECK(result.isCertified());
        CHECK((result.tightened > 0) == is_obstructed);
        obstructed += is_obstructed;
        stopped += result.stops > 0;
        const StaticChecker checker(scene, 1e-9);
        for (int k = 0; k < 200; ++k)
        {
            ClosePair close;
            if (checker.check(drivenAt(result.trajectory, result.duration() * random.unit()).position, &close)
                == Verdict::Collision)
                CHECK(close.distance > 0.0);
        }
    }
    CHECK(obstructed > 30);
    CHECK(stopped < obstructed);
}

TEST_CASE("Timing stops when its time is up or it is told to")
{
    const auto scene = ballAndPost(1e-3);
    for (int after = 0; after < 40; ++after)
    {
        int asked = 0;
        Budget budget;
        budget.interrupted = [&] { return ++asked > after; };
        const RetimedPath result = retimePath(scene, corner(), limits(*scene), {}, budget);
        CHECK(asked < after + 20);
        CHECK(result.trajectory.size() > 3);
        if (!result.isCertified())
            CHECK(result.certification.verdict != Verdict::Free);
    }
    Budget none;
    none.seconds = 0.0;
    CHECK(!retimePath(scene, corner(), limits(*scene), {}, none).isCertified());
    none.seconds = 10.0;
    none.steps = 0;
    CHECK(!retimePath(scene, corner(), limits(*scene), {}, none).isCertified());
    CHECK_THROWS_AS(retimePath(nullptr, corner(), limits(*scene)), InputError);
}
