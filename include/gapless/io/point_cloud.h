// Point clouds of depth sensors, from PCD, PLY and XYZ files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <gapless/geometry/shape.h>
#include <gapless/io/mesh_loader.h>

namespace gapless {

/// What a sensor saw. A cloud says where something is, not where nothing is: nothing is proven about what it has not seen.
struct PointCloud
{
    std::vector<Vec3> points;  ///< metres, in the frame of the file
    /// Points that are NaN or infinite, which is how sensors write that nothing came back; not among `points`.
    std::size_t not_finite = 0;
};

/// Reads a file by its ending:
/// - .pcd: version 0.7 and what looks the same, as text, binary or compressed; x, y and z are floating point; other fields are skipped, and
///   the viewpoint moves no points (as in PCL);
/// - .ply: the element `vertex`, in any of PLY's forms; a file with faces is a mesh, and refused;
/// - .xyz: three numbers a line; '#' begins a comment.
/// A point that is not finite is counted, and told in the log. Points are not joined or thinned out.
/// @param memory what a scene's geometry may take, bytes
/// @throws InputError naming the file if it is missing, of another format, cut short or longer than it says, if a coordinate is beyond
///         kFarthestPoint, or if it has no finite point or more than fit in the memory.
PointCloud loadPointCloud(const std::string& file, std::size_t memory = kDefaultMemory);

/// Coordinates of a point are at most so large, metres: those beyond are of another unit, or no measurement.
inline constexpr double kFarthestPoint = 1e6;

/// Solid balls about the points, for a CollisionGeometry. @param radius metres, > 0
std::vector<PlacedShape> ballsAbout(const std::vector<Vec3>& points, double radius);

/// Fewer balls that hold all of those, rounding included: one for all points in the same cube of an even grid, about the middle of their box, and larger than `radius` by
/// no more than it has to be, so by at most 0.87 cells (of 1e-9 m at least). The time to take over a cloud falls as their number does (docs/benchmarks.md).
/// @param cell side of the cubes, metres, > 0 @pre coordinates as in a cloud: finite, at most kFarthestPoint
std::vector<PlacedShape> thinnedBalls(const std::vector<Vec3>& points, double radius, double cell);

}  // namespace gapless
