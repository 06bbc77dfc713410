// What is kept from motion to motion is sound after an allocation has failed at any moment and the exception was caught.
#include <catch2/catch.hpp>

#include <utility>

#include <gapless/certify/motion_certifier.h>
#include <gapless/certify/static_checker.h>

#include "certify/coordination_support.h"
#include "support/failing_allocations.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Two balls on slides; the second ends in a box.
std::shared_ptr<const Scene> twoSlides()
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, at(0, 0, 5), JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
    b.link("cube", b.joint(kWorld, at(0, 0, -5), JointType::Prismatic, Vec3::UnitX()), Box{Vec3(0.1, 0.1, 0.1)});
    b.obstacle("box", Box{Vec3(0.2, 0.2, 0.2)}, at(2, 0, -5));
    b.obstacle("sheet", triangleMesh(Vec3(1, -1, 4), Vec3(1, 1, 4), Vec3(1, 0, 7)));
    return b.build();
}

/// Nothing is claimed of the motion, and nothing left to be done.
void checkKnowsNothing(MotionCertifier& certifier)
{
    CHECK(certifier.isDone());
    CHECK(certifier.run() == Verdict::Undecided);
    const CertifyResult result = certifier.result();
    CHECK(result.verdict == Verdict::Undecided);
    CHECK(result.last_valid == 0.0);
    CHECK(result.interval.lower == 0.0);
    CHECK(result.interval.upper == 1.0);
    const auto uncovered = certifier.uncoveredIntervals();
    REQUIRE(uncovered.size() == 1);
    CHECK(uncovered[0].time.lower == 0.0);
    CHECK(uncovered[0].time.upper == 1.0);
    CHECK(certifier.uncoveredLength() == 0.0);
}

}  // namespace

TEST_CASE("A certifier without a motion knows nothing")
{
    for (const ValidatorKind kind : {ValidatorKind::Adaptive, ValidatorKind::Articulated})
        checkKnowsNothing(*makeMotionCertifier(kind, twoSlides(), {}));
}

TEST_CASE("A certifier that ran out of memory knows nothing, and it and new ones find the collision afterwards")
{
    const auto scene = twoSlides();
    const Configuration q0 = configuration({0, 0}), q1 = configuration({0, 2}), free = configuration({0.1, 0.1});
    for (const ValidatorKind kind : {ValidatorKind::Adaptive, ValidatorKind::Articulated})
        for (const double resolution : {0.0, 1e-3})
            for (const bool had_a_motion : {false, true})
            {
                CertifyOptions options;
                options.last_valid_resolution = resolution;
                std::unique_ptr<MotionCertifier> certifier;
                bool failed = false;
                const long count = failEachAllocation(
                    [&] {
                        const long left = std::exchange(allocations_left, 0);
                        certifier = makeMotionCertifier(kind, scene, options);
                        if (had_a_motion)
                        {
                            certifier->reset(q0, free);
                            CHECK(certifier->run() == Verdict::Free);
                        }
                        allocations_left = left;
                        failed = true;
                        certifier->reset(q0, q1);
                        static_cast<void>(certifier->run());
                        failed = false;
                    },
                    [&] {
                        CAPTURE(toString(kind), resolution, had_a_motion);
                        if (failed)
                            checkKnowsNothing(*certifier);
                        certifier->reset(q0, q1);
                        CHECK(certifier->run() == Verdict::Collision);
                        const auto another = makeMotionCertifier(kind, scene, options);
                        another->reset(q0, q1);
                        CHECK(another->run() == Verdict::Collision);
                        another->reset(q0, free);
                        CHECK(another->run() == Verdict::Free);
                    });
                CAPTURE(toString(kind), resolution, had_a_motion);
                CHECK(count > (had_a_motion ? 0 : 20));
            }
}

TEST_CASE("A check of a state that ran out of memory leaves nothing behind for the next")
{
    const auto scene = twoSlides();
    const StaticChecker checker(scene, 1e-3);
    const auto check = [&] { return checker.check(configuration({0, 2})); };
    const long count = failEachAllocation([&] { static_cast<void>(check()); }, [&] { CHECK(check() == Verdict::Collision); });
    CHECK(count > 3);
    // Nor of the thread's last scene, of fewer pairs.
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, at(0, 0, 5), JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
    b.obstacle("box", Box{Vec3(0.2, 0.2, 0.2)}, at(2, 0, -5));
    const StaticChecker smaller(b.build(), 1e-3);
    const auto checkAfterSmaller = [&] {
        const long left = std::exchange(allocations_left, 0);
        CHECK(smaller.check(configuration({0})) == Verdict::Free);
        allocations_left = left;
        static_cast<void>(check());
    };
    CHECK(failEachAllocation(checkAfterSmaller, [&] { CHECK(check() == Verdict::Collision); }) > 3);
}

TEST_CASE("A coordination square that ran out of memory knows nothing, and it and others go on with its curves")
{
    TwoRobots robots;
    robots.ballOnLine(0, {-1.0, 0.0, 0.0}, Vec3::UnitX(), 0.1).ballOnLine(1, {0.0, -1.0, 0.0}, Vec3::UnitY(), 0.1);
    const auto scene = robots.builder.build();
    const Configuration q0 = configuration({0.0, 0.0}), q1 = configuration({2.0, 2.0});
    constexpr double kResolution = 1.0 / 16.0;
    StraightSquare whole(scene, q0, q1);
    const double free = whole.square.map(kResolution).area(CoordinationMap::State::Free);
    REQUIRE(free > 0.5);
    std::unique_ptr<StraightSquare> broken;
    const long count = failEachAllocation(
        [&] {
            const long left = std::exchange(allocations_left, 0);
            broken = std::make_unique<StraightSquare>(scene, q0, q1);
            allocations_left = left;
            static_cast<void>(broken->square.map(kResolution));
        },
        [&] {
            CHECK(broken->square.result().verdict != Verdict::Free);
            CoordinationSquare other(broken->robots, broken->a, broken->b, 1e-9);
            CHECK(other.map(kResolution).area(CoordinationMap::State::Free) == free);
            CHECK(other.run() == Verdict::Collision);
        });
    CHECK(count > 20);
}
