#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <set>

#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>

#include "moveit/converted_scenes.h"

using namespace gapless_moveit;
using namespace gapless_moveit::test;
using gapless::InputError;
using gapless::ObjectIndex;
using gapless::Verdict;

namespace {

std::string refusal(const SceneDescription& scene, const ConversionOptions& options = {})
{
    try
    {
        converted(scene, options);
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
}

Pose turned(double angle, const Vec3& axis, const Vec3& p)
{
    return {Eigen::AngleAxisd(angle, axis).toRotationMatrix(), p};
}

}  // namespace

TEST_CASE("Each kind of shape is where its dimensions and its pose say")
{
    SECTION("box, turned by 45 degrees")
    {
        requireContactAt(slider(Box{Vec3(0.2, 0.2, 0.5)}, turned(M_PI / 4, Vec3::UnitZ(), Vec3(1, 0, 0))),
                         1 - 0.2 * std::sqrt(2.0) - 0.1);
    }
    SECTION("sphere")
    {
        requireContactAt(slider(Sphere{0.3}, at(1, 0, 0)), 0.6);
    }
    SECTION("cylinder across")
    {
        requireContactAt(slider(Cylinder{0.3, 0.5}, at(1, 0, 0.2)), 0.6);
    }
    SECTION("cylinder along")
    {
        requireContactAt(slider(Cylinder{0.3, 0.5}, turned(M_PI / 2, Vec3::UnitY(), Vec3(1, 0, 0))), 0.4);
    }
    SECTION("cone, its apex towards the ball")
    {
        requireContactAt(slider(Cone{0.3, 0.5}, turned(-M_PI / 2, Vec3::UnitY(), Vec3(1, 0, 0))), 0.4);
    }
    SECTION("cone, its base towards the ball")
    {
        requireContactAt(slider(Cone{0.3, 0.5}, turned(M_PI / 2, Vec3::UnitY(), Vec3(1, 0, 0))), 0.4);
    }
    SECTION("cone upright: the ball at half height meets the slope")
    {
        // In the plane y = 0 the slope runs from (0.3, -0.5) to (0, 0.5); its normal there is (1, 0.3) / |.|.
        const double slant = std::hypot(1.0, 0.3);
        requireContactAt(slider(Cone{0.3, 0.5}, at(1, 0, 0)), 1.0 - 0.15 - 0.1 * slant, slant);
    }
    SECTION("mesh")
    {
        requireContactAt(slider(gapless::test::boxMesh(Vec3(0.2, 0.3, 0.4)), at(1, 0, 0)), 0.7);
    }
    SECTION("plane across, from either side")
    {
        requireContactAt(slider(Plane{Vec3(1, 0, 0), 0.0}, at(1, 0, 0)), 0.9);
        requireContactAt(slider(Plane{Vec3(-2, 0, 0), 0.0}, at(1, 5, 7)), 0.9);
        CHECK(isFree(slider(Plane{Vec3(1, 0, 0), 0.0}, at(1, 0, 0)), 1.2));  // a surface: behind it is free
    }
    SECTION("plane aslant")
    {
        const Vec3 n = Vec3(1, 0.3, -0.4).normalized();
        requireContactAt(slider(Plane{Vec3::UnitZ(), 0.0},
                                {Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), n).toRotationMatrix(), Vec3(1, 0, 0)}),
                         1.0 - 0.1 / n.x(), 1.0 / n.x());
    }
    SECTION("octree: the nearest of its cubes")
    {
        OccupiedCubes octree;
        octree.cubes = {{Vec3(1.5, 0, 0), 0.2}, {Vec3(1.0, 0, 0), 0.1}, {Vec3(0.8, 1.0, 0), 0.1}};
        requireContactAt(slider(octree, {}), 1.0 - 0.05 - 0.1);
    }
    SECTION("several shapes in one object")
    {
        DescriptionBuilder b = slider(Sphere{0.3}, at(1, 0, 0));
        b.scene.world[0].shapes.push_back({Sphere{0.1}, at(0.7, 0, 0)});
        requireContactAt(b, 0.5);
    }
}

