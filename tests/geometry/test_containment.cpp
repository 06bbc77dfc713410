// Containment: insides by winding number, rays through edges and vertices included; one point for each connected part.
#include <catch2/catch.hpp>

#include <optional>

#include "support/random_input.h"
#include "support/real.h"
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

Real determinant(const V3<Real>& a, const V3<Real>& b, const V3<Real>& c)
{
    return a.dot(b.cross(c));
}

/// The winding number in 50 digits, by the crossings of a ray in a random direction; nothing where p is on the surface.
std::optional<int> exactWinding(const TriangleMesh& mesh, const Vec3& p, Random& random)
{
    // Coordinates here are below 10: what is not zero is far above this.
    const Real tiny("1e-44");
    for (;;)
    {
        const V3<Real> d = lift<Real>(random.direction());
        int winding = 0;
        bool clear = true;
        for (const auto& t : mesh.triangles())
        {
            const auto corner = [&](int k) -> V3<Real> {
                return lift<Real>(mesh.vertices()[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]) - lift<Real>(p);
            };
            const V3<Real> a = corner(0), b = corner(1), c = corner(2);
            const Real u = determinant(d, b, c), v = determinant(d, c, a), w = determinant(d, a, b),
                       volume = determinant(a, b, c);
            const auto sign = [&](const Real& x) { return x > tiny ? 1 : x < -tiny ? -1 : 0; };
            const int su = sign(u), sv = sign(v), sw = sign(w), side = sign(volume);
            if (side == 0 && su * sv >= 0 && sv * sw >= 0 && sw * su >= 0)
                return std::nullopt;
            if (su == 0 || sv == 0 || sw == 0)
                clear = false;
            else if (su == sv && sv == sw && side == su)
                winding += su;
        }
        if (clear)
            return winding;
    }
}

/// A tetrahedron whose slanted face is cut into slivers of the given widths along one of its edges (a fan about a vertex near it),
/// turned at random: no face lies in a plane of the axes, and nothing is quite coplanar any more.
std::shared_ptr<const TriangleMesh> sliverSolid(Random& random, double width, bool needle)
{
    std::vector<Vec3> v = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    std::vector<TriangleMesh::Triangle> t = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}};
    const double along = needle ? width : random.uniform(0.2, 0.8);
    // Near the edge XY, or (needle) near the vertex Y on that edge's side.
    v.push_back((along * (1 - width)) * Vec3::UnitX() + ((1 - along) * (1 - width)) * Vec3::UnitY() + width * Vec3::UnitZ());
    t.push_back({1, 2, 4});
    // A second sliver beside the first one.
    v.push_back(0.5 * (v[1] + v[4]) + 0.25 * width * Vec3(-1, -1, 2));
    t.push_back({1, 4, 5});
    t.push_back({5, 4, 3});
    t.push_back({1, 5, 3});
    t.push_back({2, 3, 4});
    const Mat3 R = random.rotation();
    const Vec3 shift = random.chance(0.5) ? random.inCube(3) : Vec3(Vec3::Zero());
    for (Vec3& x : v)
        x = R * x + shift;
    return meshOf(v, t);
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

