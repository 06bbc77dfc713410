// How deep two objects overlap at least, where that is cheap to say.
//
// If a ball of radius a about a point p lies within A, and one of radius b about q within B, then A and B meet wherever B is moved by
// less than a + b - |p - q|: the balls do. Primitives have such balls about any point inside; of a mesh only the point itself is known.
#pragma once

#include <gapless/collision/static_checker.h>

namespace gapless {

/// Radius of a ball about p (frame of the shape, metres) that lies within a primitive, exact up to rounding; not positive where p is
/// not inside. 0 for meshes.
double innerRadius(const Shape& shape, const Vec3& p);

/// Lower bound of how far the two objects of `close`, found by StaticChecker at q, have to be moved until they are apart: metres, all
/// rounding subtracted; 0 where nothing is known.
/// @throws InputError if q is no configuration of the scene's model.
double penetrationAtLeast(const Scene& scene, const Configuration& q, const ClosePair& close);

}  // namespace gapless