TEST_CASE("A plane is cut off only where the robot does not get")
{
    // A long chain with a shift: the plane lies far out and aslant.
    DescriptionBuilder b;
    b.link("arm", {}, Kind::Continuous, at(1, 2, 3), {}, Vec3(1, 1, 0));
    b.link("slide", 0, Kind::Prismatic, at(4, 0, 0), {}, Vec3::UnitY());
    b.link("tip", 1, Kind::Continuous, at(0, 0, 2), {{Sphere{0.1}, at(0, 0, 1)}}, Vec3::UnitX());
    const Vec3 n = Vec3(1, 2, -0.5).normalized();
    b.object("plane", Plane{n, 0.0}, at(0.3, 0, 0.2));
    const ConvertedScene scene = converted(b.scene);
    const GroupSpace space(b.scene);
    const gapless::StaticChecker checker(scene.scene, 1e-6);
    ompl::RNG rng(8);
    int hits = 0;
    for (int i = 0; i < 3000; ++i)
    {
        const auto q = configurationOf(scene, space.randomValues(rng));
        const gapless::Motion still(scene.scene->model(), q, q);
        const double distance =
            std::abs(n.dot(still.worldPose(gapless::BodyIndex(3), 0.0) * Vec3(0, 0, 1) - Vec3(0.3, 0, 0.2))) - 0.1;
        CAPTURE(i, distance);
        if (distance > 1e-5)
            CHECK(checker.check(q) == Verdict::Free);
        if (distance < -1e-5)
        {
            ++hits;
            CHECK(checker.check(q) == Verdict::Collision);
        }
    }
    CHECK(hits > 10);
}

TEST_CASE("Padding counts against the world and not within the robot")
{
    DescriptionBuilder b = slider(Sphere{0.3}, at(1, 0, 0));
    b.linkNamed("ball").padded_shapes = std::vector<PlacedDescribedShape>{{Sphere{0.15}, {}}};
    b.link("stop", {}, Kind::Fixed, at(-1, 0, 0), {{Sphere{0.3}, {}}});
    requireContactAt(b, 0.55);
    CHECK(isFree(b, -0.59));
    CHECK_FALSE(isFree(b, -0.61));
    SECTION("and a link without padding has one object only, one with it two")
    {
        const ConvertedScene scene = converted(b.scene);
        CHECK(std::count(scene.names.begin(), scene.names.end(), "ball") == 2);
        CHECK(std::count(scene.names.begin(), scene.names.end(), "stop") == 1);
    }
    SECTION("and the robot is the same in an empty world")
    {
        const ConvertedScene among = converted(b.scene);
        b.scene.world.clear();
        const ConvertedScene alone = converted(b.scene);
        CHECK(std::count(alone.names.begin(), alone.names.end(), "ball") == 2);
        CHECK(among.scene->objects().size() == alone.scene->objects().size() + 1);
    }
}

TEST_CASE("Clearance within the robot is that of the robot, and against the world that of the world")
{
    DescriptionBuilder b = slider(Sphere{0.3}, at(1, 0, 0));
    b.link("stop", {}, Kind::Fixed, at(-1, 0, 0), {{Sphere{0.3}, {}}});
    ConversionOptions options;
    options.clearance = 0.05;
    options.self_clearance = 0.01;
    const ConvertedScene scene = converted(b.scene, options);
    REQUIRE(scene.scene->pairs().size() == 2);
    for (const gapless::ObjectPair& pair : scene.scene->pairs())
        CHECK(pair.clearance == (pair.a == ObjectIndex(0) && pair.b == ObjectIndex(1) ? 0.01 : 0.05));
}

TEST_CASE("The gaps for a deviation are those that it can cost: lever arms times radians")
{
    DescriptionBuilder b = turningArm();
    ConversionOptions options;
    options.clearance = 0.001;
    options.deviation = 0.01;
    const ConvertedScene scene = converted(b.scene, options);
    REQUIRE(scene.scene->pairs().size() == 1);
    // The far corner of the arm is hypot(1, 0.02, 0.02) from the axis.
    CHECK(scene.scene->pairs().back().clearance == Approx(0.001 + 0.01 * std::hypot(1.0, std::hypot(0.02, 0.02))));
    b.link("slide", 1, Kind::Prismatic, {}, {{Sphere{0.01}, {}}});
    b.joint("slide").upper[0] = std::numeric_limits<double>::infinity();
    b.link("wrist", 2, Kind::Revolute, {}, {{Sphere{0.01}, {}}});
    CHECK_THAT(refusal(b.scene, options), Catch::Contains("timed_path_deviation") && Catch::Contains("limits"));
}

