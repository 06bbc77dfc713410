// What holds a geometry, worked out by this program or, as the user's cache (core/disk_cache.h) keeps it, by an earlier one.
#pragma once

#include <vector>

#include <gapless/geometry/collision_geometry.h>

namespace gapless {

/// coverByBalls().
std::vector<Ball> findCover(const std::vector<PlacedShape>& shapes, const std::vector<Convex>& leaves, double outward);

/// Of several balls, which are looked at as they are, of clouds of primitives, whose boxes tell as much, and of very many triangles there is none: an
/// empty tree.
HullTree findHulls(const std::vector<PlacedShape>& shapes, const std::vector<Convex>& leaves, const RssTree& tree);

}  // namespace gapless
