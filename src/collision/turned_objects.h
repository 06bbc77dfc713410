// What the objects on a body pass through as the joint that carries it turns: seen from the body before it, one object that stands still.
//
// A table of the values of three joints between two links (ApartCells) has to be coarse. But where the outermost of them turns, what it
// carries stays within the rings that it sweeps about the axis, whatever the joint's value is; where another object is apart from these, it
// is apart from all that they were made of. So a table of the other two joints, of the object and the rings, is one of the pair. By it the
// hand of a robot is kept from the forearm.
//
// Proof. Let the axis be the line through the joint frame's origin along the unit vector a, h = a.x a point's height, r = |x - h a| its
// distance from the axis. Turning changes neither. `swept` is a stack of solid cylinders about the axis, one for each slice of the heights
// that a leaf is met in, of a radius that is at least r of every point of every such leaf: r is convex, so its largest value on a leaf is
// found at extreme points; the leaf's heights are its support along a and -a. So each point of each leaf is in the cylinder of its slice.
// What a closed mesh holds within is, too, although its leaves are the surface alone: the plane of the height h through a point inside
// meets the solid in a bounded set whose border is of the surface; the point lies between two points of the border, both of which are in
// the disc of that slice, and discs are convex.
//
// Rounding. The exact leaves are within placementError() of these. The axis, the cylinders' frame and X_PJ are off by some u of a rotation,
// which moves a point at the distance R by some u R; heights, radii and sums by some u of R and of X_PJ's translation p. All of that is far
// below 1e-9 (1 + R + |p|), by which, and placementError(), the cylinders are larger all around. That they are placed with rounding
// themselves is in their own placementError(), as of any geometry.
#pragma once

#include <memory>
#include <vector>

#include <gapless/geometry/collision_geometry.h>
#include <gapless/kinematics/kinematic_model.h>

namespace gapless {

struct TurnedObjects
{
    using Geometry = std::shared_ptr<const CollisionGeometry>;

    /// @param carried by the body, in its frame @pre not empty; the body's joint is revolute or continuous
    TurnedObjects(const Body& body, std::vector<Geometry> carried);

    /// Is it of these, on such a joint?
    bool isOf(const Body& body, const std::vector<Geometry>& others) const;

    std::vector<Geometry> members;
    Pose X_PJ;
    Vec3 axis;
    /// In the frame of the body's parent. Null: larger, or farther away, than any robot is.
    Geometry swept;
};

}  // namespace gapless
