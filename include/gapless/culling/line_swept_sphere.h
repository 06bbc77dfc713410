// A capsule around an object: the bounding volume whose sweep is easy to enclose.
//
// Larsen, Gottschalk, Lin, Manocha: "Fast proximity queries with swept sphere volumes", 1999; used for swept volumes by Redon, Kim,
// Lin, Manocha: "Fast continuous collision detection for articulated models", 2004, section 4.2.
#pragma once

#include <gapless/core/types.h>
#include <gapless/geometry/collision_geometry.h>

namespace gapless {

/// All points within `radius` of the segment from a to b, metres, in the frame of the body that carries the object.
struct LineSweptSphere
{
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
    double radius = 0.0;
};

/// A small capsule that holds the exact geometry of an object, insides of solid meshes included.
///
/// How the axis is found does not matter: the distance from a segment is a convex function, so over the hull of a leaf's corners it
/// is largest at one of them. `radius` is the largest distance of any corner from the segment as stored, plus the leaf's own radius,
/// CollisionGeometry::placementError() and the rounding of the distances. A capsule is convex, so what lies inside a closed mesh
/// lies inside the capsule too.
LineSweptSphere enclosingLineSweptSphere(const CollisionGeometry& geometry);

}  // namespace gapless
