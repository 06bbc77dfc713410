// Shells of a mesh: connected parts, and parts of opposite orientation that cross.
#include <catch2/catch.hpp>

#include "support/scene_builder.h"

#include <gapless/geometry/shells.h>

using namespace gapless;
using namespace gapless::test;

namespace {

struct Cube
{
    double half;
    Vec3 centre = Vec3::Zero();
    bool inward = false;
};

std::shared_ptr<const TriangleMesh> cubes(const std::vector<Cube>& all)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (const Cube& cube : all)
    {
        const auto own = boxTriangles(static_cast<int>(vertices.size()), cube.inward);
        triangles.insert(triangles.end(), own.begin(), own.end());
        for (const Vec3& v : boxVertices(Vec3::Constant(cube.half), cube.centre))
            vertices.push_back(v);
    }
    return meshOf(vertices, triangles);
}

std::size_t representativeCount(const std::vector<PlacedShape>& shapes)
{
    return CollisionGeometry(shapes, "shells").containment().representatives().size();
}

}  // namespace

TEST_CASE("Closed parts of opposite orientation meet where they cross or touch, not where one is the other's cavity")
{
    const Vec3 here = Vec3::Zero(), aside(1.5, 0.25, 0.125), far(5, 0, 0), touching(2, 0.25, 0.125);
    for (const bool inverted : {false, true})
    {
        CHECK(oppositeShellsMeet(*cubes({{1, here, inverted}, {1, aside, !inverted}})));
        CHECK(oppositeShellsMeet(*cubes({{1, here, inverted}, {1, touching, !inverted}})));
        CHECK_FALSE(oppositeShellsMeet(*cubes({{1, here, inverted}, {1, aside, inverted}})));
        CHECK_FALSE(oppositeShellsMeet(*cubes({{1, here, inverted}, {1, far, !inverted}})));
        CHECK_FALSE(oppositeShellsMeet(*cubes({{1, here, inverted}, {0.5, here, !inverted}})));
        CHECK_FALSE(oppositeShellsMeet(*cubes({{1, here, inverted}, {0.5, here, !inverted}, {0.25, here, inverted}})));
        CHECK_FALSE(oppositeShellsMeet(*cubes({{1, here, inverted}})));
    }
    CHECK_FALSE(oppositeShellsMeet(*triangleMesh(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY())));
}

TEST_CASE("As few points are asked about as the argument allows, and none is left out across a cavity")
{
    const Vec3 here = Vec3::Zero(), aside(1.5, 0.25, 0.125);
    CHECK(representativeCount({{cubes({{1}}), {}}}) == 1);
    CHECK(representativeCount({{cubes({{1}, {0.5}}), {}}}) == 1);                      // within the solid
    CHECK(representativeCount({{cubes({{1}, {0.5, here, true}}), {}}}) == 1);          // a cavity
    CHECK(representativeCount({{cubes({{1}, {0.5, here, true}, {0.25}}), {}}}) == 2);  // a lump in it
    CHECK(representativeCount({{cubes({{0.25}, {0.5, here, true}, {1}}), {}}}) == 2);
    CHECK(representativeCount({{cubes({{1}, {0.5, here, true}}), {}}, {cubes({{0.25}}), {}}}) == 2);
    CHECK(representativeCount({{cubes({{1}}), {}}, {cubes({{0.5}}), {}}}) == 1);
    CHECK(representativeCount({{cubes({{1}, {1, aside}}), {}}}) == 1);  // crossing
    CHECK(representativeCount({{cubes({{1}}), {}}, {cubes({{1, aside}}), {}}}) == 1);
    CHECK(representativeCount({{cubes({{1}, {1, Vec3(5, 0, 0)}}), {}}}) == 2);
    CHECK(representativeCount({{cubes({{1}, {0.5, here, true}}), {}}, {Box{Vec3::Constant(0.25)}, {}}}) == 2);
}
