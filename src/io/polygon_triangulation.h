// A polygon of a mesh file as triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gapless/core/types.h>

namespace gapless {

/// Cuts the polygon with the given corners into corners.size() - 2 triangles of its orientation, by cutting off ears. A
/// polygon for which this does not work (degenerate, crossing itself) becomes a fan instead: the fan's triangles cover at
/// least what the polygon covers, so that no geometry is lost. assimp's own triangulation drops such faces.
std::vector<std::array<std::int32_t, 3>> triangulatePolygon(const std::vector<Vec3>& vertices,
                                                            const std::vector<std::int32_t>& corners);

}  // namespace gapless
