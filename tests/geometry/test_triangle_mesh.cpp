// TriangleMesh: what is refused, what is solid, what is kept.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/scene_builder.h"

#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

TEST_CASE("A mesh that is empty, not finite or out of range is refused with one line that names it")
{
    const auto refused = [](std::vector<Vec3> v, std::vector<TriangleMesh::Triangle> t) {
        try
        {
            TriangleMesh(std::move(v), std::move(t), "part.stl");
        }
        catch (const InputError& error)
        {
            const std::string text = error.what();
            CHECK(text.find("part.stl") != std::string::npos);
            CHECK(text.find('\n') == std::string::npos);
            return true;
        }
        return false;
    };
    const std::vector<Vec3> v = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
    CHECK(refused({}, {}));
    CHECK(refused(v, {}));
    CHECK(refused({}, {{0, 1, 2}}));
    CHECK(refused(v, {{0, 1, 3}}));
    CHECK(refused(v, {{0, 1, -1}}));
    for (double bad : {std::nan(""), double(INFINITY), -double(INFINITY)})
        for (int i = 0; i < 3; ++i)
        {
            auto w = v;
            w[1][i] = bad;
            CHECK(refused(w, {{0, 1, 2}}));
        }
    CHECK_FALSE(refused(v, {{0, 1, 2}}));
}

TEST_CASE("A cube is solid, also if each triangle has its own vertices, and not without one of its triangles")
{
    const auto vertices = boxVertices(Vec3(1, 2, 3));
    const auto triangles = boxTriangles();
    CHECK(TriangleMesh(vertices, triangles, "cube").isSolid());
    std::vector<Vec3> apart;
    std::vector<TriangleMesh::Triangle> own;
    for (const auto& t : triangles)
    {
        const int first = static_cast<int>(apart.size());
        for (int k = 0; k < 3; ++k)
            apart.push_back(vertices[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]);
        own.push_back({first, first + 1, first + 2});
    }
    const TriangleMesh welded(apart, own, "cube");
    CHECK(welded.isSolid());
    CHECK(welded.vertices().size() == 8);
    CHECK(welded.triangles().size() == 12);
    for (std::size_t i = 0; i < triangles.size(); ++i)
    {
        auto open = triangles;
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK_FALSE(TriangleMesh(vertices, open, "open cube").isSolid());
        auto flipped = triangles;
        std::swap(flipped[i][1], flipped[i][2]);
        CHECK_FALSE(TriangleMesh(vertices, flipped, "flipped").isSolid());
        auto doubled = triangles;
        doubled.push_back(triangles[i]);
        CHECK_FALSE(TriangleMesh(vertices, doubled, "doubled").isSolid());
    }
    CHECK(TriangleMesh(vertices, boxTriangles(0, true), "inside out").isSolid());
}

TEST_CASE("Zero of either sign is one vertex")
{
    auto vertices = boxVertices(Vec3(1, 1, 1), Vec3(1, 1, 1));
    std::vector<Vec3> apart;
    std::vector<TriangleMesh::Triangle> own;
    int k = 0;
    for (const auto& t : boxTriangles())
    {
        for (int c : t)
        {
            Vec3 v = vertices[static_cast<std::size_t>(c)];
            for (int i = 0; i < 3; ++i)
                if (v[i] == 0.0 && (k++ % 2))
                    v[i] = -0.0;
            apart.push_back(v);
        }
        const int first = static_cast<int>(apart.size()) - 3;
        own.push_back({first, first + 1, first + 2});
    }
    CHECK(TriangleMesh(apart, own, "cube at zero").isSolid());
}

TEST_CASE("Two cubes that share an edge use that edge twice each way and are therefore a surface")
{
    auto vertices = boxVertices(Vec3(1, 1, 1));
    for (const Vec3& v : boxVertices(Vec3(1, 1, 1), Vec3(2, 2, 0)))
        vertices.push_back(v);
    auto triangles = boxTriangles();
    for (const auto& t : boxTriangles(8))
        triangles.push_back(t);
    CHECK_FALSE(TriangleMesh(vertices, triangles, "two cubes").isSolid());
    // Apart they are solid, one in the other too.
    for (const Vec3& v : {Vec3(5, 0, 0), Vec3(0.25, 0, 0)})
    {
        auto moved = boxVertices(Vec3(1, 1, 1));
        for (const Vec3& w : boxVertices(Vec3(0.5, 0.5, 0.5), v))
            moved.push_back(w);
        CHECK(TriangleMesh(moved, triangles, "two cubes").isSolid());
    }
}

TEST_CASE("Degenerate triangles are counted and kept")
{
    const std::vector<Vec3> v = {Vec3::Zero(), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(0, 1, 0), Vec3(1, 1e-16, 0)};
    const TriangleMesh mesh(v, {{0, 1, 3}, {0, 1, 2}, {1, 1, 1}, {0, 0, 3}, {0, 2, 4}}, "mesh");
    CHECK(mesh.triangles().size() == 5);
    CHECK(mesh.degenerateCount() == 4);
}
