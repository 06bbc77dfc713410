// Do two convex pieces touch at one instant? Answers that rounding cannot turn round.
#pragma once

#include <gapless/certify/articulated_collision.h>
#include <gapless/geometry/convex_distance.h>

namespace gapless {

enum class Closeness
{
    Proven,   ///< the distance of the exact pieces is at most the clearance
    Close,    ///< it is within a few rounding errors of the clearance, or less
    Farther,  ///< neither
};

/// @param A, B the pieces as computed, in one frame with its origin near them. Every point of the exact ones is within `error` of the
///        computed one and conversely (metres); `error` covers the rounding of convexDistance() there.
/// @param touch_a, touch_b points near A and B where they may touch: those that were nearest shortly before.
///
/// Proven, for a clearance c > 0: two points are at most c - error apart.
/// For c = 0: two cores are at most the sum of their radii minus the error apart; or an edge of one triangle pierces the other, which
/// five signs of determinants decide, each larger than what moving every point by `error` can change; or a point of the one is inside the
/// other, deeper than the errors: touch_a, touch_b, and those nearest to the middle of a solid are tried. Any of these suffices, none is
/// necessary: a touch without depth cannot be told from a gap.
Closeness closeness(const Convex& A, const Convex& B, double clearance, double error, const Vec3& touch_a, const Vec3& touch_b);

/// Does an edge of one triangle pierce the other, although every vertex may be off by `error`? Proven if true. @pre both are triangles
bool triangleIsPierced(const Convex& A, const Convex& B, double error);

/// Is the ball of that radius about p in the piece? Proven if true. Triangles and rectangles hold no ball.
bool holdsBall(const Convex& piece, const Vec3& p, double radius);

/// Upper bound of the distance of p from the piece, 0 inside but for rounding.
double distanceFrom(const Convex& piece, const Vec3& p);

/// Of which feature of the piece p, one of its points, is: vertices and edges of triangles within a millionth of the longest edge.
Feature featureAt(const Convex& piece, const Vec3& p);

}  // namespace gapless
