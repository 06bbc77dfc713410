#include "moveit/described_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "support/triangle_distance.h"

namespace gapless_moveit::test {

using gapless::Box;
using gapless::Cone;
using gapless::Cylinder;
using gapless::Pose;
using gapless::Sphere;
using gapless::TriangleMesh;
using gapless::Vec3;
using gapless::test::Random;
using MeshPointer = std::shared_ptr<const TriangleMesh>;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::array<Vec3, 3> cornersOf(const TriangleMesh& mesh, const TriangleMesh::Triangle& t)
{
    const auto corner = [&](int k) { return mesh.vertices()[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]; };
    return {corner(0), corner(1), corner(2)};
}

/// In long doubles: with doubles the nearest point of a sliver is up to 2e-7 m off.
double distanceFromTriangle(const std::array<Vec3, 3>& corners, const Vec3& x)
{
    using gapless::test::lift;
    using Long = long double;
    const gapless::test::V3<Long> p = lift<Long>(x);
    return static_cast<double>(
        (p - gapless::test::nearestOnTriangle<Long>(p, {lift<Long>(corners[0]), lift<Long>(corners[1]), lift<Long>(corners[2])}))
            .norm());
}

/// Each edge once in each direction: the mesh has an inside.
bool isClosed(const TriangleMesh& mesh)
{
    std::set<std::pair<int, int>> edges;
    for (const auto& t : mesh.triangles())
        for (std::size_t k = 0; k < 3; ++k)
            if (!edges.insert({t[k], t[(k + 1) % 3]}).second)
                return false;
    return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) { return edges.count({edge.second, edge.first}) > 0; });
}

