// MotionCertifier::resetTube(): what a certifier calls free has no collision anywhere in the tube. Each stage of a certifier is asked where it
// decides: boxes, lanes, joint limits, tables of joint values, swept volumes, bisection.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/limited_arm.h"
#include "support/random_tube.h"

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using Certifiers = std::vector<std::pair<std::string, std::unique_ptr<MotionCertifier>>>;

/// Both kinds, and the articulated one with its swept volumes and without its boxes.
Certifiers certifiersOf(const std::shared_ptr<const Scene>& scene)
{
    Certifiers out;
    CertifyOptions options;
    options.tolerance = 1e-6;
    out.emplace_back("adaptive", makeMotionCertifier(ValidatorKind::Adaptive, scene, options));
    options.check_end_first = false;
    out.emplace_back("adaptive, the start first", makeMotionCertifier(ValidatorKind::Adaptive, scene, options));
    out.emplace_back("articulated", makeMotionCertifier(ValidatorKind::Articulated, scene, options));
    ArticulatedOptions articulated;
    articulated.tolerance = 1e-6;
    articulated.first_contact = false;
    articulated.stages.swept_volumes = true;
    out.emplace_back("with swept volumes", std::make_unique<ArticulatedCollision>(scene, articulated));
    articulated.stages.swept_boxes = articulated.stages.swept_volumes = false;
    out.emplace_back("without boxes", std::make_unique<ArticulatedCollision>(scene, articulated));
    return out;
}

/// Of all certifiers, free with the deviations that `fits` makes of the smaller factor, not with the larger.
void decides(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
             const Configuration& fits, const Configuration& too_large)
{
    for (const auto& [name, certifier] : certifiersOf(scene))
    {
        INFO(name);
        certifier->resetTube(q0, q1, Configuration(Configuration::Zero(q0.size())));
        CHECK(certifier->run() == Verdict::Free);
        const double without = certifier->result().certified_clearance;
        certifier->resetTube(q0, q1, fits);
        CHECK(certifier->run() == Verdict::Free);
        CHECK(certifier->result().certified_clearance < without);
        certifier->resetTube(q0, q1, too_large);
        CHECK(certifier->run() == Verdict::Collision);
        // It does not stay behind.
        certifier->reset(q0, q1);
        CHECK(certifier->run() == Verdict::Free);
        CHECK(certifier->result().certified_clearance == Approx(without));
    }
}

}  // namespace

TEST_CASE("A tube is kept clear of what stands still, where boxes would do and where they would not")
{
    SceneBuilder builder;
    const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    const BodyIndex y = builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY());
    builder.link("ball", y, Sphere{0.1});
    builder.obstacle("wall", Box{Vec3(4, 0.5, 4)}, at(0, 1.0, 0));
    const auto wall = builder.build();
    // 0.3 from the wall all the way.
    decides(wall, configuration({-1, 0.1}), configuration({1, 0.1}), configuration({0.0, 0.29}), configuration({0.0, 0.31}));
    // Along a diagonal, past a ball that is 0.2 away.
    builder.objects.pop_back();
    builder.obstacle("ball in the way", Sphere{0.1}, at(0.2 * std::sqrt(2.0), -0.2 * std::sqrt(2.0), 0));
    const auto diagonal = builder.build();
    decides(diagonal, configuration({-1, -1}), configuration({1, 1}), configuration({0.09, 0.09}), configuration({0.11, 0.11}));
}

TEST_CASE("A tube brings two links together by the joints between them alone")
{
    SceneBuilder builder;
    const BodyIndex base = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    const BodyIndex first = builder.joint(base, {}, JointType::Prismatic, Vec3::UnitY());
    const BodyIndex second = builder.joint(base, at(0, 1, 0), JointType::Prismatic, Vec3::UnitY());
    builder.link("first", first, Sphere{0.1}).link("second", second, Sphere{0.1});
    const auto scene = builder.build();
    // 0.8 apart, with all that both slide along together.
    decides(scene, configuration({-3, 0, 0}), configuration({3, 0, 0}), configuration({9, 0.39, 0.39}),
            configuration({0, 0.41, 0.41}));
    // On a diagonal, where boxes overlap: the second slides the same way.
    decides(scene, configuration({-3, -1, -1}), configuration({3, 1, 1}), configuration({9, 0.39, 0.39}),
            configuration({0, 0.41, 0.41}));
}

