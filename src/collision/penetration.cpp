#include <gapless/collision/penetration.h>

#include <algorithm>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>
#include <gapless/geometry/inner_radius.h>

namespace gapless {

namespace {

/// Of a ball about the point that lies within the object, less what the point may be off. p: in the world.
double radiusWithin(const Motion& motion, const CollisionObject& object, const Vec3& p)
{
    const Pose X_WB = motion.worldPose(object.body, 0.0);
    const double radius = innerRadius(*object.geometry, X_WB.R.transpose() * (p - X_WB.p));
    // Sums and turns of lengths up to the pose's and the point's own.
    return radius - objectError(motion, object) - 32.0 * kUnitRoundoff * (p.norm() + X_WB.p.norm() + object.geometry->reach());
}

}  // namespace

double penetrationAtLeast(const Scene& scene, const Configuration& q, const ClosePair& close)
{
    const Motion motion(scene.model(), q, q);
    const ObjectPair& pair = scene.pair(close.pair);
    const double gap = (close.point_a - close.point_b).norm();
    return std::max(0.0, radiusWithin(motion, scene.object(pair.a), close.point_a)
                             + radiusWithin(motion, scene.object(pair.b), close.point_b) - gap * kInflate);
}

}  // namespace gapless
