// Two exact validators on the same motions: never free for one and a witness at distance <= clearance for the other.
#include <catch2/catch.hpp>

#include "measure/published_bisection.h"
#include "support/random_scene.h"

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>

using namespace gapless;
using namespace gapless::test;

// A witness is an upper bound: where two bodies overlap it is some 1e-13 m, not 0. No random motion comes that close without touching.
constexpr double kRounding = 1e-12;

TEST_CASE("SegmentCertifier and publishedBisection never contradict each other")
{
    Random random(91);
    int free = 0, colliding = 0, motions = 0;
    while (motions < 400)
    {
        SceneBuilder builder;
        addRandomRobot(builder, random, {});
        addRandomObstacles(builder, random, 2 + random.index(4), 1.2, 0.4, Vec3::Zero());
        builder.clearances.all = random.chance(0.3) ? 0.02 : 0.0;
        const auto scene = builder.build();
        if (scene->pairs().empty())
            continue;
        for (int k = 0; k < 8; ++k)
        {
            const Configuration q0 = randomConfiguration(scene->model(), random, 0.7),
                                q1 = nearbyConfiguration(scene->model(), random, q0, random.logUniform(0.02, 2));
            CertifyOptions options;
            options.tolerance = random.logUniform(1e-6, 1e-2);
            // Most random states of crowded scenes collide at once.
            if (StaticChecker(scene, options.tolerance).check(q0) != Verdict::Free && !random.chance(0.3))
                continue;
            ++motions;
            SegmentCertifier certifier(scene, q0, q1, options);
            certifier.run();
            const CertifyResult a = certifier.result(), b = publishedBisection(*scene, q0, q1, options);
            INFO("q0 " << digits(q0) << "\nq1 " << digits(q1) << "\ntolerance " << digits(options.tolerance));
            const auto contradicts = [&](const CertifyResult& said_free, const CertifyResult& other) {
                return said_free.verdict == Verdict::Free && other.verdict == Verdict::Collision
                       && other.witness->distance <= scene->pair(other.witness->pair).clearance + kRounding;
            };
            CHECK_FALSE(contradicts(a, b));
            CHECK_FALSE(contradicts(b, a));
            CHECK(a.verdict != Verdict::Undecided);
            CHECK(b.verdict != Verdict::Undecided);
            free += a.verdict == Verdict::Free && b.verdict == Verdict::Free;
            colliding += a.verdict == Verdict::Collision && b.verdict == Verdict::Collision;
            if (a.verdict == Verdict::Free && b.verdict == Verdict::Collision)  // then it is a witness between c and c + delta
                CHECK(b.witness->distance >= a.certified_clearance);
        }
    }
    CAPTURE(free, colliding, motions);
    CHECK(free > 40);
    CHECK(colliding > 40);
}

TEST_CASE("What is so small that squares of lengths underflow is not called free where it collides")
{
    for (const double s : {1e-150, 1e-155, 1e-165, 1e-300})
    {
        // The triangle sweeps through the other about z.
        SceneBuilder b;
        b.link("link", b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ()),
               Shape(triangleMesh(Vec3(s, 0, -s), Vec3(s, 0, s), Vec3(2 * s, 0, 0))));
        b.obstacle("obstacle", Shape(triangleMesh(Vec3(0, s, 0), Vec3(0, 2 * s, 0), Vec3(0, 1.5 * s, 0.1 * s))));
        const auto scene = b.build();
        const Configuration q0 = configuration({0}), q1 = configuration({3});
        CAPTURE(s);
        CHECK(SegmentCertifier(scene, q0, q1).run() != Verdict::Free);
        CHECK(ArticulatedCollision(scene).check(q0, q1).verdict != Verdict::Free);
        CHECK(publishedBisection(*scene, q0, q1).verdict != Verdict::Free);
        CHECK(StaticChecker(scene, 1e-3).check(configuration({M_PI / 2})) != Verdict::Free);
    }
}