TEST_CASE("What joint limits keep apart is apart in a tube that is within them, and not known to be in one that sticks out")
{
    const auto scene = twoArms(0.1, Vec3::UnitZ());
    REQUIRE(scene->openPairs().empty());
    const Configuration q0 = configuration({-1, 0.3, -0.3}), q1 = configuration({1, 0.3, -0.3});
    for (const auto& [name, certifier] : certifiersOf(scene))
    {
        INFO(name);
        // Without the limits, what the first two leave would not be enough.
        certifier->resetTube(q0, q1, configuration({5, 0.19, 0.19}));
        CHECK(certifier->run() == Verdict::Free);
        certifier->resetTube(q0, q1, configuration({5, 0.0, 0.19}));
        CHECK(certifier->run() == Verdict::Free);
        certifier->resetTube(q0, q1, configuration({5, 0.35, 0.35}));
        CHECK(certifier->run() != Verdict::Free);
    }
}

TEST_CASE("A table of joint values that answers for a straight motion does not for a tube")
{
    const auto scene = twoArms(-0.5, Vec3::UnitZ());
    const Configuration q0 = configuration({-1, 0.3, -0.3}), q1 = configuration({1, 0.31, -0.31});
    REQUIRE(scene->pairs().size() == 1);
    REQUIRE(scene->apartWithinLimits(PairIndex(0)).gapOn(q0, q1));
    decides(scene, q0, q1, configuration({1, 0.25, 0.25}), configuration({0, 0.31, 0.31}));
}

TEST_CASE("No configuration of a tube that is called free collides")
{
    Random random(95);
    int free = 0, others = 0, turning = 0;
    for (int i = 0; i < 400; ++i)
    {
        SceneBuilder builder;
        RandomRobotOptions robot;
        robot.max_bodies = 5;
        addRandomRobot(builder, random, robot);
        addRandomObstacles(builder, random, 2, 1.5, 0.3, Vec3::Zero());
        const auto scene = builder.build();
        const KinematicModel& model = scene->model();
        const Configuration q0 = randomConfiguration(model, random, 0.5);
        const Configuration q1 = withTurnsOf(model, q0, nearbyConfiguration(model, random, q0, random.logUniform(1e-3, 1)));
        const Configuration deviation = randomDeviation(model, random, 0.5, 1e-3, 0.3);
        MotionTube tube = deviation;
        tube.turns = randomTurns(model, random, 0.7);
        turning += tube.turns.empty() ? 0 : 1;
        const StaticChecker checker(scene, 1e-9);
        for (const auto& [name, certifier] : certifiersOf(scene))
        {
            INFO("tube " << i << " " << name);
            certifier->resetTube(q0, q1, tube);
            Budget budget;
            budget.steps = 2000;
            const bool is_free = certifier->run(budget) == Verdict::Free;
            (is_free ? free : others) += 1;
            for (int k = 0; is_free && k < 60; ++k)
            {
                const Configuration on_motion = literalConfiguration(q0, q1, tube.turns, k < 2 ? k : random.unit());
                const Configuration q = randomInTube(model, random, on_motion, deviation);
                ClosePair close;
                if (checker.check(q, &close) == Verdict::Collision)
                    REQUIRE(close.distance > 0.0);
            }
        }
    }
    CHECK(free > 200);
    CHECK(others > 200);
    CHECK(turning > 50);
}

TEST_CASE("Where a tube's motion is at a contact is told literally, turns and all")
{
    SceneBuilder builder;
    const BodyIndex arm = builder.joint(kWorld, {}, JointType::Continuous);
    builder.link("tip", builder.joint(arm, {}, JointType::Prismatic), Sphere{0.1}, at(1, 0, 0));
    builder.obstacle("post", Sphere{0.1}, at(1, 0, 1));
    // Three turns up a screw: near the post after one second of three.
    ArticulatedCollision articulated(builder.build());
    articulated.resetTube(configuration({0, 0}), configuration({6 * M_PI, 3}), configuration({0, 0}));
    REQUIRE(articulated.run() == Verdict::Collision);
    const ArticulatedResult result = articulated.contactResult();
    CHECK(result.configuration[0] == Approx(6 * M_PI * result.time_of_contact.upper));
    CHECK(result.configuration[1] == Approx(3 * result.time_of_contact.upper));
}

