// What is rounded to float for the GPU stays conservative. Needs no GPU; compiled where the library has its OpenGL part.

#include <catch2/catch.hpp>

#include "culling/gl/packing.h"
#include "support/random_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Exact = long double;

// x + origin is at least as precise as needed: 64 bits against the double's 53.
bool atMost(float x, double origin, double y)
{
    return static_cast<Exact>(x) + static_cast<Exact>(origin) <= static_cast<Exact>(y);
}

std::shared_ptr<const Scene> randomScene(Random& random, double offset)
{
    SceneBuilder builder;
    RandomRobotOptions robot;
    robot.base_offset = offset;
    addRandomRobot(builder, random, robot);
    addRandomObstacles(builder, random, 20, 3.0, 1.0, Vec3(offset, -offset, 0.5 * offset));
    return builder.build();
}

}  // namespace

TEST_CASE("float boxes of the tree hold the double ones, float leaves are within the bound of their error", "[culling]")
{
    Random random(51);
    for (const double offset : {0.0, 1e3, 1e6})
        for (int trial = 0; trial < 20; ++trial)
        {
            const StaticObstacles obstacles(randomScene(random, offset));
            const gl::PackedObstacles packed(obstacles);
            REQUIRE(packed.fits());
            REQUIRE(packed.nodes().size() == obstacles.tree().nodes().size());
            for (std::size_t i = 0; i < packed.nodes().size(); ++i)
                for (int k = 0; k < 3; ++k)
                {
                    CHECK(atMost(packed.nodes()[i].low[k], packed.origin()[k], obstacles.tree().nodes()[i].box.low[k]));
                    CHECK(atMost(-packed.nodes()[i].high[k], -packed.origin()[k], -obstacles.tree().nodes()[i].box.high[k]));
                }
            for (std::size_t i = 0; i < packed.leaves().size(); ++i)
            {
                const Convex& leaf = obstacles.leaves()[i];
                const gl::GpuLeaf& own = packed.leaves()[i];
                CHECK(static_cast<double>(own.radius) >= leaf.radius);
                const auto vector = [](const float(&x)[3]) { return Vec3(x[0], x[1], x[2]); };
                // The support along any direction is not smaller by more than the bound, plus the rounding of this sum in double.
                for (int j = 0; j < 10; ++j)
                {
                    const Vec3 n = random.direction();
                    double support = n.dot(vector(own.a));
                    if (own.is_box)
                        support +=
                            std::abs(n.dot(vector(own.b))) + std::abs(n.dot(vector(own.c))) + std::abs(n.dot(vector(own.d)));
                    else
                        support = std::max({support, n.dot(vector(own.b)), n.dot(vector(own.c))});
                    CHECK(support + n.dot(packed.origin()) + packed.leafError() + 1e-15 * (1.0 + offset) >= leaf.coreSupport(n));
                }
            }
        }
}

TEST_CASE("a float piece holds the double one, with the obstacles' error", "[culling]")
{
    Random random(52);
    for (const double offset : {0.0, 1e3, 1e6})
        for (int trial = 0; trial < 20; ++trial)
        {
            const auto scene = randomScene(random, offset);
            const StaticObstacles obstacles(scene);
            const gl::PackedObstacles packed(obstacles);
            MotionSweeper sweeper(scene);
            SweptVolumeBatch batch;
            const Configuration q = randomConfiguration(scene->model(), random, 1.0);
            sweeper.add(Motion(scene->model(), q, nearbyConfiguration(scene->model(), random, q, 1.0)), batch);
            for (const SweptVolume& volume : batch.volumes)
            {
                const SweptPiece piece = sweptPiece(batch, volume, 0, obstacles.error());
                gl::GpuPiece own;
                REQUIRE(packed.pack(piece, 0, 0, own));
                CHECK(static_cast<double>(own.need) >= piece.need + packed.leafError());
                const float* const offsets[4] = {own.offset0, own.offset1, own.offset2, own.offset3};
                for (int k = 0; k < 3; ++k)
                {
                    CHECK(atMost(own.low[k], packed.origin()[k], piece.box.low[k]));
                    CHECK(atMost(-own.high[k], -packed.origin()[k], -piece.box.high[k]));
                    const Vec3 n(own.axis[k][0], own.axis[k][1], own.axis[k][2]);
                    CHECK(n.norm() <= 1.0);
                    for (int i = 0; i < 4; ++i)
                    {
                        const Vec3 d(offsets[i][0], offsets[i][1], offsets[i][2]);
                        // Stored offsets are off by float rounding, which the slab's bounds need not hold.
                        const double rounding = 0x1p-22 * d.norm();
                        CHECK(n.dot(d) - static_cast<double>(own.need) * n.norm()
                              >= static_cast<double>(own.axis[k][3]) - rounding);
                        CHECK(n.dot(d) + static_cast<double>(own.need) * n.norm()
                              <= static_cast<double>(own.slab_high[k]) + rounding);
                        CHECK(std::abs(d[k]) <= static_cast<double>(own.extent));
                        const double exact = piece.offset[i][k] + piece.centre[k] - packed.origin()[k];
                        CHECK(std::abs(static_cast<double>(own.centre[k]) + d[k] - exact)
                              <= 0x1p-23 * std::abs(d[k]) + 1e-15 * (1.0 + offset));
                    }
                }
            }
        }
}

TEST_CASE("what is too far out for floats, or not finite, does not fit", "[culling]")
{
    Random random(53);
    const auto scene = randomScene(random, 0.0);
    const StaticObstacles obstacles(scene);
    const gl::PackedObstacles packed(obstacles);
    for (const double far : {2e6, 1e300, std::numeric_limits<double>::infinity(), std::nan("")})
    {
        SweptVolumeBatch batch;
        batch.axes = {{Vec3(far, 0, 0), Vec3(far, 1, 0)}, {Vec3(far, 0, 1), Vec3(far, 1, 1)}};
        SweptVolume volume;
        volume.pieces = 1;
        volume.radius = 0.1;
        gl::GpuPiece own;
        CHECK_FALSE(packed.pack(sweptPiece(batch, volume, 0, obstacles.error()), 0, 0, own));
        volume.radius = far;
        batch.axes = {{Vec3(0, 0, 0), Vec3(0, 1, 0)}, {Vec3(0, 0, 1), Vec3(0, 1, 1)}};
        CHECK_FALSE(packed.pack(sweptPiece(batch, volume, 0, obstacles.error()), 0, 0, own));
    }
}
