// TurnedObjects: what a joint turns is within its rings.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "collision/turned_objects.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Point = Eigen::Matrix<long double, 3, 1>;

/// Points of a shape that are the farthest from one axis or the other, in its own frame, and some within.
std::vector<Point> pointsOf(const Shape& shape, Random& random)
{
    std::vector<Point> points;
    const auto add = [&](double x, double y, double z) { points.emplace_back(x, y, z); };
    const auto addDisc = [&](long double radius, double z) {
        for (int k = 0; k < 12; ++k)
        {
            const long double angle = random.uniform(-M_PI, M_PI);
            points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
        }
    };
    const auto addBall = [&](double radius, double z) {
        for (int k = 0; k < 40; ++k)
        {
            const Point n = random.direction().cast<long double>().normalized();
            points.push_back(static_cast<long double>(radius) * n + Point(0, 0, z));
        }
    };
    if (const auto* box = std::get_if<Box>(&shape))
        for (const double x : {-1.0, 1.0})
            for (const double y : {-1.0, 1.0})
                for (const double z : {-1.0, 1.0})
                    add(x * box->half_extents.x(), y * box->half_extents.y(), z * box->half_extents.z());
    else if (const auto* sphere = std::get_if<Sphere>(&shape))
        addBall(sphere->radius, 0.0);
    else if (const auto* cylinder = std::get_if<Cylinder>(&shape))
        for (const double z : {-1.0, 1.0})
            addDisc(cylinder->radius, z * cylinder->half_length);
    else if (const auto* capsule = std::get_if<Capsule>(&shape))
        for (const double z : {-1.0, 1.0})
            addBall(capsule->radius, z * capsule->half_length);
    else if (const auto* cone = std::get_if<Cone>(&shape))
    {
        addDisc(cone->radius, -cone->half_length);
        add(0, 0, cone->half_length);
    }
    else
    {
        const TriangleMesh& mesh = *std::get<std::shared_ptr<const TriangleMesh>>(shape);
        for (const Vec3& v : mesh.vertices())
            points.push_back(v.cast<long double>());
        // Insides, where there are any: of a box or a tetrahedron all that is between its corners.
        if (!mesh.isSolid())
            return points;
    }
    const std::size_t count = points.size();
    for (int k = 0; k < 40; ++k)
    {
        const long double t = random.unit();
        const Point &p = points[static_cast<std::size_t>(random.index(static_cast<int>(count)))],
                    &q = points[static_cast<std::size_t>(random.index(static_cast<int>(count)))];
        points.emplace_back(t * p + (1.0L - t) * q);
    }
    return points;
}

/// By how much the point is out of all of the cylinders, in the frame that they are placed in; not positive: it is in one.
long double outOf(const CollisionGeometry& swept, const Point& p)
{
    long double least = std::numeric_limits<long double>::infinity();
    for (const PlacedShape& placed : swept.shapes())
    {
        const Cylinder& cylinder = std::get<Cylinder>(placed.shape);
        const Point x = placed.X_BS.R.cast<long double>().transpose() * (p - placed.X_BS.p.cast<long double>());
        least = std::min(least, std::max(std::abs(x.z()) - cylinder.half_length, std::hypot(x.x(), x.y()) - cylinder.radius));
    }
    return least;
}

/// The same, turned about the joint's axis, as the body before it sees it.
Point turnedPoint(const Body& body, const Point& p, double angle)
{
    const Point axis = body.joint.axis.cast<long double>().normalized();
    const long double c = std::cos(static_cast<long double>(angle)), s = std::sin(static_cast<long double>(angle));
    const Point turned = c * p + s * axis.cross(p) + (1.0L - c) * axis.dot(p) * axis;
    return body.X_PJ.R.cast<long double>() * turned + body.X_PJ.p.cast<long double>();
}

}  // namespace

