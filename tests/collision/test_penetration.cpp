// How deep two objects overlap at least: moved by a little less than that they still meet, whichever way.
#include <catch2/catch.hpp>

#include "support/random_scene.h"
#include "support/reference_scene.h"

#include <gapless/certify/static_checker.h>
#include <gapless/collision/penetration.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// Something that can be moved anywhere, over something that stands still.
std::shared_ptr<const Scene> over(const Shape& moving, const Pose& X_BS, const Shape& fixed, const Pose& X_WO)
{
    SceneBuilder b;
    b.link("moving", b.joint(kWorld, {}, JointType::Floating), moving, X_BS);
    b.obstacle("fixed", fixed, X_WO);
    return b.build();
}

Configuration shifted(const Vec3& p)
{
    return configuration({p.x(), p.y(), p.z(), 0, 0, 0, 1});
}

double depthOf(const Shape& moving, const Pose& X_BS, const Shape& fixed, const Pose& X_WO)
{
    const auto scene = over(moving, X_BS, fixed, X_WO);
    ClosePair close;
    REQUIRE(StaticChecker(scene, 1e-9).check(shifted(Vec3::Zero()), &close) == Verdict::Collision);
    return penetrationAtLeast(*scene, shifted(Vec3::Zero()), close);
}

}  // namespace

TEST_CASE("The depth of balls and capsules whose axes are apart is their radii less the distance of the axes")
{
    CHECK(depthOf(Sphere{0.5}, {}, Sphere{0.25}, at(0.6, 0, 0)) == Approx(0.15).epsilon(1e-9));
    CHECK(depthOf(Sphere{0.5}, {}, Capsule{0.25, 1.0}, at(0, 0.7, 0.9)) == Approx(0.05).epsilon(1e-9));
    CHECK(depthOf(Capsule{0.5, 2.0}, {}, Capsule{0.25, 1.0}, at(0.5, 0, -1)) == Approx(0.25).epsilon(1e-9));
}

TEST_CASE("Of two meshes no depth is known, of what only touches none is claimed")
{
    CHECK(depthOf(boxMesh(Vec3::Constant(0.5)), {}, boxMesh(Vec3::Constant(0.5)), at(0.5, 0.1, 0.1)) == 0.0);
    CHECK(depthOf(Box{Vec3::Constant(0.5)}, {}, Box{Vec3::Constant(0.5)}, at(1, 0, 0)) <= 1e-15);
    CHECK(depthOf(Sphere{0.5}, {}, Box{Vec3::Constant(0.5)}, at(1, 0, 0)) <= 1e-15);
}

TEST_CASE("Moved by less than the depth, in any direction, two shapes still meet")
{
    Random random(20261122);
    int deep = 0;
    for (int i = 0; i < 400; ++i)
    {
        const Shape moving = randomShape(random, 1.0), fixed = randomShape(random, 1.0);
        const Pose X_BS = random.pose(0.4), X_WO = random.pose(0.4);
        const auto scene = over(moving, X_BS, fixed, X_WO);
        ClosePair close;
        if (StaticChecker(scene, 1e-9).check(shifted(Vec3::Zero()), &close) != Verdict::Collision)
            continue;
        const double depth = penetrationAtLeast(*scene, shifted(Vec3::Zero()), close);
        CHECK(depth >= 0.0);
        if (depth == 0.0)
            continue;
        ++deep;
        const ReferenceScene reference(*scene);
        for (int k = 0; k < 40; ++k)
        {
            const Configuration q = shifted(random.direction() * depth * (1 - 1e-9));
            CAPTURE(i, k, moving.index(), fixed.index(), depth);
            CHECK(reference.pairDistance(reference.poses(q, q, 0.0), PairIndex(0)) <= 1e-9);
        }
    }
    CHECK(deep > 60);
}
