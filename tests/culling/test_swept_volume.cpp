// Swept volumes hold every point of the link at every instant; checked against poses at many instants.

#include <catch2/catch.hpp>

#include <gapless/core/error.h>
#include <gapless/culling/swept_volume.h>

#include "culling/point_distance.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

// Largest signed distance, over directions, of p from the hull of four points: never more than the distance.
double distanceFromHull(const Vec3 (&hull)[4], const Vec3& p)
{
    // Gilbert's steps towards p give a point of the hull, so a distance from above; the support gap is one from below.
    Vec3 nearest = hull[0];
    double below = 0.0;
    for (int i = 0; i < 200; ++i)
    {
        const Vec3 n = p - nearest;
        const double length = n.norm();
        if (!(length > 0.0))
            return 0.0;
        int best = 0;
        for (int k = 1; k < 4; ++k)
            if (n.dot(hull[k]) > n.dot(hull[best]))
                best = k;
        below = std::max(below, n.dot(p - hull[best]) / length);
        const Vec3 e = hull[best] - nearest;
        if (!(e.squaredNorm() > 0.0) || length - below < 1e-9 * length)
            break;
        nearest += std::clamp(n.dot(e) / e.squaredNorm(), 0.0, 1.0) * e;
    }
    return below;
}

struct Tally
{
    long points = 0, outside = 0;
};

Tally countOutside(double step, double offset, const SweepOptions& options, double t0, double t1, double share_of_chord)
{
    Random random(21);
    Tally tally;
    for (int trial = 0; trial < 60 / kShare; ++trial)
    {
        SceneBuilder builder;
        RandomRobotOptions robot;
        robot.base_offset = offset;
        addRandomRobot(builder, random, robot);
        builder.obstacle("floor", Box{Vec3(1, 1, 1)}, at(100, 0, 0));
        const auto scene = builder.build();
        const Configuration q0 = randomConfiguration(scene->model(), random, 1.0);
        const Motion motion(scene->model(), q0, nearbyConfiguration(scene->model(), random, q0, step));
        MotionSweeper sweeper(scene, options);
        SweptVolumeBatch batch;
        sweeper.add(motion, batch, t0, t1);
        REQUIRE(batch.volumes.size() == sweeper.links().size());
        for (const SweptVolume& volume : batch.volumes)
        {
            const CollisionObject& link = scene->object(volume.object);
            for (int i = 0; i < 200; ++i)
            {
                const double s = random.unit();
                const int piece = std::min(volume.pieces - 1, static_cast<int>(s * volume.pieces));
                const Convex& leaf =
                    link.geometry
                        ->leaves()[static_cast<std::size_t>(random.index(static_cast<int>(link.geometry->leaves().size())))];
                const Vec3 n = random.direction();
                const Vec3 p = motion.worldPose(link.body, t0 + s * (t1 - t0)) * (leaf.coreSupportPoint(n) + leaf.radius * n);
                const auto& from = batch.axes[static_cast<std::size_t>(volume.first + piece)];
                const auto& to = batch.axes[static_cast<std::size_t>(volume.first + piece + 1)];
                const Vec3 hull[4] = {from.a, from.b, to.a, to.b};
                ++tally.points;
                tally.outside +=
                    distanceFromHull(hull, p) > volume.radius - (1.0 - share_of_chord) * volume.chord + 1e-13 * (1.0 + p.norm());
            }
        }
    }
    return tally;
}

}  // namespace

TEST_CASE("a swept volume holds the link at every instant", "[culling]")
{
    for (const double step : {0.01, 0.5, 3.0})
        for (const double offset : {0.0, 1e3})
            for (const int pieces : {1, 4, 32})
            {
                SweepOptions options;
                options.max_pieces = pieces;
                const Tally tally = countOutside(step, offset, options, 0.0, 1.0, 1.0);
                CHECK(tally.points > 10000 / kShare);
                CHECK(tally.outside == 0);
            }
}

TEST_CASE("a swept volume of a part of the motion holds the link there", "[culling]")
{
    CHECK(countOutside(3.0, 0.0, {}, 0.1, 0.7, 1.0).outside == 0);
    CHECK(countOutside(3.0, 0.0, {}, 1.0 / 3.0, 1.0, 1.0).outside == 0);
}

TEST_CASE("without the growth for the chord a swept volume loses points, so the check sees the difference", "[culling]")
{
    SweepOptions options;
    options.max_pieces = 1;
    CHECK(countOutside(3.0, 0.0, options, 0.0, 1.0, 0.0).outside > 0);
}

TEST_CASE("the number of pieces follows the curvature and stays within its limit", "[culling]")
{
    SceneBuilder builder;
    const BodyIndex arm = builder.joint(kWorld, {}, JointType::Revolute);
    builder.link("arm", arm, Capsule{0.05, 0.5}, {Mat3::Identity(), Vec3(1, 0, 0)});
    builder.obstacle("post", Sphere{0.1}, at(3, 0, 0));
    const auto scene = builder.build();
    int before = 0;
    for (const double turn : {0.0, 0.1, 0.5, 1.0, 3.0})
    {
        SweptVolumeBatch batch;
        MotionSweeper(scene).add(Motion(scene->model(), configuration({0.0}), configuration({turn})), batch);
        REQUIRE(batch.volumes.size() == 1);
        CHECK(batch.volumes[0].pieces >= std::max(1, before));
        CHECK(batch.volumes[0].pieces <= 32);
        CHECK((batch.volumes[0].chord <= 0.26 * 0.055 || batch.volumes[0].pieces == 32));
        before = batch.volumes[0].pieces;
    }
    CHECK(before > 4);
}

TEST_CASE("senseless sweep options are refused", "[culling]")
{
    SceneBuilder builder;
    builder.joint(kWorld, {}, JointType::Revolute);
    const auto scene = builder.build();
    SweepOptions options;
    options.max_pieces = 3;
    CHECK_THROWS_AS(MotionSweeper(scene, options), InputError);
    options.max_pieces = 0;
    CHECK_THROWS_AS(MotionSweeper(scene, options), InputError);
    options.max_pieces = 8;
    options.chord_share = 0.0;
    CHECK_THROWS_AS(MotionSweeper(scene, options), InputError);
}
