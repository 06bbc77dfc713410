// How deep two objects overlap at least, where that is cheap to say.
//
// If a ball of radius a about a point p lies within A, and one of radius b about q within B, then A and B meet wherever B is moved by
// less than a + b - |p - q|: the balls do. About the points at which two surfaces meet there are such balls in primitives; in a mesh only where
// one object is inside of it.
#pragma once

#include <gapless/collision/close_pair.h>

namespace gapless {

/// Lower bound of how far the two objects of `close`, found by StaticChecker at q, have to be moved until they are apart: metres, all
/// rounding subtracted; 0 where nothing is known.
/// @throws InputError if q is no configuration of the scene's model.
double penetrationAtLeast(const Scene& scene, const Configuration& q, const ClosePair& close);

}  // namespace gapless
