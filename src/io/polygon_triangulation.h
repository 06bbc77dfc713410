// A polygon of a mesh file as triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gapless/core/types.h>

namespace gapless {

/// Normal of the polygon by Newell's sum: its length is twice the area, and it does not depend on a choice of three corners.
Vec3 newellNormal(const std::vector<Vec3>& vertices, const std::vector<std::int32_t>& corners);

/// Cuts the polygon with the given corners into corners.size() - 2 triangles of its orientation, by cutting off ears. A
/// polygon for which this does not work (degenerate, crossing itself) becomes a fan instead. No geometry of a plane polygon is
/// lost either way: its winding number at a point is the sum of the triangles', so a point with one other than zero is in some.
std::vector<std::array<std::int32_t, 3>> triangulatePolygon(const std::vector<Vec3>& vertices,
                                                            const std::vector<std::int32_t>& corners);

}  // namespace gapless
