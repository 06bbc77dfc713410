// Balls that together hold an object: what a distance is first bounded by.
//
// The cover is proven by its construction, however the centres were chosen. The leaves of the object are cut into pieces, convex sets of few
// extreme points (or their sweeps); each piece is given to one ball, whose radius is then the largest distance of an extreme point of its
// pieces from the centre, plus the piece's own radius and rounding: a ball is convex, so it holds the pieces. The pieces together hold the
// leaves. Centres only decide how tight the cover is. Boxes, capsules and slender cylinders are cut evenly, with a ball about each part. For
// meshes and what else is round, centres lie on the medial axis, where one ball covers most and stands out least: a ball about a point at
// depth d in the solid, of radius d + s, stands out of it by at most s.
// Hubbard: "Approximating polyhedra with spheres for time-critical collision detection", ACM Transactions on Graphics 15(3), 1996.
#pragma once

#include <vector>

#include <gapless/core/types.h>
#include <gapless/geometry/convex.h>

namespace gapless {

/// In the frame of the body that carries it, metres.
struct Ball
{
    Vec3 centre = Vec3::Zero();
    double radius = 0.0;
};

/// Balls that hold every point of every leaf, interiors of primitives included (a mesh is its triangles), the largest first; the same on
/// every machine that rounds alike. A swept point is a ball by itself, with its own centre and, but for rounding, radius, and the more of
/// them there are, the more balls. Others stand out of the leaves by as little as some 28 balls allow: about a tenth of the object's size
/// for a link of a robot, a fifth for a cube-like or flat one. Objects scattered over their size take more balls, dozens.
/// @param outward added to every radius, metres: how far the exact leaves may be from these
[[nodiscard]] std::vector<Ball> coverByBalls(const std::vector<Convex>& leaves, double outward);

}  // namespace gapless
