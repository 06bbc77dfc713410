#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <set>

#include <gapless/collision/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>

#include "conversion/scene_conversion.h"
#include "moveit/small_robots.h"

using namespace gapless_moveit;
using namespace gapless_moveit::test;
using gapless::InputError;
using gapless::ObjectIndex;
using gapless::Verdict;

namespace {

using Pairs = std::set<std::pair<std::string, std::string>>;

ConvertedScene converted(const SceneDescription& scene, const ConversionOptions& options = {})
{
    GeometryStore store;
    return convertScene(scene, options, store);
}

/// The names of the pairs that are checked, each in alphabetical order.
Pairs pairsOf(const ConvertedScene& scene)
{
    Pairs pairs;
    for (const gapless::ObjectPair& pair : scene.scene->pairs())
    {
        const std::string &a = scene.names[pair.a], &b = scene.names[pair.b];
        pairs.insert(std::minmax(a, b));
    }
    return pairs;
}

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

/// A ball of radius 0.1 that shifts along x, towards one object.
DescriptionBuilder slider(const DescribedShape& shape, const Pose& pose)
{
    DescriptionBuilder b;
    b.link("ball", {}, Kind::Prismatic, {}, {{Sphere{0.1}, {}}}, Vec3::UnitX());
    b.object("thing", shape, pose);
    return b;
}

/// Is the ball free at x, with a tolerance of a micrometre? Undecided is neither.
bool isFree(const DescriptionBuilder& b, double x, double clearance = 0.0)
{
    ConversionOptions options;
    options.clearance = clearance;
    const ConvertedScene scene = converted(b.scene, options);
    const Verdict verdict = gapless::StaticChecker(scene.scene, 1e-6).check(configurationOf(scene, {x}));
    REQUIRE(verdict != Verdict::Undecided);
    return verdict == Verdict::Free;
}

/// The ball comes free exactly at x = contact, on the side of smaller x; a clearance moves that by so much per metre.
void requireContactAt(const DescriptionBuilder& b, double contact, double per_clearance = 1.0)
{
    CHECK(isFree(b, contact - 1e-4));
    CHECK_FALSE(isFree(b, contact + 1e-4));
    CHECK_FALSE(isFree(b, contact - 0.05 * per_clearance + 1e-4, 0.05));
    CHECK(isFree(b, contact - 0.05 * per_clearance - 1e-4, 0.05));
}

Pose turned(double angle, const Vec3& axis, const Vec3& p)
{
    return {Eigen::AngleAxisd(angle, axis).toRotationMatrix(), p};
}

/// Two arms of two links each on one base, so that every kind of pair occurs.
DescriptionBuilder twoArms()
{
    DescriptionBuilder b;
    const std::vector<PlacedDescribedShape> body = {{Sphere{0.05}, {}}};
    b.link("base", {}, Kind::Fixed, {}, body);
    b.link("left_1", 0, Kind::Revolute, at(0, 1, 0), body);
    b.link("left_2", 1, Kind::Revolute, at(1, 0, 0), body);
    b.link("left_tip", 2, Kind::Fixed, at(0.2, 0, 0), body);
    b.link("right_1", 0, Kind::Revolute, at(0, -1, 0), body);
    b.link("right_2", 4, Kind::Revolute, at(1, 0, 0), body);
    b.object("table", Box{Vec3(1, 1, 0.1)}, at(0, 0, -1));
    return b;
}

/// Only the left arm plans.
DescriptionBuilder leftArmPlans()
{
    DescriptionBuilder b = twoArms();
    b.holdStill("right_1", {0.1});
    b.holdStill("right_2", {0.2});
    b.linkNamed("right_1").is_updated = b.linkNamed("right_2").is_updated = false;
    return b;
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

TEST_CASE("The log names the pairs of links that the matrix allows, with reasons, and none that only a joint connects")
{
    DescriptionBuilder b = twoArms();
    CHECK(exemptPairsText(b.scene) == "pairs of links that are never checked, 0");
    b.scene.allowed = [](const std::string& x, const std::string& y) {
        const std::set<std::string> names = {x, y};
        if (names == std::set<std::string>{"left_1", "right_1"})
            return Allowed::Conditional;
        return names.count("left_1") > 0 && (names.count("base") > 0 || names.count("left_tip") > 0 || names.count("table") > 0)
                   ? Allowed::Always
                   : Allowed::Never;
    };
    b.scene.srdf_disabled = {{"base", "left_1"}};
    CHECK(exemptPairsText(b.scene)
          == "pairs of links that are never checked, 2: base - left_1 (SRDF), left_1 - left_tip (allowed collision matrix)");
}

TEST_CASE("Exactly the pairs that MoveIt checks are checked")
{
    SECTION("of all links of both arms, when both plan")
    {
        const Pairs pairs = pairsOf(converted(twoArms().scene));
        CHECK(pairs.count({"base", "left_1"}) == 1);  // neighbours too: only the matrix says otherwise
        CHECK(pairs.count({"left_1", "right_2"}) == 1);
        CHECK(pairs.count({"left_2", "left_tip"}) == 0);  // rigidly joined
        CHECK(pairs.count({"base", "table"}) == 0);       // both stand still
        // 6 links: 15 pairs less the rigid one; 5 links against the table.
        CHECK(pairs.size() == 14 + 5);
    }
    SECTION("not those of which neither is updated by the group")
    {
        const Pairs pairs = pairsOf(converted(leftArmPlans().scene));
        CHECK(pairs.count({"right_1", "right_2"}) == 0);
        CHECK(pairs.count({"right_2", "table"}) == 0);
        CHECK(pairs.count({"left_2", "right_2"}) == 1);
        CHECK(pairs.size() == 3 * 3 + 2 + 3);  // left against base, right_1, right_2; left_1 against left_2, left_tip; the table
    }
    SECTION("not those that the matrix always allows, whichever name comes first")
    {
        DescriptionBuilder b = twoArms();
        b.scene.allowed = [](const std::string& x, const std::string& y) {
            const Pairs always = {{"base", "left_1"}, {"left_1", "base"}, {"table", "left_2"}, {"left_2", "table"}};
            return always.count({x, y}) ? Allowed::Always : Allowed::Never;
        };
        const Pairs pairs = pairsOf(converted(b.scene));
        CHECK(pairs.count({"base", "left_1"}) == 0);
        CHECK(pairs.count({"left_2", "table"}) == 0);
        CHECK(pairs.size() == 17);
    }
}

TEST_CASE("Attached bodies are checked against all but their touch links, rigid company, and bodies on their own link")
{
    DescriptionBuilder b = twoArms();
    const std::vector<PlacedDescribedShape> part = {{Box{Vec3(0.01, 0.01, 0.01)}, at(0.1, 0, 0)}};
    b.scene.attached.push_back({"part", LinkIndex(3), part, {}, {"left_1"}});
    b.scene.attached.push_back({"tray", LinkIndex(3), part, {}, {}});
    b.scene.attached.push_back({"lid", LinkIndex(5), part, {}, {"part"}});
    Pairs pairs = pairsOf(converted(b.scene));
    CHECK(pairs.count({"left_1", "part"}) == 0);  // a touch link
    CHECK(pairs.count({"left_1", "tray"}) == 1);
    CHECK(pairs.count({"left_tip", "part"}) == 0);  // rigid: decided by any state
    CHECK(pairs.count({"left_2", "part"}) == 0);
    CHECK(pairs.count({"part", "tray"}) == 0);  // on one link
    CHECK(pairs.count({"part", "right_2"}) == 1);
    CHECK(pairs.count({"part", "table"}) == 1);
    CHECK(pairs.count({"lid", "part"}) == 1);
    CHECK(pairs.count({"lid", "tray"}) == 1);
    SECTION("in MoveIt 2 two bodies may touch where one names the other")
    {
        b.scene.touch_links_cover_attached = true;
        pairs = pairsOf(converted(b.scene));
        CHECK(pairs.count({"lid", "part"}) == 0);
        CHECK(pairs.count({"lid", "tray"}) == 1);
    }
    SECTION("one on a link that the group does not move is checked against what it does move")
    {
        DescriptionBuilder c = leftArmPlans();
        c.scene.attached.push_back({"lid", LinkIndex(5), part, {}, {}});
        pairs = pairsOf(converted(c.scene));
        CHECK(pairs.count({"left_2", "lid"}) == 1);
        CHECK(pairs.count({"lid", "right_1"}) == 0);
        CHECK(pairs.count({"lid", "table"}) == 0);
    }
    SECTION("it is where its link is, padded against the world")
    {
        DescriptionBuilder c = slider(Sphere{0.3}, at(1, 0, 0));
        c.scene.attached.push_back({"nose",
                                    LinkIndex(0),
                                    {{Sphere{0.02}, at(0.2, 0, 0)}},
                                    std::vector<PlacedDescribedShape>{{Sphere{0.03}, at(0.2, 0, 0)}},
                                    {}});
        requireContactAt(c, 1.0 - 0.3 - 0.2 - 0.03);
    }
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
