// The triangles of a mesh file while it is read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/core/types.h>

namespace gapless {

/// Everything that a file draws, as triangles over its vertices: a line is a triangle with two equal corners, a point one with
/// three, so that no element needs to be left out.
struct MeshSoup
{
    std::vector<Vec3> vertices;
    std::vector<std::array<std::int32_t, 3>> triangles;
    std::size_t lines_and_points = 0;
    /// How far a polygon's corner lies off the polygon's plane, the largest such distance, in the file's units.
    double off_plane = 0.0;
    /// Geometries that the file holds and does not place in its scene.
    std::vector<std::string> not_placed;
    /// More vertices, or triangles of all nodes that a scene places, are refused.
    std::size_t most = 0;
};

/// Readers of one format each: `bytes` is the whole file, `label` names it in errors. What is not geometry (normals, colours,
/// names, cameras) is skipped by name; whatever else a reader does not take is an error that names it.
/// @throws InputError "label:line: ..." for that, malformed or cut files, indices out of range, numbers that are not finite, and more
///         than `most` vertices.
MeshSoup readStl(std::string_view bytes, const std::string& label, std::size_t most);
MeshSoup readObj(std::string_view bytes, const std::string& label, std::size_t most);
MeshSoup readPly(std::string_view bytes, const std::string& label, std::size_t most);
MeshSoup readCollada(std::string_view bytes, const std::string& label, std::size_t most);

/// The corners of one element of a mesh file, as they are read: indices into the vertices of `soup`.
class MeshElement
{
public:
    MeshElement(MeshSoup& soup, const std::string& label) : soup_(soup), label_(label) {}

    /// @throws InputError if the soup does not have the vertex.
    void addCorner(std::int64_t index, int line);

    /// Each adds the element to the soup and starts the next. A polygon that is not plane has no one surface: whoever cuts it
    /// otherwise means another. @throws InputError for a polygon that is off its plane by more than a hundredth of its size, or has
    /// fewer than 3 or more than 4096 corners.
    void addPolygon(int line);
    void addTriangles(int line);
    void addStrip(int line);
    void addFan(int line);
    void addPolyline(int line);
    void addLines(int line);
    void addPoints();

private:
    void requireCorners(std::size_t least, int line, const char* what) const;
    void addTriangle(std::size_t a, std::size_t b, std::size_t c)
    {
        soup_.triangles.push_back({corners_[a], corners_[b], corners_[c]});
    }
    void requirePlane(int line);

    MeshSoup& soup_;
    const std::string& label_;
    std::vector<std::int32_t> corners_;
};

/// Appends a vertex. @throws InputError if there are more than the soup may have.
void addVertex(MeshSoup& soup, const Vec3& vertex, const std::string& label, int line);

}  // namespace gapless