TEST_CASE("What a joint turns is within its rings, whatever the joint's value is")
{
    Random random(71);
    int checked = 0, at_border = 0;
    for (int round = 0; round < 400; ++round)
    {
        // Axes near -z, too, from which the shortest turn to z is known badly.
        const Vec3 axis = round % 4 == 0
                              ? Vec3((-Vec3::UnitZ() + random.logUniform(1e-12, 1e-3) * random.direction()).normalized())
                          : round % 4 == 1 ? Vec3(Vec3::Unit(random.index(3)))
                                           : random.direction();
        KinematicModel model;
        Joint joint;
        joint.name = "turn";
        joint.type = random.chance(0.5) ? JointType::Revolute : JointType::Continuous;
        joint.axis = axis;
        const double away = random.chance(0.3) ? random.logUniform(1.0, 1e5) : 0.5, size = random.logUniform(1e-3, 1.0);
        const Body& body = model.body(model.addBody("hand", kWorld, random.pose(away), joint, 0));
        std::vector<TurnedObjects::Geometry> members;
        std::vector<Point> points;
        for (int k = 1 + random.index(4); k > 0; --k)
        {
            std::vector<PlacedShape> shapes;
            for (int i = 1 + random.index(2); i > 0; --i)
            {
                shapes.push_back({randomShape(random, size), random.chance(0.3) ? Pose() : random.pose(2.0 * size)});
                const Pose& X = shapes.back().X_BS;
                for (const Point& p : pointsOf(shapes.back().shape, random))
                    points.emplace_back(X.R.cast<long double>() * p + X.p.cast<long double>());
            }
            members.push_back(std::make_shared<const CollisionGeometry>(shapes, "member"));
        }
        const TurnedObjects turned(body, members);
        REQUIRE(turned.swept);
        for (const Point& p : points)
            for (int k = 0; k < 4; ++k, ++checked)
            {
                const double angle = k == 0 ? 0.0 : random.uniform(-10.0, 10.0);
                const long double out = outOf(*turned.swept, turnedPoint(body, p, angle));
                at_border += out > -3e-9L * (1.0L + static_cast<long double>(away));
                if (out > 0.0L)
                {
                    CAPTURE(round, k, angle, static_cast<double>(out), digits(axis), away, size);
                    CHECK(out <= 0.0L);
                }
            }
    }
    CAPTURE(checked, at_border);
    CHECK(checked > 100000);
    CHECK(at_border > 1000);
}

TEST_CASE("Rings are no larger than what is turned in them")
{
    KinematicModel model;
    Joint joint;
    joint.name = "turn";
    joint.type = JointType::Revolute;
    const Body& body = model.body(model.addBody("hand", kWorld, at(0, 0, 1), joint, 0));
    // A plate far out at one end of a slender bar on the axis.
    const TurnedObjects turned(
        body, {geometryOf(Box{Vec3(0.01, 0.01, 0.4)}), geometryOf(boxMesh(Vec3(0.3, 0.4, 0.01)), at(0, 0, 0.39))});
    const auto& cylinders = turned.swept->shapes();
    REQUIRE(cylinders.size() > 3);
    int wide = 0;
    double top = 1 - 0.4;
    for (const PlacedShape& placed : cylinders)
    {
        const Cylinder& cylinder = std::get<Cylinder>(placed.shape);
        // No point is between two, however it is rounded.
        CHECK(placed.X_BS.p.z() - cylinder.half_length < top - 1e-9);
        top = placed.X_BS.p.z() + cylinder.half_length;
        wide += cylinder.radius > 0.02;
        CHECK(cylinder.radius == Approx(cylinder.radius > 0.02 ? 0.5 : 0.01 * std::sqrt(2.0)).margin(1e-7));
        CHECK(placed.X_BS.p.z() - cylinder.half_length > 1 - 0.4 - 1e-7);
        CHECK(placed.X_BS.p.z() + cylinder.half_length < 1 + 0.4 + 1e-7);
    }
    CHECK(wide == 1);
}

TEST_CASE("What is larger or farther away than any robot is not turned")
{
    KinematicModel model;
    Joint joint;
    joint.name = "turn";
    joint.type = JointType::Revolute;
    const BodyIndex near = model.addBody("near", kWorld, Pose(), joint, 0);
    joint.name = "turn too";
    const BodyIndex far = model.addBody("far", kWorld, at(1e7, 0, 0), joint, 0);
    CHECK(TurnedObjects(model.body(near), {geometryOf(Sphere{1.0})}).swept);
    CHECK_FALSE(TurnedObjects(model.body(far), {geometryOf(Sphere{1.0})}).swept);
    CHECK_FALSE(TurnedObjects(model.body(near), {geometryOf(Sphere{1e200})}).swept);
    CHECK_FALSE(TurnedObjects(model.body(near), {geometryOf(Sphere{1.0}), geometryOf(Sphere{0.1}, at(0, 1e160, 0))}).swept);
}
