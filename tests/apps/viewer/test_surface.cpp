// Tessellation: what is drawn is closed, faces outward and fills about the ideal volume.

#include <cmath>
#include <map>
#include <tuple>

#include <catch2/catch.hpp>

#include "apps/viewer/surface.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::viewer;

namespace {

double volume(const Surface& surface)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < surface.corners.size(); i += 3)
        sum += surface.corners[i].dot(surface.corners[i + 1].cross(surface.corners[i + 2])) / 6.0;
    return sum;
}

/// Every edge is used as often in one direction as in the other. Corners closer than a nanometre are one.
bool isClosed(const Surface& surface)
{
    using Key = std::tuple<long, long, long>;
    const auto key = [](const Vec3& p) {
        return Key{std::lround(p.x() * 1e9), std::lround(p.y() * 1e9), std::lround(p.z() * 1e9)};
    };
    std::map<std::pair<Key, Key>, int> edges;
    for (std::size_t i = 0; i < surface.corners.size(); i += 3)
        for (std::size_t k = 0; k < 3; ++k)
        {
            const Key a = key(surface.corners[i + k]), b = key(surface.corners[i + (k + 1) % 3]);
            if (a == b)
                continue;
            ++edges[{a, b}];
            --edges[{b, a}];
        }
    for (const auto& edge : edges)
        if (edge.second != 0)
            return false;
    return true;
}

void requireGood(const Shape& shape, double exact, double share)
{
    const Surface surface = tessellate(shape);
    CHECK(isClosed(surface));
    CHECK(volume(surface) == Approx(exact).epsilon(share));
    REQUIRE(surface.normals.size() == surface.corners.size());
    for (std::size_t i = 0; i < surface.corners.size(); i += 3)
    {
        const Vec3 face = (surface.corners[i + 1] - surface.corners[i]).cross(surface.corners[i + 2] - surface.corners[i]);
        for (std::size_t k = 0; k < 3; ++k)
        {
            CHECK(surface.normals[i + k].norm() == Approx(1.0));
            CHECK(surface.normals[i + k].dot(face) > 0.0);
        }
    }
}

}  // namespace

TEST_CASE("Primitives are drawn closed, facing outward, with about their volume", "[viewer]")
{
    requireGood(Box{{0.1, 0.2, 0.3}}, 8 * 0.006, 1e-12);
    requireGood(Sphere{0.5}, 4.0 / 3.0 * M_PI * 0.125, 0.01);
    requireGood(Cylinder{0.2, 0.7}, M_PI * 0.04 * 1.4, 0.01);
    requireGood(Capsule{0.2, 0.7}, M_PI * 0.04 * 1.4 + 4.0 / 3.0 * M_PI * 0.008, 0.01);
    requireGood(Cone{0.2, 0.7}, M_PI * 0.04 * 1.4 / 3.0, 0.01);
}

TEST_CASE("A surface that lacks one triangle is not closed", "[viewer]")
{
    Surface surface = tessellate(Sphere{0.5});
    surface.corners.resize(surface.corners.size() - 3);
    CHECK_FALSE(isClosed(surface));
}

TEST_CASE("More sides come nearer to the ideal volume", "[viewer]")
{
    const double exact = 4.0 / 3.0 * M_PI;
    CHECK(exact - volume(tessellate(Sphere{1.0}, 96)) < 0.3 * (exact - volume(tessellate(Sphere{1.0}, 48))));
}

TEST_CASE("Meshes keep sharp edges sharp and rounded ones round", "[viewer]")
{
    // A tetrahedron: all edges are sharp.
    const auto solid = test::meshOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
    const Surface sharp = tessellate(solid);
    CHECK(sharp.triangleCount() == 4);
    for (std::size_t i = 0; i < sharp.corners.size(); i += 3)
        CHECK((sharp.normals[i] - sharp.normals[i + 1]).norm() < 1e-12);
    // Two triangles that meet at a small angle share the normals of their edge.
    const auto sheet = test::meshOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0.1}}, {{0, 1, 2}, {1, 3, 2}});
    const Surface round = tessellate(sheet);
    CHECK((round.normals[1] - round.normals[3]).norm() < 1e-12);
    CHECK((round.normals[0] - round.normals[1]).norm() > 1e-3);
}
