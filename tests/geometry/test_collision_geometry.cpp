// CollisionGeometry: where its shapes are placed, and which placements it takes.
#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>

using namespace gapless;
using namespace gapless::test;

TEST_CASE("Shapes whose rotation is rigid to rounding stay as they were given, and small errors of it are repaired")
{
    Random random(44);
    for (int i = 0; i < 50; ++i)
    {
        const Pose exact = random.pose(2.0);
        CHECK(geometryOf(Box{Vec3(1, 2, 3)}, exact)->shapes()[0].X_BS.R == exact.R);
        Mat3 E;
        for (int k = 0; k < 9; ++k)
            E.data()[k] = random.uniform(-1, 1);
        const auto box = boxMesh(Vec3(1, 2, 3));
        const CollisionGeometry repaired({{Sphere{1}, exact}, {box, {exact.R + 1e-10 * E, exact.p}}}, "parts");
        const Pose& X = repaired.shapes()[1].X_BS;
        CHECK((X.R.transpose() * X.R - Mat3::Identity()).norm() <= 40.0 * kUnitRoundoff);
        // The leaves are placed by the repaired pose: the corners of the mesh are where it puts them.
        const double reach = repaired.reach();
        for (const Vec3& v : box->vertices())
        {
            const Vec3 p = X * v;
            double nearest = reach;
            for (const Convex& leaf : repaired.leaves())
                if (leaf.type == Convex::Type::Triangle)
                    nearest = std::min({nearest, (leaf.a - p).norm(), (leaf.b - p).norm(), (leaf.c - p).norm()});
            CHECK(nearest <= repaired.placementError());
        }
    }
}

TEST_CASE("A shape whose pose is not rigid is refused, and the error names the object")
{
    Mat3 far = Mat3::Identity(), nan = far;
    far(1, 0) = 1e-6;
    nan(0, 2) = std::nan("");
    for (const Shape& shape : {Shape(Sphere{1}), Shape(Box{Vec3(1, 1, 1)}), Shape(boxMesh(Vec3(1, 1, 1)))})
    {
        std::vector<Pose> bad;
        for (const Mat3& R : {far, nan, Mat3(-Mat3::Identity()), Mat3(Vec3(1, 1, -1).asDiagonal()), Mat3(2 * Mat3::Identity())})
            bad.push_back({R, Vec3::Zero()});
        bad.push_back(at(0, INFINITY, 0));
        for (const Pose& X : bad)
        {
            CAPTURE(digits(X.R), digits(X.p));
            const std::vector<PlacedShape> shapes = {{Sphere{1}, {}}, {shape, X}};
            CHECK_THROWS_AS(CollisionGeometry(shapes, "the gripper"), InputError);
            CHECK_THROWS_WITH(CollisionGeometry(shapes, "the gripper"), Catch::StartsWith("the gripper: "));
        }
    }
}