/// How often the closed mesh goes round p: the solid angles of its triangles (Van Oosterom, Strackee 1983) over that of a sphere.
double windingNumber(const TriangleMesh& mesh, const Vec3& p)
{
    double sum = 0.0;
    for (const auto& t : mesh.triangles())
    {
        const auto corners = cornersOf(mesh, t);
        const Vec3 a = corners[0] - p, b = corners[1] - p, c = corners[2] - p;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        sum += 2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return sum / (4.0 * M_PI);
}

double distanceFromBox(const Vec3& half, const Vec3& x)
{
    return (x.cwiseAbs() - half).cwiseMax(0.0).norm();
}

/// Distance of a shape in its own frame.
struct Distance
{
    const Vec3& x;

    double operator()(const Box& box) const { return distanceFromBox(box.half_extents, x); }
    double operator()(const Sphere& sphere) const { return std::max(0.0, x.norm() - sphere.radius); }
    double operator()(const Cylinder& cylinder) const
    {
        return std::hypot(std::max(0.0, x.head<2>().norm() - cylinder.radius),
                          std::max(0.0, std::abs(x.z()) - cylinder.half_length));
    }
    double operator()(const Cone& cone) const
    {
        // In the half plane of the axis and x: inside, or nearest to the base or to the slope.
        const double rho = x.head<2>().norm(), up = x.z() + cone.half_length, height = 2.0 * cone.half_length;
        if (up >= 0.0 && rho <= cone.radius * (1.0 - up / height))
            return 0.0;
        const Vec3 q(rho, up, 0.0), rim(cone.radius, 0.0, 0.0), apex(0.0, height, 0.0);
        const double slope = (q - gapless::test::nearestOnSegment<double>(q, rim, apex)).norm();
        return std::min(slope, (q - gapless::test::nearestOnSegment<double>(q, Vec3::Zero(), rim)).norm());
    }
    double operator()(const MeshPointer& mesh) const
    {
        if (!mesh)
            return kInfinity;
        if (isClosed(*mesh) && std::abs(windingNumber(*mesh, x)) > 0.5)
            return 0.0;
        double nearest = kInfinity;
        for (const auto& t : mesh->triangles())
            nearest = std::min(nearest, distanceFromTriangle(cornersOf(*mesh, t), x));
        return nearest;
    }
    double operator()(const Plane& plane) const { return std::abs(plane.normal.dot(x) + plane.offset) / plane.normal.norm(); }
    double operator()(const OccupiedCubes& octree) const
    {
        double nearest = kInfinity;
        for (const auto& cube : octree.cubes)
            nearest = std::min(nearest, distanceFromBox(Vec3::Constant(0.5 * cube.side), x - cube.centre));
        return nearest;
    }
};

Vec3 onBox(const Vec3& half, Random& random)
{
    Vec3 x = half.cwiseProduct(random.inCube(1.0));
    const int face = random.index(3);
    x[face] = std::copysign(half[face], x[face]);
    return x;
}

/// A point at this height, at most that far from the axis, and exactly so if `outside`.
Vec3 aboutAxis(double radius, double z, bool outside, Random& random)
{
    const double angle = random.uniform(-M_PI, M_PI), r = outside ? radius : radius * random.unit();
    return {r * std::cos(angle), r * std::sin(angle), z};
}

struct SurfacePoint
{
    Random& random;

    Vec3 operator()(const Box& box) const { return onBox(box.half_extents, random); }
    Vec3 operator()(const Sphere& sphere) const { return sphere.radius * random.direction(); }
    Vec3 operator()(const Cylinder& cylinder) const
    {
        const double z = cylinder.half_length * random.uniform(-1.0, 1.0);
        const bool side = random.chance(0.5);
        return aboutAxis(cylinder.radius, side ? z : std::copysign(cylinder.half_length, z), side, random);
    }
    Vec3 operator()(const Cone& cone) const
    {
        const bool side = random.chance(0.7);
        const double down = side ? random.unit() : 1.0;
        return aboutAxis(down * cone.radius, cone.half_length * (1.0 - 2.0 * down), side, random);
    }
    Vec3 operator()(const MeshPointer& mesh) const
    {
        const auto t = cornersOf(
            *mesh, mesh->triangles()[static_cast<std::size_t>(random.index(static_cast<int>(mesh->triangles().size())))]);
        const double u = random.unit(), v = random.unit() * (1.0 - u);
        return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
    }
    Vec3 operator()(const Plane& plane) const
    {
        const Vec3 x = random.inCube(0.5);
        return x - (plane.normal.dot(x) + plane.offset) / plane.normal.squaredNorm() * plane.normal;
    }
    Vec3 operator()(const OccupiedCubes& octree) const
    {
        const auto& cube = octree.cubes[static_cast<std::size_t>(random.index(static_cast<int>(octree.cubes.size())))];
        return cube.centre + onBox(Vec3::Constant(0.5 * cube.side), random);
    }
};

bool isNothing(const DescribedShape& shape)
{
    if (const auto* const mesh = std::get_if<MeshPointer>(&shape))
        return !*mesh;
    const auto* const octree = std::get_if<OccupiedCubes>(&shape);
    return octree && octree->cubes.empty();
}

}  // namespace

bool isEmpty(const std::vector<PlacedDescribedShape>& shapes)
{
    return std::all_of(shapes.begin(), shapes.end(), [](const PlacedDescribedShape& placed) { return isNothing(placed.shape); });
}

bool hasPlane(const std::vector<PlacedDescribedShape>& shapes)
{
    return std::any_of(shapes.begin(), shapes.end(),
                       [](const PlacedDescribedShape& placed) { return std::holds_alternative<Plane>(placed.shape); });
}

double distanceFrom(const std::vector<PlacedDescribedShape>& shapes, const Pose& X_WF, const Vec3& p_W)
{
    double nearest = kInfinity;
    for (const PlacedDescribedShape& placed : shapes)
    {
        const Vec3 x = (X_WF * placed.pose).inverse() * p_W;
        nearest = std::min(nearest, std::visit(Distance{x}, placed.shape));
    }
    return nearest;
}

std::vector<Vec3> pointsOn(const std::vector<PlacedDescribedShape>& shapes, const Pose& X_WF, int count, Random& random)
{
    std::vector<Vec3> points;
    for (const PlacedDescribedShape& placed : shapes)
        for (int i = 0; i < count && !isNothing(placed.shape); ++i)
            points.push_back(X_WF * (placed.pose * std::visit(SurfacePoint{random}, placed.shape)));
    return points;
}

}  // namespace gapless_moveit::test
