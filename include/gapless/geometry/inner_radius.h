// Balls within a shape or an object: where two of them meet, the objects do.
#pragma once

#include <gapless/geometry/collision_geometry.h>

namespace gapless {

/// Radius of a ball about p (in the primitive's frame, metres) that lies within a primitive, exact up to rounding; not positive where p is
/// not inside. 0 for triangles.
double innerRadius(const Convex& primitive, const Vec3& p);

/// Radius of a ball about p (frame of the body, metres) of which every point is one of the exact object, all rounding subtracted; not
/// positive where none is known. Of a solid mesh: p is inside (Containment), and the ball does not reach any triangle; between p and a point
/// in the ball there is no surface then, so that the one is inside as the other. Of several shapes: the best.
double innerRadius(const CollisionGeometry& geometry, const Vec3& p);

}  // namespace gapless
