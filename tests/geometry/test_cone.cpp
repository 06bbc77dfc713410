#include <catch2/catch.hpp>

#include <cmath>

#include <gapless/geometry/collision_geometry.h>
#include <gapless/geometry/convex_distance.h>

#include "geometry/random_convex.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Distance of p from a solid cone in closed form: in the half plane of axis and p, from the triangle of axis, base and lateral line.
double distanceFromCone(const Convex& cone, const Vec3& p)
{
    const double height = cone.b.norm(), base = cone.c.x();
    const Vec3 r = p - cone.a, axis = cone.b / height;
    const double z = r.dot(axis), rho = (r - z * axis).norm();
    const Eigen::Vector2d q(rho, z), lateral(-base, height), normal = Eigen::Vector2d(height, base) / std::hypot(height, base);
    if (z >= 0.0 && (q - Eigen::Vector2d(base, 0.0)).dot(normal) <= 0.0)
        return 0.0;
    const auto toSegment = [&q](const Eigen::Vector2d& from, const Eigen::Vector2d& along) {
        return (q - from - std::clamp((q - from).dot(along) / along.squaredNorm(), 0.0, 1.0) * along).norm();
    };
    return std::min(toSegment({0.0, 0.0}, {base, 0.0}), toSegment({base, 0.0}, lateral));
}

Convex pointAt(const Vec3& p)
{
    Convex point;
    point.a = p;
    return point;
}

Convex randomCone(Random& random)
{
    Convex cone = randomConvex(random, Convex::Type::Cone, 1.0, false);
    cone.b = cone.d * random.uniform(0.05, 1.0);
    cone.c.x() = random.uniform(0.05, 1.0);
    return cone;
}

}  // namespace

TEST_CASE("The support of a cone is right in 50 digits, and its support point has it")
{
    Random random(61);
    for (int i = 0; i < 2000; ++i)
    {
        const Convex cone = randomConvex(random, Convex::Type::Cone, random.logUniform(1e-3, 1e3));
        Vec3 n = random.direction();
        if (i % 4 == 0)
            n = Vec3(cone.d * (random.chance(0.5) ? 1.0 : -1.0) + random.inCube(1e-16)).normalized();
        CAPTURE(digits(cone), digits(n));
        const Real e = supportRounding(magnitudeOf(cone));
        using std::abs;
        CHECK(abs(exactSupport(cone, lift<Real>(n)) - Real(cone.support(n))) <= e);
        CHECK(std::abs(n.dot(cone.coreSupportPoint(n)) - cone.coreSupport(n)) <= toDouble(e));
        CHECK(distanceFromCone(cone, cone.coreSupportPoint(n)) <= 1e-6 * magnitudeOf(cone));
    }
}

TEST_CASE("The distance of a point from a cone is the one in closed form, and bounded on both sides")
{
    Random random(62);
    for (int i = 0; i < 2000; ++i)
    {
        const Convex cone = randomCone(random);
        const Vec3 p = cone.centre() + random.direction() * random.uniform(0.0, 3.0);
        CAPTURE(digits(cone), digits(p));
        const ConvexDistance d = convexDistance(cone, pointAt(p), Vec3::Zero(), 0.0);
        const double truth = distanceFromCone(cone, p);
        CHECK(d.lower <= truth + 1e-14);
        CHECK(truth <= d.upper + 1e-14);
        if (truth > 1e-3)
            CHECK(d.upper - d.lower <= 1.001e-3 * d.upper);
        CHECK(distanceFromCone(cone, d.point_a) <= 1e-12);
    }
}

TEST_CASE("No lower bound of the distance of a cone and another piece exceeds that of points of the two")
{
    Random random(63);
    for (const Convex::Type type :
         {Convex::Type::Triangle, Convex::Type::Box, Convex::Type::Cylinder, Convex::Type::Cone, Convex::Type::Segment})
        for (int i = 0; i < 100; ++i)
        {
            const Convex cone = randomCone(random);
            Convex other =
                randomConvex(random, type, 1.0).placed(Mat3::Identity(), random.direction() * random.uniform(0.0, 4.0));
            const ConvexDistance d = convexDistance(cone, other, Vec3::Zero(), 0.0);
            CAPTURE(digits(cone), digits(other));
            for (int k = 0; k < 50; ++k)
            {
                // A support point of the one, and the distance of it from the other.
                const Vec3 n = k == 0 ? d.direction : random.direction();
                const Vec3 p = other.coreSupportPoint(-n) - other.radius * n;
                CHECK(d.lower <= distanceFromCone(cone, p) + 1e-13);
            }
            CHECK(d.lower <= d.upper + 1e-13);
        }
}

TEST_CASE("The geometry of a placed cone holds all of it: ball, box, tree and reach")
{
    Random random(64);
    for (int i = 0; i < 200; ++i)
    {
        const Cone cone{random.uniform(0.05, 1.0), random.uniform(0.05, 1.0)};
        const Pose X = random.pose(2.0);
        const CollisionGeometry geometry({{cone, X}}, "cone");
        const RssNode& root = geometry.tree().node(RssTree::kRoot);
        for (int k = 0; k < 50; ++k)
        {
            const double angle = random.uniform(0.0, 2.0 * M_PI), h = k == 0 ? 1.0 : random.unit();
            const Vec3 p = X
                           * Vec3((1.0 - h) * cone.radius * std::cos(angle), (1.0 - h) * cone.radius * std::sin(angle),
                                  (2.0 * h - 1.0) * cone.half_length);
            CAPTURE(i, k, digits(p));
            CHECK((p - geometry.centre()).norm() <= geometry.radius());
            CHECK(p.norm() <= geometry.reach());
            CHECK(((p - geometry.boxCentre()).cwiseAbs() - geometry.boxHalfExtents()).maxCoeff() <= 0.0);
            const Vec3 r = p - root.centre;
            const double s = std::clamp(r.dot(root.u), -root.half_u, root.half_u),
                         t = std::clamp(r.dot(root.v), -root.half_v, root.half_v);
            CHECK((r - s * root.u - t * root.v).norm() <= root.radius + 1e-14);
        }
    }
    CHECK_THROWS_WITH(CollisionGeometry({{Cone{0.0, 1.0}, {}}}, "hat"),
                      Catch::Contains("hat") && Catch::Contains("cone's radius"));
    CHECK_THROWS_WITH(CollisionGeometry({{Cone{1.0, -1.0}, {}}}, "hat"), Catch::Contains("cone's length"));
}
