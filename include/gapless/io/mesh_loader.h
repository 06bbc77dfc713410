// Triangle meshes from STL, OBJ, DAE and PLY files.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <gapless/geometry/triangle_mesh.h>

namespace gapless {

/// What the geometry of a scene may take where nothing else is said, bytes: some ten million triangles.
inline constexpr std::size_t kDefaultMemory = std::size_t{4} << 30;

/// Reads mesh files; a file that is asked for again with the same scale is read once.
///
/// All that a file draws is taken, or the file is refused with an error that names what is not: no triangle is dropped, no vertices
/// are joined but those with equal coordinates, and node transforms and the length unit of the file are applied. Polygons are cut into
/// triangles, which takes plane ones; lines and points are taken as the segments and points that they are. A DAE file keeps the axes in
/// which it is written, whatever its up axis (as ROS does).
///
/// Numbers of text files are the nearest doubles, but those of STL and of PLY's `float` are of single precision, as in their binary
/// forms. What is proven later is proven for the mesh as it is in memory.
///
/// Logged once per file and scale: lines and points, polygons that are not quite plane, triangles of zero area (kept), geometries that
/// a DAE file holds but does not place in its scene, and that a mesh is not closed and so taken as a surface. Not safe to use from two
/// threads at once.
class MeshLoader
{
public:
    /// @param memory what a scene's geometry may take, bytes
    explicit MeshLoader(std::size_t memory = kDefaultMemory) : memory_(memory) {}

    /// `scale` is per axis of the file; a negative product mirrors, and the triangles are turned so that outside stays
    /// outside. Metres (file units times scale).
    /// @throws InputError naming the file if it is missing, unreadable, of another format, without triangles, has a
    ///         coordinate that is not finite or an index out of range, or anything that is not taken, if it needs more than
    ///         the memory given, or if a scale is zero or not finite.
    std::shared_ptr<const TriangleMesh> load(const std::string& file, const Vec3& scale = Vec3::Ones());

    /// What a scene's geometry may take, bytes.
    std::size_t memory() const { return memory_; }
    /// @throws InputError if a scene whose geometry takes that many bytes is more than was given.
    void requireMemory(std::size_t bytes, const std::string& label, int line) const;

private:
    std::size_t memory_;
    std::map<std::pair<std::string, std::array<double, 3>>, std::shared_ptr<const TriangleMesh>> cache_;
};

}  // namespace gapless
