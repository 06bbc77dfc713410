// The connected parts of a triangle mesh.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gapless/geometry/triangle_mesh.h>

namespace gapless {

/// Groups of triangles connected through shared vertices: for each triangle the number of its group; @return the number of groups.
int connectedParts(std::size_t vertex_count, const std::vector<std::array<std::int32_t, 3>>& triangles, std::vector<int>& group);

/// Do closed shells of opposite orientation cross or touch in a solid mesh? Where they overlap their winding numbers may cancel, which is
/// meant where a cavity lies wholly in a shell, and hardly else.
bool oppositeShellsMeet(const TriangleMesh& mesh);

}  // namespace gapless
