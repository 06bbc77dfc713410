#include "io/polygon_triangulation.h"

#include <cstddef>

namespace gapless {
namespace {

double turn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal)
{
    return (b - a).cross(c - b).dot(normal);
}

}  // namespace

Vec3 newellNormal(const std::vector<Vec3>& vertices, const std::vector<std::int32_t>& corners)
{
    Vec3 normal = Vec3::Zero();
    const Vec3& origin = vertices[static_cast<std::size_t>(corners[0])];
    for (std::size_t i = 0; i < corners.size(); ++i)
    {
        const Vec3 a = vertices[static_cast<std::size_t>(corners[i])] - origin;
        const Vec3 b = vertices[static_cast<std::size_t>(corners[(i + 1) % corners.size()])] - origin;
        normal += a.cross(b);
    }
    return normal;
}

// An ear is a corner that turns to the left, about Newell's normal, whose triangle holds no other corner; every simple polygon of more
// than three corners has two. Each is looked for from the first corner on: O(n^2) for each of n - 3 ears at the worst, about O(n) where
// the next one is near. Corners at the same place as one of the ear's, as cuts to a hole have them, do not count as in it.
std::vector<std::array<std::int32_t, 3>> triangulatePolygon(const std::vector<Vec3>& vertices,
                                                            const std::vector<std::int32_t>& corners)
{
    std::vector<std::array<std::int32_t, 3>> triangles;
    if (corners.size() < 3)
        return triangles;
    const Vec3 normal = newellNormal(vertices, corners);
    const auto at = [&](std::int32_t index) -> const Vec3& { return vertices[static_cast<std::size_t>(index)]; };
    std::vector<std::int32_t> rest = corners;
    const auto isEar = [&](std::size_t i) {
        const std::size_t n = rest.size();
        const Vec3 &a = at(rest[(i + n - 1) % n]), &b = at(rest[i]), &c = at(rest[(i + 1) % n]);
        if (!(turn(a, b, c, normal) > 0.0))
            return false;
        for (std::size_t k = 2; k + 1 < n; ++k)
        {
            const Vec3& p = at(rest[(i + k) % n]);
            if (p != a && p != b && p != c && turn(a, b, p, normal) >= 0.0 && turn(b, c, p, normal) >= 0.0
                && turn(c, a, p, normal) >= 0.0)
                return false;
        }
        return true;
    };
    while (rest.size() > 3)
    {
        std::size_t ear = 0;
        while (ear < rest.size() && !isEar(ear))
            ++ear;
        if (ear == rest.size())
            break;
        const std::size_t n = rest.size();
        triangles.push_back({rest[(ear + n - 1) % n], rest[ear], rest[(ear + 1) % n]});
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    for (std::size_t i = 1; i + 1 < rest.size(); ++i)
        triangles.push_back({rest[0], rest[i], rest[i + 1]});
    return triangles;
}

}  // namespace gapless
