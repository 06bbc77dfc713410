// Containment: insides by winding number, rays through edges and vertices included; one point for each connected part.
#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/geometry/pair_distance.h>

using namespace gapless;
using namespace gapless::test;

using Answer = Containment::Answer;

namespace {

Answer insideOf(const Shape& solid, const Vec3& p)
{
    return geometryOf(solid)->containment().contains(p);
}

}  // namespace

TEST_CASE("Points on a grid are inside or outside of a cube, though every ray meets edges and vertices")
{
    const auto cube = geometryOf(boxMesh(Vec3(1, 1, 1)));
    REQUIRE(cube->containment().hasSolids());
    for (int x = -8; x <= 8; ++x)
        for (int y = -8; y <= 8; ++y)
            for (int z = -8; z <= 8; ++z)
            {
                const Vec3 p = Vec3(x, y, z) * 0.25;
                const double r = p.cwiseAbs().maxCoeff();
                CAPTURE(digits(p));
                const Answer answer = cube->containment().contains(p);
                if (r == 1.0)
                    CHECK((answer == Answer::Unknown || answer == Answer::Inside || answer == Answer::Outside));
                else
                    CHECK(answer == (r < 1.0 ? Answer::Inside : Answer::Outside));
            }
}

TEST_CASE("The wall of a hollow mesh is inside, its cavity is not")
{
    const auto hollow = hollowBoxMesh(Vec3::Constant(2), Vec3::Constant(1));
    REQUIRE(hollow->isSolid());
    CHECK(insideOf(hollow, Vec3::Zero()) == Answer::Outside);
    CHECK(insideOf(hollow, Vec3(0.99, 0.99, -0.99)) == Answer::Outside);
    CHECK(insideOf(hollow, Vec3(1.5, 0, 0)) == Answer::Inside);
    CHECK(insideOf(hollow, Vec3(1, 1, 1.5)) == Answer::Inside);
    CHECK(insideOf(hollow, Vec3(-1.5, 1, 1)) == Answer::Inside);
    CHECK(insideOf(hollow, Vec3(2.5, 0, 0)) == Answer::Outside);
}

TEST_CASE("Nested shells of the same orientation have winding number two inside and are not hollow")
{
    auto vertices = boxVertices(Vec3::Constant(2));
    for (const Vec3& v : boxVertices(Vec3::Constant(1)))
        vertices.push_back(v);
    auto triangles = boxTriangles();
    for (const auto& t : boxTriangles(8))
        triangles.push_back(t);
    const auto nested = meshOf(vertices, triangles);
    CHECK(insideOf(nested, Vec3::Zero()) == Answer::Inside);
    CHECK(insideOf(nested, Vec3(1.5, 0, 0)) == Answer::Inside);
    CHECK(insideOf(nested, Vec3(3, 0, 0)) == Answer::Outside);
}

TEST_CASE("A mesh that is inside out is solid all the same")
{
    const auto mesh = meshOf(boxVertices(Vec3::Constant(1)), boxTriangles(0, true));
    CHECK(insideOf(mesh, Vec3(0.1, 0.2, 0.3)) == Answer::Inside);
    CHECK(insideOf(mesh, Vec3(1.1, 0.2, 0.3)) == Answer::Outside);
}

