#include <gapless/collision/penetration.h>

#include <algorithm>
#include <cmath>

#include <gapless/collision/pair_error.h>

namespace gapless {

namespace {

/// Of the pieces of an object that hold the point: the largest radius, less what the point may be off. p: in the world.
double radiusWithin(const Motion& motion, const CollisionObject& object, const Vec3& p)
{
    const Pose X_WB = motion.worldPose(object.body, 0.0);
    const Vec3 p_B = X_WB.R.transpose() * (p - X_WB.p);
    double radius = 0.0;
    for (const PlacedShape& placed : object.geometry->shapes())
        radius = std::max(radius, innerRadius(placed.shape, placed.X_BS.R.transpose() * (p_B - placed.X_BS.p)));
    // Sums and turns of lengths up to the pose's and the point's own.
    return radius - objectError(motion, object) - 32.0 * kUnitRoundoff * (p.norm() + X_WB.p.norm() + object.geometry->reach());
}

}  // namespace

double innerRadius(const Shape& shape, const Vec3& p)
{
    const double across = std::hypot(p.x(), p.y());
    if (const auto* box = std::get_if<Box>(&shape))
        return (box->half_extents - p.cwiseAbs()).minCoeff();
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return sphere->radius - p.norm();
    if (const auto* cylinder = std::get_if<Cylinder>(&shape))
        return std::min(cylinder->radius - across, cylinder->half_length - std::abs(p.z()));
    if (const auto* capsule = std::get_if<Capsule>(&shape))
        return capsule->radius - std::hypot(across, std::max(0.0, std::abs(p.z()) - capsule->half_length));
    if (const auto* cone = std::get_if<Cone>(&shape))
    {
        const double height = 2.0 * cone->half_length;
        const double from_side =
            ((cone->half_length - p.z()) * cone->radius - across * height) / std::hypot(cone->radius, height);
        return std::min(from_side, p.z() + cone->half_length);
    }
    return 0.0;
}

double penetrationAtLeast(const Scene& scene, const Configuration& q, const ClosePair& close)
{
    const Motion motion(scene.model(), q, q);
    const ObjectPair& pair = scene.pair(close.pair);
    const double gap = (close.point_a - close.point_b).norm();
    return std::max(0.0, radiusWithin(motion, scene.object(pair.a), close.point_a)
                             + radiusWithin(motion, scene.object(pair.b), close.point_b) - gap * kInflate);
}

}  // namespace gapless
