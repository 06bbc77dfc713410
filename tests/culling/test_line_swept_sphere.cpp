// The capsule about an object holds all of it and is not much larger than it has to be.

#include <catch2/catch.hpp>

#include <gapless/culling/line_swept_sphere.h>

#include "culling/point_distance.h"
#include "support/random_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

double largestDistance(const LineSweptSphere& capsule, const CollisionGeometry& geometry, Random& random)
{
    double result = 0.0;
    for (const Convex& leaf : geometry.leaves())
        for (int i = 0; i < 50; ++i)
        {
            const Vec3 n = random.direction();
            // Support points of a convex set reach every extreme point of it.
            result = std::max(result, distanceToSegment(leaf.coreSupportPoint(n), capsule.a, capsule.b) + leaf.radius);
        }
    return result;
}

}  // namespace

TEST_CASE("the capsule holds every point of random objects, at every scale and offset", "[culling]")
{
    Random random(11);
    for (const double scale : {1e-3, 1.0, 1e3})
        for (const double offset : {0.0, 1.0, 1e6})
            for (int i = 0; i < 60; ++i)
            {
                std::vector<PlacedShape> shapes;
                for (int s = 1 + random.index(3); s > 0; --s)
                {
                    Pose X = random.pose(scale);
                    X.p += Vec3(offset, -offset, offset);
                    shapes.push_back({randomShape(random, scale), X});
                }
                const CollisionGeometry geometry(shapes, "random object");
                const LineSweptSphere capsule = enclosingLineSweptSphere(geometry);
                // The sum of a length and a radius in this check rounds once or twice itself.
                const double rounding = 0x1p-52 * capsule.radius;
                CHECK(largestDistance(capsule, geometry, random) <= capsule.radius + rounding);
                CHECK(capsule.radius <= geometry.radius() * 1.01);
            }
}

TEST_CASE("the capsule about a capsule is hardly larger, about a slim box hardly thicker than its cross-section", "[culling]")
{
    Random random(12);
    for (int i = 0; i < 20; ++i)
    {
        const Capsule shape{random.uniform(0.05, 0.1), random.uniform(0.2, 1.0)};
        const LineSweptSphere capsule = enclosingLineSweptSphere(CollisionGeometry({{shape, random.pose(1.0)}}, "capsule"));
        CHECK(capsule.radius >= shape.radius);
        CHECK(capsule.radius <= 1.1 * shape.radius);
        CHECK((capsule.b - capsule.a).norm() <= 2.1 * shape.half_length);
        const Box box{Vec3(0.05, 0.05, 1.0)};
        const LineSweptSphere about_box = enclosingLineSweptSphere(CollisionGeometry({{box, random.pose(1.0)}}, "box"));
        CHECK(about_box.radius <= 0.05 * std::sqrt(2.0) * 1.2);
    }
}
