// A validated triangle mesh: what the guarantee calls "the geometry as loaded".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gapless/core/types.h>

namespace gapless {

/// Triangles over shared vertices, in metres, in the mesh's own frame.
///
/// Vertices with equal coordinates are welded, since STL stores each triangle apart. Zero-area triangles are kept: they are
/// the segments or points that they are. The mesh is solid if, after welding, every edge is used exactly once in each
/// direction; a solid mesh occupies all points whose winding number is not zero, any other mesh is a surface.
class TriangleMesh
{
public:
    using Triangle = std::array<std::int32_t, 3>;

    /// @throws InputError if the mesh is empty, a coordinate is not finite or an index is out of range. `source` names
    ///         the mesh in that message (a file name, or "obstacle 'cage'").
    TriangleMesh(std::vector<Vec3> vertices, std::vector<Triangle> triangles, const std::string& source);

    const std::vector<Vec3>& vertices() const { return vertices_; }
    const std::vector<Triangle>& triangles() const { return triangles_; }
    bool isSolid() const { return solid_; }
    /// Number of triangles whose area is exactly or numerically zero (2 area <= 1e-14 longest edge^2).
    int degenerateCount() const { return degenerate_; }

private:
    void weldVertices();
    bool everyEdgeIsUsedOnceEachWay() const;
    int countDegenerate() const;

    std::vector<Vec3> vertices_;
    std::vector<Triangle> triangles_;
    bool solid_ = false;
    int degenerate_ = 0;
};

}  // namespace gapless
