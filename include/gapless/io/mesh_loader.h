// Triangle meshes from STL, OBJ, DAE and PLY files.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <gapless/geometry/triangle_mesh.h>

namespace gapless {

/// Reads mesh files with assimp; a file that is asked for again with the same scale is read once.
///
/// The triangles are those of the file: none is dropped, no vertices are joined but those with equal coordinates, and node
/// transforms and the length unit of the file are applied. Polygons are cut into triangles. Line and point elements are
/// left out. A DAE file keeps the axes in which it is written, whatever its up axis (as ROS does).
///
/// Debian's assimp reads in single precision: each coordinate is the double of a 24-bit number, within about 1e-7 of its
/// magnitude of what a text file says, before scale and transforms are applied in double. What is proven later is proven
/// for the mesh as it is in memory.
///
/// Logged once per file and scale: triangles of zero area (kept, as the segments or points that they are), and that a mesh
/// is not closed and so taken as a surface. Not safe to use from two threads at once.
class MeshLoader
{
public:
    /// `scale` is per axis of the file; a negative product mirrors, and the triangles are turned so that outside stays
    /// outside. Metres (file units times scale).
    /// @throws InputError naming the file if it is missing, unreadable, of another format, without triangles, has a
    ///         coordinate that is not finite or an index out of range, or if a scale is zero or not finite.
    std::shared_ptr<const TriangleMesh> load(const std::string& file, const Vec3& scale = Vec3::Ones());

private:
    std::map<std::pair<std::string, std::array<double, 3>>, std::shared_ptr<const TriangleMesh>> cache_;
};

}  // namespace gapless
