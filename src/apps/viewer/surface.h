// Triangles to be drawn, with a normal per corner.
#pragma once

#include <vector>

#include <Eigen/Core>

#include <gapless/geometry/shape.h>

namespace gapless::viewer {

/// Three corners per triangle, in order, counter-clockwise seen from outside. Metres.
struct Surface
{
    std::vector<Vec3> corners;
    /// Unit, one per corner.
    std::vector<Vec3> normals;

    std::size_t triangleCount() const { return corners.size() / 3; }
    void add(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal_a, const Vec3& normal_b, const Vec3& normal_c);
};

/// Faces that meet at less than this angle (radians) are drawn as one rounded surface, others with an edge between them.
inline constexpr double kCreaseAngle = 0.6;

inline constexpr int kSidesOfRoundShapes = 48;

/// The shape's surface in its own frame. Meshes as they are, without triangles of zero area; spheres, cylinders and capsules with
/// all corners on the ideal surface and `sides` of them round the axis. @pre sides >= 3
Surface tessellate(const Shape& shape, int sides = kSidesOfRoundShapes);

/// A thin bar with four sides, from a to b; nothing where they are equal.
void addBar(Surface& surface, const Vec3& a, const Vec3& b, double half_width);

}  // namespace gapless::viewer