TEST_CASE("Among bars of one mesh a point is inside of those that hold it, whichever boxes it is in")
{
    // Ten bars in the directions of random axes: their boxes overlap, and a point may be in many without being in a bar.
    Random random(8);
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    std::vector<Pose> bars;
    const Vec3 half(1.5, 0.1, 0.1);
    for (int bar = 0; bar < 10; ++bar)
    {
        bars.push_back({random.rotation(), random.inCube(2)});
        for (const Vec3& x : boxVertices(half))
            vertices.push_back(bars.back() * x);
        for (const auto& t : boxTriangles(8 * bar))
            triangles.push_back(t);
    }
    const auto mesh = meshOf(vertices, triangles);
    REQUIRE(mesh->isSolid());
    const auto geometry = geometryOf(mesh);
    int inside = 0;
    for (int i = 0; i < 4000; ++i)
    {
        const Pose& bar = bars[random.index(static_cast<int>(bars.size()))];
        const Vec3 p = random.chance(0.5)
                           ? random.inCube(4)
                           : Vec3(bar * Vec3(random.uniform(-2, 2), random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)));
        bool is_inside = false, is_near = false;
        for (const Pose& X : bars)
        {
            const double beyond = ((X.inverse() * p).cwiseAbs() - half).maxCoeff();
            is_inside = is_inside || beyond < 0.0;
            is_near = is_near || std::abs(beyond) < 1e-9;
        }
        if (is_near)
            continue;
        inside += is_inside;
        CAPTURE(digits(p));
        CHECK(geometry->containment().contains(p) == (is_inside ? Answer::Inside : Answer::Outside));
    }
    CHECK(inside > 200);
    CHECK(inside < 3000);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(geometry->containment().contains(Vec3(nan, nan, nan)) == Answer::Unknown);
}

