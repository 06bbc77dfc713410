// Balls within shapes and objects.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gapless/geometry/inner_radius.h>

#include "support/grid_shells.h"
#include "support/random_scene.h"
#include "support/reference_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using InnerRadius = std::function<double(const CollisionGeometry&, const Vec3&)>;

struct Findings
{
    int balls = 0, about_holes = 0;
    int sticking_out = 0;  ///< points of balls that are not in the object
    int too_small = 0;     ///< balls of solid meshes that could be larger by a part in a million
};

/// Balls about points anywhere in objects of nested boxes, hollow or crossing or inside out, and what whole numbers say of points in them.
Findings judge(const InnerRadius& innerRadius)
{
    Random random(20261123);
    Findings findings;
    for (int i = 0; i < 400; ++i)
    {
        const GridObject object = randomGridObject(random, randomBoxes(random, 0, kGridSize));
        const GridSet set(object);
        const CollisionGeometry geometry(placedShapes(object), "grid");
        const ReferenceObject reference(geometry);
        for (int k = 0; k < 20; ++k)
        {
            const Vec3 p =
                kGridUnit * Vec3(random.uniform(0, kGridSize), random.uniform(0, kGridSize), random.uniform(0, kGridSize));
            const double radius = innerRadius(geometry, p);
            double nearest = std::numeric_limits<double>::infinity();
            for (const Piece<double>& piece : reference.pieces)
                nearest = std::min(nearest, distanceFromPiece<double>(piece, p));
            if (!(radius > 0.0))
            {
                findings.about_holes += !set.holds(p);
                findings.too_small += set.holds(p) && nearest > 1e-6 && geometry.containment().hasSolids();
                continue;
            }
            ++findings.balls;
            findings.too_small += radius < nearest * (1.0 - 1e-6);
            for (int m = 0; m < 40; ++m)
                findings.sticking_out += !set.holds(p + std::cbrt(random.unit()) * radius * random.direction());
            findings.sticking_out += !set.holds(p);
        }
    }
    return findings;
}

}  // namespace

TEST_CASE("The ball about a point inside a primitive touches its surface and does not leave it")
{
    Random random(7);
    for (int i = 0; i < 2000; ++i)
    {
        const Shape shape = randomShape(random, 1.0);
        if (std::holds_alternative<std::shared_ptr<const TriangleMesh>>(shape))
            continue;
        const Vec3 p = random.inCube(1.0);
        const CollisionGeometry geometry({{shape, random.pose(0.5)}}, "shape");
        const double radius = innerRadius(geometry.leaves().front(), p);
        // Inside is where the distance is 0: just within the ball everything is, and somewhere just beyond it is not.
        const ReferenceObject object(geometry);
        const auto distance = [&](const Vec3& x) { return distanceFromPiece<double>(object.pieces.front(), x); };
        CAPTURE(i, shape.index(), radius);
        CHECK((distance(p) <= 1e-12) == (radius >= -1e-12));
        if (radius <= 1e-6)
            continue;
        double farthest = 0.0;
        for (int k = 0; k < 300; ++k)
        {
            const Vec3 n = random.direction();
            CHECK(distance(p + n * radius * (1 - 1e-9)) <= 1e-12);
            farthest = std::max(farthest, distance(p + n * radius * 1.5));
        }
        CHECK(farthest > 0.0);
    }
}

TEST_CASE("A plate so thin that the square of its thickness is nothing has no ball in it")
{
    for (const double thin : {1e-20, 1e-170, 1e-310})
        for (int k = 0; k < 3; ++k)
        {
            Vec3 half = Vec3::Ones();
            half[k] = thin;
            const CollisionGeometry plate({{Box{half}, {}}}, "plate");
            CAPTURE(thin, k);
            for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1), Vec3(1e-200, 1e-200, 1e-200)})
                CHECK(innerRadius(plate.leaves().front(), p) <= thin);
        }
}

TEST_CASE("The ball about a point inside an object lies in it, through nested shells and cavities, and touches its surface")
{
    const Findings findings = judge([](const CollisionGeometry& geometry, const Vec3& p) { return innerRadius(geometry, p); });
    CHECK(findings.balls > 1500);
    CHECK(findings.about_holes > 1500);
    CHECK(findings.sticking_out == 0);
    CHECK(findings.too_small == 0);
}

TEST_CASE("Inner balls broken on purpose are found out")
{
    CHECK(judge([](const CollisionGeometry& geometry, const Vec3& p) { return innerRadius(geometry, p) * 1.5; }).sticking_out
          > 100);
    // Inside or not, as deep as the surface is away.
    const auto without_insides = [](const CollisionGeometry& geometry, const Vec3& p) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Piece<double>& piece : ReferenceObject(geometry).pieces)
            nearest = std::min(nearest, distanceFromPiece<double>(piece, p));
        return nearest;
    };
    CHECK(judge(without_insides).sticking_out > 1000);
}
