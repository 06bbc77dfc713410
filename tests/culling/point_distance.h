// Distance of a point from a placed shape, from first principles: what cullers are checked against.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/geometry/collision_geometry.h>

namespace gapless::test {

inline double distanceToSegment(const Vec3& p, const Vec3& a, const Vec3& b)
{
    const Vec3 ab = b - a;
    const double squared = ab.squaredNorm();
    const double s = squared > 0.0 ? std::clamp((p - a).dot(ab) / squared, 0.0, 1.0) : 0.0;
    return (p - a - s * ab).norm();
}

/// Never too small, but for rounding: a sliver whose normal is mostly rounding counts as its edges.
inline double distanceToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
    double result = std::min({distanceToSegment(p, a, b), distanceToSegment(p, b, c), distanceToSegment(p, c, a)});
    const Vec3 n = (b - a).cross(c - a);
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    if (n.norm() > 1e-8 * longest)
    {
        const bool inside =
            n.dot((b - a).cross(p - a)) >= 0.0 && n.dot((c - b).cross(p - b)) >= 0.0 && n.dot((a - c).cross(p - c)) >= 0.0;
        if (inside)
            result = std::min(result, std::abs(n.dot(p - a)) / n.norm());
    }
    return result;
}

/// Zero or negative inside solid primitives; from the surface for meshes.
struct DistanceTo
{
    Vec3 p;  // in the shape's frame

    double operator()(const Box& box) const { return (p.cwiseAbs() - box.half_extents).cwiseMax(0.0).norm(); }
    double operator()(const Sphere& sphere) const { return p.norm() - sphere.radius; }
    double operator()(const Cylinder& cylinder) const
    {
        const double across = std::max(0.0, std::hypot(p.x(), p.y()) - cylinder.radius);
        return std::hypot(across, std::max(0.0, std::abs(p.z()) - cylinder.half_length));
    }
    double operator()(const Capsule& capsule) const
    {
        return distanceToSegment(p, Vec3(0, 0, -capsule.half_length), Vec3(0, 0, capsule.half_length)) - capsule.radius;
    }
    double operator()(const Cone& cone) const
    {
        const Vec3 q(std::hypot(p.x(), p.y()), p.z(), 0.0);
        return distanceToTriangle(q, Vec3(0, -cone.half_length, 0), Vec3(cone.radius, -cone.half_length, 0),
                                  Vec3(0, cone.half_length, 0));
    }
    double operator()(const std::shared_ptr<const TriangleMesh>& mesh) const
    {
        double result = std::numeric_limits<double>::infinity();
        const auto& v = mesh->vertices();
        for (const auto& t : mesh->triangles())
            result = std::min(result, distanceToTriangle(p, v[static_cast<std::size_t>(t[0])], v[static_cast<std::size_t>(t[1])],
                                                         v[static_cast<std::size_t>(t[2])]));
        return result;
    }
};

/// Distance of p, in the body's frame, from an object's shapes; 0 inside a solid mesh.
inline double distanceTo(const CollisionGeometry& geometry, const Vec3& p)
{
    double result = std::numeric_limits<double>::infinity();
    for (const PlacedShape& placed : geometry.shapes())
        result = std::min(result, std::visit(DistanceTo{placed.X_BS.inverse() * p}, placed.shape));
    if (result > 0.0 && geometry.containment().contains(p) == Containment::Answer::Inside)
        result = 0.0;
    return result;
}

}  // namespace gapless::test