TEST_CASE("Each of many shells of a mesh holds its inside, beside another mesh of one shell and before it")
{
    for (const int count : {2, 99, 100, 101, 150})
        for (const bool is_first : {false, true})
        {
            std::vector<Vec3> vertices;
            std::vector<TriangleMesh::Triangle> triangles;
            for (int shell = 0; shell < count; ++shell)
            {
                for (const Vec3& x : boxVertices(Vec3(0.4, 1, 1), Vec3(shell, 0, 0)))
                    vertices.push_back(x);
                for (const auto& t : boxTriangles(8 * shell))
                    triangles.push_back(t);
            }
            std::vector<PlacedShape> shapes = {{meshOf(vertices, triangles), {}}, {boxMesh(Vec3(1, 1, 1), Vec3(0, 5, 0)), {}}};
            if (is_first)
                std::swap(shapes[0], shapes[1]);
            const CollisionGeometry geometry(shapes, "shells and a box");
            CAPTURE(count, is_first);
            CHECK(geometry.containment().contains(Vec3(0.1, 5.2, 0.3)) == Answer::Inside);
            for (int shell = 0; shell < count; ++shell)
            {
                CHECK(geometry.containment().contains(Vec3(shell + 0.1, 0.2, 0.3)) == Answer::Inside);
                CHECK(geometry.containment().contains(Vec3(shell + 0.5, 0.2, 0.3)) == Answer::Outside);
            }
        }
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
                return (v[static_cast<std::size_t>(b)] - v[static_cast<std::size_t>(a)])
                    .cross(v[static_cast<std::size_t>(c)] - v[static_cast<std::size_t>(a)])
                    .dot(x - v[static_cast<std::size_t>(a)]);
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
    const auto cube = geometryOf(boxMesh(Vec3::Constant(1))),
               hollow = geometryOf(hollowBoxMesh(Vec3::Constant(1), Vec3::Constant(0.75)));
    for (const Shape& shape :
         {Shape(boxMesh(Vec3::Constant(0.1))), Shape(Sphere{0.1}), Shape(Cylinder{0.1, 0.1}), Shape(Capsule{0.1, 0.1}),
          Shape(Box{Vec3::Constant(0.1)}), Shape(triangleMesh(Vec3(0.1, 0, 0), Vec3(0, 0.1, 0), Vec3(0, 0, 0.1)))})
    {
        const auto small = geometryOf(shape);
        for (int i = 0; i < 50; ++i)
        {
            const Pose X_WA = random.pose(i % 2 ? 1e5 : 1);
            const Pose inside = X_WA * Pose{random.rotation(), random.inCube(0.5)},
                       outside = X_WA * Pose{random.rotation(), Vec3(random.inCube(0.5) + Vec3(0, 3, 0))};
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
        const CollisionGeometry mixed({{Sphere{0.1}, {Mat3::Identity(), a}}, {boxMesh(Vec3::Constant(0.1), b), {}}},
                                      "ball and mesh");
        for (const CollisionGeometry* body : {&one, &two, &mixed})
        {
            CHECK(insideOneAnother(*cube, *body, pairPose({}, {})) == Answer::Inside);
            CHECK(insideOneAnother(*body, *cube, pairPose({}, {})) == Answer::Inside);
            CHECK(insideOneAnother(*body, *cube, pairPose({}, at(30, 0, 0))) == Answer::Outside);
        }
    }
}

// On a triangle its solid angle jumps by 4 pi, and beside a sliver the sign of the volume that says which side is all rounding.
// 1. Never Outside of a point exactly inside, never Inside of one exactly outside.  2. Unknown only next to the surface.
TEST_CASE("Beside slivers a point is on its side of the surface, or the answer is Unknown")
{
    Random random(43);
    int inside = 0, outside = 0, unknown = 0;
    for (int i = 0; i < 120; ++i)
    {
        const auto mesh = sliverSolid(random, random.logUniform(1e-13, 1e-2), i % 3 == 0);
        if (!mesh->isSolid())  // vertices that fell on one another
            continue;
        const auto geometry = geometryOf(mesh);
        for (const auto& t : mesh->triangles())
        {
            const auto corner = [&](int k) { return mesh->vertices()[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]; };
            const Vec3 a = corner(0), b = corner(1), c = corner(2);
            const V3<Real> cross = V3<Real>(lift<Real>(b) - lift<Real>(a)).cross(V3<Real>(lift<Real>(c) - lift<Real>(a)));
            const Vec3 normal = toDouble<Real>(V3<Real>(cross / lengthOf(cross)));
            for (int k = 0; k < 14; ++k)
            {
                // Within the triangle, on an edge of it, or at a corner of it; on its plane up to rounding, or 1e-17 to 1e-12 off.
                double s = random.unit(), r = random.unit();
                if (s + r > 1)
                    s = 1 - s, r = 1 - r;
                if (k % 7 == 5)
                    r = 0;
                if (k % 7 == 6)
                    s = r = random.logUniform(1e-17, 1e-12);
                Vec3 p = a + s * (b - a) + r * (c - a);
                if (k % 4)
                    p += (random.chance(0.5) ? 1 : -1) * random.logUniform(1e-17, 1e-12) * normal;
                const std::optional<int> winding = exactWinding(*mesh, p, random);
                const Answer answer = geometry->containment().contains(p);
                unknown += answer == Answer::Unknown;
                if (!winding)
                    continue;
                (*winding ? inside : outside) += 1;
                INFO("case " << i << " winding " << *winding << " p " << digits(p) << "\na " << digits(a) << " b " << digits(b)
                             << " c " << digits(c));
                CHECK(answer != (*winding ? Answer::Outside : Answer::Inside));
            }
        }
        // Off the surface the slivers are no excuse.
        for (int k = 0; k < 20; ++k)
        {
            const Vec3 p = mesh->vertices()[0] + random.inCube(1);
            const std::optional<int> winding = exactWinding(*mesh, p, random);
            CAPTURE(i, digits(p));
            REQUIRE(winding);
            CHECK(geometry->containment().contains(p) == (*winding ? Answer::Inside : Answer::Outside));
        }
    }
    CHECK(inside > 2000);
    CHECK(outside > 2000);
    CHECK(unknown > 500);
}

TEST_CASE("Of a cloud's points those are found that are inside a solid, however many are not, and none else")
{
    Random random(21);
    int inside = 0, outside = 0;
    for (int i = 0; i < 300; ++i)
    {
        // A tube along z: a ball is in its wall, in its bore or elsewhere.
        const auto solid = geometryOf(hollowBoxMesh({0.3, 0.2, 0.4}, {0.2, 0.1, 0.3}));
        const Pose X = random.pose(0.5);
        std::vector<PlacedShape> balls;
        const double wide = random.logUniform(0.05, 100.0);
        const int count = 1 + random.index(500);
        for (int k = 0; k < count; ++k)
            balls.push_back({Sphere{1e-6}, {Mat3::Identity(), X * random.inCube(wide)}});
        // One within the wall, in half of the cases.
        if (random.chance(0.5))
            balls[static_cast<std::size_t>(random.index(count))].X_BS.p =
                X * Vec3(0.25, random.uniform(-0.19, 0.19), random.uniform(-0.39, 0.39));
        const CollisionGeometry cloud(balls, "cloud");
        const auto& groups = cloud.containment().groups();
        std::size_t grouped = 0;
        for (std::size_t g = 0; g < groups.size(); ++g)
        {
            REQUIRE(groups[g].skip_to <= groups.size());
            for (std::size_t k = groups[g].begin; k < groups[g].end; ++k)
                CHECK((cloud.containment().representatives()[k] - groups[g].centre).norm() <= groups[g].radius);
            if (groups[g].skip_to > g + 1)
                continue;
            CHECK(groups[g].begin == grouped);
            grouped = groups[g].end;
        }
        CHECK(grouped == balls.size());
        bool expected = false;
        for (const PlacedShape& ball : balls)
        {
            const Vec3 p = X.inverse() * ball.X_BS.p;
            expected = expected || solid->containment().contains(p) == Answer::Inside;
        }
        (expected ? inside : outside) += 1;
        Vec3 common;
        const PairPose pose = pairPose(X, {Mat3::Identity(), Vec3::Zero()});
        CAPTURE(i, count, wide);
        CHECK(insideOneAnother(*solid, cloud, pose, &common) == (expected ? Answer::Inside : Answer::Outside));
        CHECK(insideOneAnother(cloud, *solid, pose.swapped()) == (expected ? Answer::Inside : Answer::Outside));
        if (expected)
            CHECK(solid->containment().contains(X.R.transpose() * common) == Answer::Inside);
    }
    CHECK(inside > 50);
    CHECK(outside > 50);
}

TEST_CASE("What is far from its own body's origin is inside of a solid, or not, however both bodies are turned")
{
    Random random(43);
    const Pose X_BS_solid = random.pose(2.0);
    const auto placed = geometryOf(hollowBoxMesh({0.3, 0.2, 0.4}, {0.2, 0.1, 0.3}), X_BS_solid);
    for (int i = 0; i < 400; ++i)
    {
        const double wide = i % 2 ? 1e3 : 1.0;
        const Pose X_WA = random.pose(wide), X_WB = random.pose(wide);
        // In the wall, in the bore or beside it, as the solid sees it; among others that are outside, as many as make a group or fewer.
        const bool is_inside = random.chance(0.5);
        const double y = random.uniform(-0.09, 0.09), z = random.uniform(-0.29, 0.29);
        const Vec3 seen = is_inside            ? Vec3(random.chance(0.5) ? 0.25 : -0.25, y, z)
                          : random.chance(0.5) ? Vec3(0.1, y, z)
                                               : Vec3(0.4, y, z);
        const Pose X_BW = X_WB.inverse();
        std::vector<PlacedShape> parts = {{Sphere{1e-3}, {Mat3::Identity(), X_BW * (X_WA * (X_BS_solid * seen))}}};
        for (int k = random.index(i % 3 == 0 ? 1 : 40); k > 0; --k)
            parts.push_back(
                {Sphere{1e-3}, {Mat3::Identity(), X_BW * (X_WA * (X_BS_solid * Vec3(random.uniform(1.0, 2.0), y, z)))}});
        const CollisionGeometry body(parts, "body");
        CAPTURE(i, is_inside, parts.size());
        const Containment::Answer wanted = is_inside ? Containment::Answer::Inside : Containment::Answer::Outside;
        Vec3 common;
        CHECK(insideOneAnother(*placed, body, pairPose(X_WA, X_WB), &common) == wanted);
        if (is_inside)
            CHECK((X_WA.p + common - X_WA * (X_BS_solid * seen)).norm() <= 1e-9 * wide);
        CHECK(insideOneAnother(body, *placed, pairPose(X_WB, X_WA)) == wanted);
    }
}
