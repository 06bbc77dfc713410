// One piece of a swept volume, prepared for tests against the tree: seen from its centre, with its box and three slabs.
#pragma once

#include <gapless/culling/static_obstacles.h>

namespace gapless {

/// The core of a piece is the hull of centre + offset[i]. An obstacle's exact leaf is farther from the piece than the clearance if its
/// computed leaf is farther than `need` from the core: need = radius + clearance + StaticObstacles::error(), rounded up.
struct SweptPiece
{
    Vec3 centre;
    Vec3 offset[4];
    /// max |offset[i]|, from above.
    double extent;
    double need;
    /// Holds all points within `need` of the core. Outward rounded.
    AxisAlignedBox box;
    /// Three directions, unit up to rounding: along the axis, along the motion, across both; and the core's extent along each, seen
    /// from the centre, without rounding errors counted in.
    Vec3 axis[3];
    double low[3], high[3];
};

/// @pre 0 <= piece < volume.pieces
SweptPiece sweptPiece(const SweptVolumeBatch& batch, const SweptVolume& volume, int piece, double obstacle_error);

}  // namespace gapless