TEST_CASE("Random points are inside of a random tetrahedron exactly if four signs say so")
{
    Random random(41);
    for (int i = 0; i < 300; ++i)
    {
        const double size = random.logUniform(1e-3, 1e3);
        const Vec3 far = random.chance(0.3) ? random.inCube(1e6) : Vec3(Vec3::Zero());
        std::vector<Vec3> v;
        for (int k = 0; k < 4; ++k)
            v.push_back(far + random.inCube(size));
        const auto mesh = meshOf(v, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
        if (mesh->degenerateCount() || !mesh->isSolid())
            continue;
        const auto geometry = geometryOf(mesh);
        for (int k = 0; k < 30; ++k)
        {
            Vec3 p = far + random.inCube(size);
            if (k % 3 == 0)  // on a ray through a vertex
                p = v[static_cast<std::size_t>(random.index(4))] + Vec3(random.uniform(-size, size), 0, 0);
            const auto side = [&](int a, int b, int c, const Vec3& x) {
                return (v[static_cast<std::size_t>(b)] - v[static_cast<std::size_t>(a)]).cross(v[static_cast<std::size_t>(c)] - v[static_cast<std::size_t>(a)]).dot(x - v[static_cast<std::size_t>(a)]);
            };
            bool inside = true, near = false;
            const int faces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
            for (const auto& f : faces)
            {
                const double s = side(f[0], f[1], f[2], p), other = side(f[0], f[1], f[2], v[static_cast<std::size_t>(f[3])]);
                inside = inside && s * other > 0;
                near = near || std::abs(s) < 1e-6 * std::abs(other) || std::abs(other) < 1e-5 * size * size * size;
            }
            const Answer answer = geometry->containment().contains(p);
            CAPTURE(digits(v[0]), digits(v[1]), digits(v[2]), digits(v[3]), digits(p));
            if (!near)
                CHECK(answer == (inside ? Answer::Inside : Answer::Outside));
        }
    }
}

TEST_CASE("A body wholly inside a solid is inside, in both orders and wherever the pair is")
{
    Random random(42);
    const auto cube = geometryOf(boxMesh(Vec3::Constant(1))), hollow = geometryOf(hollowBoxMesh(Vec3::Constant(1), Vec3::Constant(0.75)));
    for (const Shape& shape : {Shape(boxMesh(Vec3::Constant(0.1))), Shape(Sphere{0.1}), Shape(Cylinder{0.1, 0.1}), Shape(Capsule{0.1, 0.1}), Shape(Box{Vec3::Constant(0.1)}),
                               Shape(triangleMesh(Vec3(0.1, 0, 0), Vec3(0, 0.1, 0), Vec3(0, 0, 0.1)))})
    {
        const auto small = geometryOf(shape);
        for (int i = 0; i < 50; ++i)
        {
            const Pose X_WA = random.pose(i % 2 ? 1e5 : 1);
            const Pose inside = X_WA * Pose{random.rotation(), random.inCube(0.5)}, outside = X_WA * Pose{random.rotation(), Vec3(random.inCube(0.5) + Vec3(0, 3, 0))};
            CHECK(insideOneAnother(*cube, *small, pairPose(X_WA, inside)) == Answer::Inside);
            CHECK(insideOneAnother(*small, *cube, pairPose(inside, X_WA)) == Answer::Inside);
            CHECK(insideOneAnother(*cube, *small, pairPose(X_WA, outside)) == Answer::Outside);
            CHECK(insideOneAnother(*small, *cube, pairPose(outside, X_WA)) == Answer::Outside);
            CHECK(insideOneAnother(*hollow, *small, pairPose(X_WA, inside)) == Answer::Outside);
        }
    }
}

TEST_CASE("Every part of a body that is not connected is asked about")
{
    const auto cube = geometryOf(boxMesh(Vec3::Constant(1)));
    // Two parts ten metres apart: one in the cube, in either order of the parts, as one mesh or as two shapes.
    for (bool first : {false, true})
    {
        const Vec3 a = first ? Vec3::Zero() : Vec3(10, 0, 0), b = first ? Vec3(10, 0, 0) : Vec3::Zero();
        auto vertices = boxVertices(Vec3::Constant(0.1), a);
        for (const Vec3& v : boxVertices(Vec3::Constant(0.1), b))
            vertices.push_back(v);
        auto triangles = boxTriangles();
        for (const auto& t : boxTriangles(8))
            triangles.push_back(t);
        const CollisionGeometry one({{meshOf(vertices, triangles), {}}}, "one mesh");
        const CollisionGeometry two({{boxMesh(Vec3::Constant(0.1), a), {}}, {boxMesh(Vec3::Constant(0.1), b), {}}}, "two meshes");
        const CollisionGeometry mixed({{Sphere{0.1}, {Mat3::Identity(), a}}, {boxMesh(Vec3::Constant(0.1), b), {}}}, "ball and mesh");
        for (const CollisionGeometry* body : {&one, &two, &mixed})
        {
            CHECK(insideOneAnother(*cube, *body, pairPose({}, {})) == Answer::Inside);
            CHECK(insideOneAnother(*body, *cube, pairPose({}, {})) == Answer::Inside);
            CHECK(insideOneAnother(*body, *cube, pairPose({}, at(30, 0, 0))) == Answer::Outside);
        }
    }
}
