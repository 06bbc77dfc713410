#include "surface.h"

#include <cmath>

namespace gapless::viewer {

void Surface::add(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal_a, const Vec3& normal_b, const Vec3& normal_c)
{
    corners.insert(corners.end(), {a, b, c});
    normals.insert(normals.end(), {normal_a, normal_b, normal_c});
}

namespace {

void addQuad(Surface& surface, const Vec3 (&corners)[4], const Vec3 (&normals)[4])
{
    surface.add(corners[0], corners[1], corners[2], normals[0], normals[1], normals[2]);
    surface.add(corners[0], corners[2], corners[3], normals[0], normals[2], normals[3]);
}

/// Unit vector at `k` of `sides` steps round the z axis; step `sides` is exactly step 0.
Vec3 spoke(int k, int sides)
{
    const double angle = 2.0 * M_PI * (k % sides) / sides;
    return {std::cos(angle), std::sin(angle), 0.0};
}

Surface surfaceOf(const Box& box)
{
    Surface surface;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0})
        {
            Vec3 n = Vec3::Zero(), u = Vec3::Zero(), v = Vec3::Zero();
            n[axis] = side;
            u[(axis + 1) % 3] = side;
            v[(axis + 2) % 3] = 1.0;
            const auto corner = [&](double a, double b) { return Vec3((n + a * u + b * v).cwiseProduct(box.half_extents)); };
            addQuad(surface, {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)}, {n, n, n, n});
        }
    return surface;
}

/// A ball cut at its equator, the halves moved apart along z by 2 half_length and joined by a cylinder.
Surface surfaceOf(const Capsule& capsule, int sides)
{
    Surface surface;
    const int rings = std::max(1, sides / 4);
    const auto normal = [&](int ring, int k) -> Vec3 {
        const double latitude = 0.5 * M_PI * ring / rings;
        Vec3 n = std::cos(latitude) * spoke(k, sides);
        n.z() = std::sin(latitude);
        return n;
    };
    const auto corner = [&](const Vec3& n, double end) {
        return Vec3(capsule.radius * n + Vec3(0, 0, end * capsule.half_length));
    };
    for (int k = 0; k < sides; ++k)
    {
        if (capsule.half_length > 0.0)
        {
            const Vec3 a = spoke(k, sides), b = spoke(k + 1, sides);
            addQuad(surface, {corner(a, -1), corner(b, -1), corner(b, 1), corner(a, 1)}, {a, b, b, a});
        }
        for (int ring = 0; ring < rings; ++ring)
        {
            Vec3 n[4] = {normal(ring, k), normal(ring, k + 1), normal(ring + 1, k + 1), normal(ring + 1, k)};
            // The topmost ring is one point.
            const bool is_top = ring + 1 == rings;
            if (is_top)
                n[2] = n[3] = Vec3::UnitZ();
            Vec3 m[4];
            for (int i = 0; i < 4; ++i)
                m[i] = Vec3(n[i].x(), n[i].y(), -n[i].z());
            surface.add(corner(n[0], 1), corner(n[1], 1), corner(n[2], 1), n[0], n[1], n[2]);
            surface.add(corner(m[0], -1), corner(m[2], -1), corner(m[1], -1), m[0], m[2], m[1]);
            if (is_top)
                continue;
            surface.add(corner(n[0], 1), corner(n[2], 1), corner(n[3], 1), n[0], n[2], n[3]);
            surface.add(corner(m[0], -1), corner(m[3], -1), corner(m[2], -1), m[0], m[3], m[2]);
        }
    }
    return surface;
}

Surface surfaceOf(const Cylinder& cylinder, int sides)
{
    Surface surface;
    const Vec3 up = Vec3(0, 0, cylinder.half_length);
    for (int k = 0; k < sides; ++k)
    {
        const Vec3 a = spoke(k, sides), b = spoke(k + 1, sides);
        const Vec3 p = cylinder.radius * a, q = cylinder.radius * b;
        addQuad(surface, {p - up, q - up, q + up, p + up}, {a, b, b, a});
        surface.add(up, p + up, q + up, Vec3::UnitZ(), Vec3::UnitZ(), Vec3::UnitZ());
        surface.add(-up, q - up, p - up, -Vec3::UnitZ(), -Vec3::UnitZ(), -Vec3::UnitZ());
    }
    return surface;
}

