// Whatever proves something refuses to where the thread does not round as the proofs assume.
#include <catch2/catch.hpp>

#include "certify/elementary_collision.h"
#include "measure/published_bisection.h"
#include "support/bad_rounding.h"
#include "support/scene_builder.h"

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/check_motions.h>
#include <gapless/certify/path_certifier.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/culling/cpu_swept_volume_culler.h>
#include <gapless/culling/motion_culling.h>

using namespace gapless;
using namespace gapless::test;

TEST_CASE("Every query refuses to work where rounding is not as proofs assume, and works again after")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.125});
    b.obstacle("wall", boxMesh(Vec3(0.125, 1, 1)), at(2, 0, 0));
    const auto scene = b.build();
    const Configuration q0 = configuration({0}), q1 = configuration({1.5});
    const CpuSweptVolumeCuller culler(std::make_shared<const StaticObstacles>(scene));
    MotionSweeper sweeper(scene);
    SweptVolumeBatch volumes;
    sweeper.add(Motion(scene->model(), q0, q1), volumes);
    Budget one;
    one.steps = 1;
    for (const BadRounding& bad : badRoundings())
    {
        INFO(bad.name);
        SegmentCertifier certifier(scene, q0, q1);
        ArticulatedCollision articulated(scene);
        (void)articulated.check(q0, q1, one);
        std::vector<std::unique_ptr<MotionCertifier>> segments;
        segments.push_back(std::make_unique<SegmentCertifier>(scene, q0, q1));
        PathCertifier path(std::move(segments));
        const StaticChecker states(scene, 1e-3);
        std::vector<char> may_hit;
        ObstacleHits hits;
        CHECK(refuses(bad, [&] { certifier.step(); }));
        CHECK(refuses(bad, [&] { certifier.run(); }));
        CHECK(refuses(bad, [&] { (void)certifier.result(); }));
        CHECK(refuses(bad, [&] { (void)certifier.uncoveredIntervals(); }));
        CHECK(refuses(bad, [&] { certifier.reset(q0, q1); }));
        CHECK(refuses(bad, [&] { SegmentCertifier(scene, q0, q1); }));
        CHECK(refuses(bad, [&] { (void)path.run(); }));
        CHECK(refuses(bad, [&] { (void)articulated.resume(); }));
        CHECK(refuses(bad, [&] { (void)articulated.check(q0, q1); }));
        CHECK(refuses(bad, [&] { (void)publishedBisection(*scene, q0, q1, {}); }));
        CHECK(refuses(bad, [&] { (void)checkMotions(scene, {{q0, q1}, {q0, q1}, {q0, q1}}); }));
        CHECK(refuses(bad, [&] { (void)states.check(q0); }));
        CHECK(refuses(bad, [&] { (void)states.distances(q0); }));
        CHECK(refuses(bad, [&] { culler.cull(volumes, may_hit); }));
        CHECK(refuses(bad, [&] { culler.cullPairs(volumes, hits); }));
        CHECK(refuses(bad, [&] { linksMayHitObstacles(culler, {{q0, q1}}); }));
        CHECK(refuses(bad, [&] { earliestContact({}, {0.0, 1.0}, 1e-6); }));
        CHECK(refuses(bad, [&] { b.build(); }));
        CHECK(refuses(bad, [&] { geometryOf(Sphere{1.0}); }));

        CHECK(certifier.run() == Verdict::Free);
        CHECK(path.run().verdict == Verdict::Free);
        CHECK(articulated.check(q0, q1).verdict == Verdict::Free);
        CHECK(states.check(q0) == Verdict::Free);
    }
}
