#include "culling/swept_piece.h"

#include <algorithm>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

// n / |n|, or something orthogonal to `other` where n is too short to be told from rounding.
Vec3 unitOr(const Vec3& n, double length_seen, const Vec3& other)
{
    const double length = n.norm();
    return length > 1e-9 * length_seen ? Vec3(n / length) : Vec3(other.unitOrthogonal());
}

}  // namespace

// The four points are the ends of the capsule's axis at both ends of a short part of the motion: nearly a parallelogram. Its directions,
// along the axis and along the motion, and its normal are therefore the three slabs, which hold it much more closely than a box does that
// is aligned with the world. Where the axis is a point, or does not move, any orthogonal direction takes the place.
SweptPiece sweptPiece(const SweptVolumeBatch& batch, const SweptVolume& volume, int piece, double obstacle_error)
{
    const SweptVolumeBatch::Axis* const axes = batch.axes.data() + volume.first + piece;
    const SweptVolumeBatch::Axis &from = axes[0], &to = axes[1];
    SweptPiece result;
    result.centre = 0.25 * (from.a + from.b + to.a + to.b);
    const Vec3* const points[4] = {&from.a, &from.b, &to.a, &to.b};
    Vec3 low = from.a, high = from.a;
    result.extent = 0.0;
    for (int i = 0; i < 4; ++i)
    {
        low = low.cwiseMin(*points[i]);
        high = high.cwiseMax(*points[i]);
        result.offset[i] = *points[i] - result.centre;
        result.extent = std::max(result.extent, result.offset[i].norm() * kInflate);
    }
    result.need = (volume.radius + volume.clearance + obstacle_error) * kInflate;
    const double outward =
        result.need * kInflate + 4.0 * kUnitRoundoff * std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
    result.box.low = low - Vec3::Constant(outward);
    result.box.high = high + Vec3::Constant(outward);
    const Vec3* const d = result.offset;
    const Vec3 along = (d[1] - d[0]) + (d[3] - d[2]), moved = (d[2] - d[0]) + (d[3] - d[1]);
    const Vec3 u = unitOr(along, result.extent, unitOr(moved, result.extent, Vec3::UnitX()));
    const Vec3 across = moved - moved.dot(u) * u;
    const Vec3 v = unitOr(across, result.extent, u);
    result.axis[0] = u;
    result.axis[1] = v;
    result.axis[2] = u.cross(v).normalized();
    for (int k = 0; k < 3; ++k)
    {
        const double x[4] = {result.axis[k].dot(d[0]), result.axis[k].dot(d[1]), result.axis[k].dot(d[2]),
                             result.axis[k].dot(d[3])};
        result.low[k] = std::min(std::min(x[0], x[1]), std::min(x[2], x[3]));
        result.high[k] = std::max(std::max(x[0], x[1]), std::max(x[2], x[3]));
    }
    return result;
}

}  // namespace gapless