TEST_CASE("What turns about a centre meets what is on its circle, when and where the circle says")
{
    const auto withPost = [](double x) {
        SceneBuilder builder;
        builder.link("car", builder.joint(kWorld, {}, JointType::Planar), Sphere{0.1});
        builder.obstacle("post", Sphere{0.1}, at(x, 0, 0));
        return builder.build();
    };
    // A circle of radius 5 about the origin, from (5, 0) to (-5, 0) at half of the way.
    const Configuration q0 = configuration({5, 0, 0}), q1 = configuration({5, 0, 2 * M_PI}), none = configuration({0, 0, 0});
    MotionTube tube = none;
    tube.turns.push_back({0, {0.0, 0.0}, {5.0, 0.0}});
    const double touch = 0.5 - 2 * std::asin(0.2 / 10) / (2 * M_PI);
    ArticulatedCollision articulated(withPost(-5));
    articulated.resetTube(q0, q1, tube);
    REQUIRE(articulated.run() == Verdict::Collision);
    const ArticulatedResult result = articulated.contactResult();
    CHECK(result.time_of_contact.lower <= touch + 1e-9);
    CHECK(result.time_of_contact.upper >= touch - 1e-9);
    const double heading = 2 * M_PI * result.time_of_contact.upper;
    CHECK(result.configuration[0] == Approx(5 * std::cos(heading)));
    CHECK(result.configuration[1] == Approx(5 * std::sin(heading)));
    CHECK(result.configuration[2] == Approx(heading));
    for (const double gap : {1e-5, -1e-5})
        for (const auto& [name, certifier] : certifiersOf(withPost(-5.2 - gap)))
        {
            INFO(name << " gap " << gap);
            certifier->resetTube(q0, q1, tube);
            CHECK(certifier->run() == (gap > 0.0 ? Verdict::Free : Verdict::Collision));
            MotionTube wide = configuration({gap > 0.0 ? 2 * gap : 0.0, 0, 0});
            wide.turns = tube.turns;
            certifier->resetTube(q0, q1, wide);
            CHECK(certifier->run() != Verdict::Free);
            // The way straight there is to stand still.
            certifier->resetTube(q0, q1, none);
            CHECK(certifier->run() == Verdict::Free);
        }
}

TEST_CASE("A turn that is none of a planar joint's is refused")
{
    SceneBuilder builder;
    const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("car", builder.joint(x, {}, JointType::Planar), Sphere{0.1});
    builder.obstacle("post", Sphere{0.1}, at(9, 9, 9));
    const Configuration q = configuration({0, 0, 0, 0});
    for (const auto& [name, certifier] : certifiersOf(builder.build()))
    {
        MotionTube tube = q;
        for (const int variable : {-1, 0, 2, 4})
        {
            tube.turns = {{variable, {0, 0}, {1, 0}}};
            CHECK_THROWS_AS(certifier->resetTube(q, q, tube), InputError);
        }
        tube.turns = {{1, {0, 0}, {1, 0}}, {1, {5, 0}, {1, 0}}};
        CHECK_THROWS_AS(certifier->resetTube(q, q, tube), InputError);
        tube.turns = {{1, {0, std::nan("")}, {1, 0}}};
        CHECK_THROWS_AS(certifier->resetTube(q, q, tube), InputError);
        tube.turns = {{1, {0, 0}, {HUGE_VAL, 0}}};
        CHECK_THROWS_AS(certifier->resetTube(q, q, tube), InputError);
    }
}

TEST_CASE("A tube that does not fit is refused, and leaves the certifier as it was")
{
    SceneBuilder builder;
    const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("ball", x, Sphere{0.1});
    builder.obstacle("wall", Box{Vec3(0.5, 4, 4)}, at(1, 0, 0));
    for (const auto& [name, certifier] : certifiersOf(builder.build()))
    {
        INFO(name);
        certifier->reset(configuration({-1}), configuration({0}));
        REQUIRE(certifier->run() == Verdict::Free);
        CHECK_THROWS_AS(certifier->resetTube(configuration({0}), configuration({0}), configuration({-0.1})), InputError);
        CHECK_THROWS_AS(certifier->resetTube(configuration({0}), configuration({0}), configuration({0.1, 0.1})), InputError);
        CHECK_THROWS_AS(certifier->resetTube(configuration({0, 0}), configuration({0}), configuration({0.1})), InputError);
        CHECK(certifier->result().verdict == Verdict::Free);
    }
}