Surface surfaceOf(const Cone& cone, int sides)
{
    Surface surface;
    const Vec3 apex(0, 0, cone.half_length);
    const auto normal = [&](int k) {
        return Vec3((2.0 * cone.half_length * spoke(k, sides) + cone.radius * Vec3::UnitZ()).normalized());
    };
    for (int k = 0; k < sides; ++k)
    {
        const Vec3 p = cone.radius * spoke(k, sides) - apex, q = cone.radius * spoke(k + 1, sides) - apex;
        surface.add(p, q, apex, normal(k), normal(k + 1), (normal(k) + normal(k + 1)).normalized());
        surface.add(-apex, q, p, -Vec3::UnitZ(), -Vec3::UnitZ(), -Vec3::UnitZ());
    }
    return surface;
}

/// Each corner's normal is the mean, weighted by angle, of those faces round its vertex that are within the crease angle of its own.
Surface surfaceOf(const TriangleMesh& mesh)
{
    struct Face
    {
        Vec3 normal = Vec3::Zero();
        double angles[3] = {0.0, 0.0, 0.0};
    };
    const std::vector<Vec3>& vertices = mesh.vertices();
    std::vector<Face> faces(mesh.triangles().size());
    std::vector<std::vector<std::pair<std::size_t, int>>> around(vertices.size());
    for (std::size_t f = 0; f < faces.size(); ++f)
    {
        const TriangleMesh::Triangle& triangle = mesh.triangles()[f];
        const auto vertex = [&](int i) { return vertices[static_cast<std::size_t>(triangle[static_cast<std::size_t>(i % 3)])]; };
        const Vec3 across = (vertex(1) - vertex(0)).cross(vertex(2) - vertex(0));
        if (!(across.norm() > 0.0))
            continue;
        faces[f].normal = across.normalized();
        for (int i = 0; i < 3; ++i)
        {
            const Vec3 u = vertex(i + 1) - vertex(i), v = vertex(i + 2) - vertex(i);
            faces[f].angles[i] = std::atan2(u.cross(v).norm(), u.dot(v));
            around[static_cast<std::size_t>(triangle[static_cast<std::size_t>(i)])].emplace_back(f, i);
        }
    }
    Surface surface;
    const double crease = std::cos(kCreaseAngle);
    for (std::size_t f = 0; f < faces.size(); ++f)
    {
        const Vec3& own = faces[f].normal;
        if (own.isZero())
            continue;
        for (int i = 0; i < 3; ++i)
        {
            const auto vertex = static_cast<std::size_t>(mesh.triangles()[f][static_cast<std::size_t>(i)]);
            Vec3 sum = Vec3::Zero();
            for (const auto& [other, corner] : around[vertex])
                if (faces[other].normal.dot(own) >= crease)
                    sum += faces[other].angles[corner] * faces[other].normal;
            surface.corners.push_back(vertices[vertex]);
            surface.normals.push_back(sum.norm() > 0.0 ? Vec3(sum.normalized()) : own);
        }
    }
    return surface;
}

}  // namespace

Surface tessellate(const Shape& shape, int sides)
{
    struct Visitor
    {
        int sides;
        Surface operator()(const Box& box) const { return surfaceOf(box); }
        Surface operator()(const Sphere& sphere) const { return surfaceOf(Capsule{sphere.radius, 0.0}, sides); }
        Surface operator()(const Cylinder& cylinder) const { return surfaceOf(cylinder, sides); }
        Surface operator()(const Capsule& capsule) const { return surfaceOf(capsule, sides); }
        Surface operator()(const Cone& cone) const { return surfaceOf(cone, sides); }
        Surface operator()(const std::shared_ptr<const TriangleMesh>& mesh) const { return surfaceOf(*mesh); }
    };
    return std::visit(Visitor{sides}, shape);
}

void addBar(Surface& surface, const Vec3& a, const Vec3& b, double half_width)
{
    const Vec3 along = b - a;
    if (!(along.norm() > 0.0))
        return;
    const Vec3 u = along.unitOrthogonal(), v = along.normalized().cross(u);
    for (const auto& [n, side] : {std::pair(u, v), std::pair(v, Vec3(-u)), std::pair(Vec3(-u), Vec3(-v)), std::pair(Vec3(-v), u)})
    {
        const Vec3 left = half_width * (n - side), right = half_width * (n + side);
        surface.add(a + left, a + right, b + right, n, n, n);
        surface.add(a + left, b + right, b + left, n, n, n);
    }
}

}  // namespace gapless::viewer
