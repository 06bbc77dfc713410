// Directions along which two polyhedral pieces can be separated most sharply.
#pragma once

#include <gapless/geometry/convex_distance.h>

namespace gapless {

/// Tries the normals of the faces, the products of edges and, in the planes of faces, the normals of their edges, both ways round, and keeps
/// the direction with the largest support gap if that is larger than `best.lower`.
///
/// Two disjoint polyhedra are separated by a face normal or a product of an edge of each, and, where they lie in one plane, by the normal
/// of an edge in it (Gottschalk, Lin, Manocha 1996, section 5). These are exact to rounding however near the two are, where the line between
/// two computed nearest points is lost: at a distance d and a size s its angle is off by s u / d, the gap along it by s^2 u / d.
void tryFeatureDirections(const Convex& A, const Convex& B, ConvexDistance& best);

}  // namespace gapless
