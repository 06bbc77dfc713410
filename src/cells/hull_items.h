// An object cut into convex pieces that are small beside a cell, each the hull of a few points with a radius.
#pragma once

#include <vector>

#include <gapless/geometry/collision_geometry.h>

namespace gapless {

/// Holds what lies below a node of the object's tree: all of it is within `radius` of the hull of points first ... first + count - 1.
struct HullItem
{
    int first = 0, count = 0;
    double radius = 0.0;
    Vec3 sample = Vec3::Zero();  ///< about a point of the object
};

/// Together they hold the object's surfaces and primitives as stored (CollisionGeometry::placementError()). Body frame.
struct HullItems
{
    std::vector<Vec3> points;
    std::vector<HullItem> items;
};

/// Nodes no larger than `size`, and leaves, of any size, below the others.
HullItems hullItems(const CollisionGeometry& geometry, double size);

}  // namespace gapless