TEST_CASE("What cannot be certified is refused with the reason")
{
    DescriptionBuilder b = twoArms();
    CHECK(refusal(b.scene).empty());
    SECTION("a conditional entry of a pair that is checked, and only of such")
    {
        b.scene.allowed = [](const std::string& x, const std::string& y) {
            return x == "left_1" && y == "right_2" ? Allowed::Conditional : Allowed::Never;
        };
        CHECK_THAT(refusal(b.scene),
                   Catch::Contains("left_1") && Catch::Contains("right_2") && Catch::Contains("function of the contact"));
        b.scene.allowed = [](const std::string& x, const std::string& y) {
            return x == "left_2" && y == "left_tip" ? Allowed::Conditional : Allowed::Never;
        };
        CHECK(refusal(b.scene).empty());
    }
    SECTION("a plane on a moving body")
    {
        b.linkNamed("left_2").shapes.push_back({Plane{}, {}});
        CHECK_THAT(refusal(b.scene), Catch::Contains("left_2") && Catch::Contains("plane"));
    }
    SECTION("a plane with an offset")
    {
        b.object("floor", Plane{Vec3::UnitZ(), 0.5});
        CHECK_THAT(refusal(b.scene), Catch::Contains("floor") && Catch::Contains("offset") && Catch::Contains("pose"));
    }
    SECTION("a plane and a joint without limits")
    {
        b.object("floor", Plane{Vec3::UnitZ(), 0.0});
        b.link("rail", 2, Kind::Prismatic, {}, {{Sphere{0.1}, {}}});
        b.joint("rail").lower[0] = -std::numeric_limits<double>::infinity();
        CHECK_THAT(refusal(b.scene), Catch::Contains("floor") && Catch::Contains("limits"));
    }
    SECTION("a normal of no direction")
    {
        b.object("floor", Plane{Vec3::Zero(), 0.0});
        CHECK_THAT(refusal(b.scene), Catch::Contains("floor") && Catch::Contains("normal"));
    }
    SECTION("a dimension that is zero")
    {
        b.object("leaf", Box{Vec3(1, 1, 0)});
        CHECK_THAT(refusal(b.scene), Catch::Contains("leaf") && Catch::Contains("box extent"));
    }
    SECTION("an attached body on no link")
    {
        b.scene.attached.push_back({"part", LinkIndex(17), {}, {}, {}});
        CHECK_THAT(refusal(b.scene), Catch::Contains("part") && Catch::Contains("not there"));
    }
    SECTION("options out of range")
    {
        for (double ConversionOptions::*field : {&ConversionOptions::clearance, &ConversionOptions::self_clearance,
                                                 &ConversionOptions::deviation, &ConversionOptions::tolerance})
            for (const double value : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")})
            {
                ConversionOptions options;
                options.*field = value;
                CHECK_THAT(refusal(b.scene, options), Catch::Contains("finite"));
            }
    }
}

TEST_CASE("Empty meshes and links without shapes collide with nothing, as in MoveIt")
{
    DescriptionBuilder b = slider(std::shared_ptr<const gapless::TriangleMesh>(), at(0, 0, 0));
    CHECK(converted(b.scene).scene->objects().size() == 1);
    CHECK(isFree(b, 0.0));
}

TEST_CASE("Geometries are kept as long as a scene holds them, and equal shapes share one")
{
    GeometryStore store;
    const DescriptionBuilder b = twoArms();
    ConvertedScene first = convertScene(b.scene, {}, store);
    const auto* kept = first.scene->object(ObjectIndex(0)).geometry.get();
    const ConvertedScene second = convertScene(b.scene, {}, store);
    store.prune();
    CHECK(second.scene->object(ObjectIndex(0)).geometry.get() == kept);
    CHECK(first.scene->id() != second.scene->id());
    DescriptionBuilder other = twoArms();
    other.linkNamed("base").shapes = {{Sphere{0.050000001}, {}}};
    CHECK(convertScene(other.scene, {}, store).scene->object(ObjectIndex(0)).geometry.get() != kept);
    CHECK_THROWS_AS(store.get({}, "nothing"), InputError);
}
