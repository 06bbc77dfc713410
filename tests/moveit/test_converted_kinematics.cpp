#include <catch2/catch.hpp>

#include <cmath>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/state_mapping.h>

#include <ompl/base/ScopedState.h>

#include "conversion/converted_kinematics.h"
#include "conversion/scene_conversion.h"
#include "moveit/small_robots.h"

namespace ob = ompl::base;
using namespace gapless_moveit;
using namespace gapless_moveit::test;
using gapless::BodyIndex;
using gapless::Configuration;
using gapless::InputError;
using gapless::JointType;
using gapless::Motion;

namespace {

/// The pose of each link in the model frame, computed straight from the description for the values of a state of the group.
gapless::IndexedVector<LinkIndex, Pose> linkPoses(const SceneDescription& scene, const std::vector<double>& state)
{
    gapless::IndexedVector<LinkIndex, Pose> poses(scene.links.size());
    for (const JointDescription& joint : scene.joints)  // parents come first in these tests
    {
        std::vector<double> v = joint.values;
        for (std::size_t k = 0; k < v.size() && joint.state_index; ++k)
            v[k] = state[*joint.state_index + k];
        if (joint.mimic)
        {
            const JointDescription& master = scene.joints[joint.mimic->master];
            const double value = master.state_index ? state[*master.state_index] : master.values[0];
            v[0] = joint.mimic->multiplier * value + joint.mimic->offset;
        }
        Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
        switch (joint.kind)
        {
            case Kind::Revolute:
            case Kind::Continuous: X = Eigen::AngleAxisd(v[0], joint.axis.normalized()); break;
            case Kind::Prismatic: X = Eigen::Translation3d(v[0] * joint.axis.normalized()); break;
            case Kind::Planar: X = Eigen::Translation3d(v[0], v[1], 0.0) * Eigen::AngleAxisd(v[2], Vec3::UnitZ()); break;
            case Kind::Floating:
                X = Eigen::Translation3d(v[0], v[1], v[2]) * Eigen::Quaterniond(v[6], v[3], v[4], v[5]).normalized();
                break;
            default: break;
        }
        const Pose parent = joint.parent_link ? poses[*joint.parent_link] : Pose();
        poses[joint.child_link] = parent * joint.origin * Pose{X.linear(), X.translation()};
    }
    return poses;
}

/// All kinds of joints in one tree, with joints of the group, joints that hold still, and joints that follow others.
DescriptionBuilder zoo()
{
    DescriptionBuilder b;
    const Pose tilted{Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()).toRotationMatrix(), Vec3(0.1, 0.2, 0.3)};
    b.link("mobile", {}, Kind::Planar, tilted, {});
    b.link("column", 0, Kind::Prismatic, tilted, {}, Vec3(0, 1, 1));
    b.link("wheel", 1, Kind::Continuous, at(0.3, 0, 0), {}, Vec3(1, 0, 1));
    b.link("plate", 2, Kind::Fixed, tilted, {});
    b.link("elbow", 3, Kind::Revolute, at(0, 0.4, 0), {}, Vec3::UnitX());
    b.link("finger", 4, Kind::Prismatic, tilted, {}, Vec3::UnitY());
    b.link("other_finger", 4, Kind::Prismatic, tilted, {}, Vec3::UnitX());
    b.link("drone", 3, Kind::Floating, tilted, {});
    b.link("held", 4, Kind::Revolute, tilted, {}, Vec3::UnitY());
    b.link("tool", 8, Kind::Revolute, tilted, {}, Vec3::UnitZ());
    b.joint("other_finger").mimic = JointDescription::Mimic{JointIndex(5), -1.5, 0.02};
    b.holdStill("held", {0.7});
    return b;
}

ConvertedScene converted(const SceneDescription& scene)
{
    GeometryStore store;
    return convertScene(scene, {}, store);
}

}  // namespace

TEST_CASE("Every link of every kind of joint is where MoveIt has it, whether the joint plans, holds still or follows")
{
    DescriptionBuilder b = zoo();
    for (LinkDescription& link : b.scene.links)
        link.shapes = {{Sphere{0.01}, {}}};
    const ConvertedScene scene = converted(b.scene);
    const ConvertedKinematics kinematics = convertKinematics(b.scene);
    const GroupSpace space(b.scene);
    ompl::RNG rng(3);
    for (int i = 0; i < 200; ++i)
    {
        const std::vector<double> state = space.randomValues(rng);
        const Configuration q = configurationOf(scene, state);
        const Motion still(kinematics.model, q, q);
        const auto wanted = linkPoses(b.scene, state);
        for (const LinkIndex k : wanted.indices())
        {
            CAPTURE(i, b.scene.links[k].name);
            const Pose X = still.worldPose(kinematics.places[k].body, 0.0) * kinematics.places[k].X_BL;
            CHECK((X.R - wanted[k].R).cwiseAbs().maxCoeff() < 1e-12);
            CHECK((X.p - wanted[k].p).cwiseAbs().maxCoeff() < 1e-12);
        }
    }
}

TEST_CASE("Motions between states of a group are the curves that its joints are interpolated along, and states come back")
{
    DescriptionBuilder b = zoo();
    const ConvertedScene scene = converted(b.scene);
    const auto space = std::make_shared<GroupSpace>(b.scene);
    const gapless::StateMapping mapping(space, scene.scene, scene.planning_bodies, scene.rest, scene.layout);
    ompl::RNG rng(4);
    ob::ScopedState<> s1(space), s2(space), between(space), back(space);
    for (int i = 0; i < 500; ++i)
    {
        s1->as<GroupSpace::StateType>()->values = space->randomValues(rng);
        s2->as<GroupSpace::StateType>()->values = space->randomValues(rng);
        const double t = rng.uniform01();
        space->interpolate(s1.get(), s2.get(), t, between.get());
        const Configuration q = mapping.toConfiguration(between.get());
        const gapless::KinematicModel& model = scene.scene->model();
        const Motion still(model, q, q), motion(model, mapping.toConfiguration(s1.get()), mapping.toConfiguration(s2.get()));
        for (const BodyIndex body : model.bodies().indices())
        {
            CAPTURE(i, t, model.body(body).name);
            const Pose X = still.worldPose(body, 0.0), Y = motion.worldPose(body, t);
            CHECK((X.R - Y.R).cwiseAbs().maxCoeff() < 1e-9);
            CHECK((X.p - Y.p).cwiseAbs().maxCoeff() < 1e-9);
        }
        mapping.toState(q, back.get());
        CHECK((mapping.toConfiguration(back.get()) - q).cwiseAbs().maxCoeff() < 1e-15);
    }
}

TEST_CASE("A state whose angle or quaternion is none of the space is refused, and so is a layout that does not fit")
{
    DescriptionBuilder b = zoo();
    const ConvertedScene scene = converted(b.scene);
    const auto space = std::make_shared<GroupSpace>(b.scene);
    const gapless::StateMapping mapping(space, scene.scene, scene.planning_bodies, scene.rest, scene.layout);
    ob::ScopedState<> state(space);
    std::vector<double>& values = state->as<GroupSpace::StateType>()->values;
    ompl::RNG rng(5);
    values = space->randomValues(rng);
    CHECK_NOTHROW(mapping.toConfiguration(state.get()));
    const std::size_t wheel = *b.joint("wheel").state_index, drone = *b.joint("drone").state_index;
    values[wheel] = 3.5;
    CHECK_THROWS_WITH(mapping.toConfiguration(state.get()), Catch::Contains("outside [-pi, pi]"));
    values[wheel] = 0.0;
    values[drone + 6] += 0.1;
    CHECK_THROWS_WITH(mapping.toConfiguration(state.get()), Catch::Contains("is no rotation"));
    values[drone + 6] = std::nan("");
    CHECK_THROWS_AS(mapping.toConfiguration(state.get()), InputError);
    gapless::StateMapping::FlatStates short_layout = scene.layout;
    short_layout.first.pop_back();
    CHECK_THROWS_WITH(gapless::StateMapping(space, scene.scene, scene.planning_bodies, scene.rest, short_layout),
                      Catch::Contains("places in a state"));
    CHECK_THROWS_AS(
        gapless::StateMapping(space, scene.scene, {gapless::kWorld}, scene.rest, gapless::StateMapping::FlatStates{{0}}),
        InputError);
}

TEST_CASE("What holds still relative to each other is one body, and joints outside the group have no variables")
{
    DescriptionBuilder b = zoo();
    for (const char* link : {"mobile", "column", "wheel"})
        b.joint(link).state_index.reset();
    const ConvertedKinematics kinematics = convertKinematics(b.scene);
    // elbow, finger, the finger that follows, drone, tool.
    CHECK(kinematics.model.bodies().size() == 6);
    CHECK(kinematics.model.configurationSize() == 1 + 1 + 7 + 1);
    for (const char* link : {"mobile", "column", "wheel", "plate"})
        CHECK(kinematics.places[b.joint(link).child_link].body == gapless::kWorld);
    CHECK(kinematics.places[LinkIndex(8)].body == kinematics.places[LinkIndex(4)].body);
}

TEST_CASE("Joints that cannot be represented are refused by name and with the reason")
{
    const auto refusal = [](DescriptionBuilder& b) -> std::string {
        try
        {
            convertKinematics(b.scene);
        }
        catch (const InputError& error)
        {
            return error.what();
        }
        return "";
    };
    DescriptionBuilder b = zoo();
    CHECK(refusal(b).empty());
    SECTION("a diff-drive base that plans, but not one that holds still")
    {
        b.joint("mobile").turns_and_drives = true;
        CHECK_THAT(refusal(b), Catch::Contains("to_mobile") && Catch::Contains("diff_drive"));
        b.joint("mobile").state_index.reset();
        CHECK(refusal(b).empty());
    }
    SECTION("a joint of another kind")
    {
        b.joint("held").kind = Kind::Other;
        CHECK_THAT(refusal(b), Catch::Contains("to_held") && Catch::Contains("not known"));
    }
    SECTION("a follower outside the group of a joint inside")
    {
        b.joint("other_finger").state_index.reset();
        CHECK_THAT(refusal(b),
                   Catch::Contains("to_other_finger") && Catch::Contains("to_finger") && Catch::Contains("holds it still"));
    }
    SECTION("a follower of a continuous joint that would jump")
    {
        b.joint("other_finger").mimic = JointDescription::Mimic{JointIndex(2), 1.0, 0.0};
        CHECK_THAT(refusal(b), Catch::Contains("to_other_finger") && Catch::Contains("jump"));
    }
    SECTION("no joint that plans")
    {
        for (JointDescription& joint : b.scene.joints)
            joint.state_index.reset();
        CHECK_THAT(refusal(b), Catch::Contains("'arm'") && Catch::Contains("no joint"));
    }
    SECTION("a start state that is not finite")
    {
        b.joint("held").values[0] = std::nan("");
        CHECK_THAT(refusal(b), Catch::Contains("to_held") && Catch::Contains("not finite"));
    }
    SECTION("a tree that is none")
    {
        b.joint("mobile").parent_link = LinkIndex(9);
        CHECK_THAT(refusal(b), Catch::Contains("hangs on a link"));
    }
    SECTION("a follower of its own descendant")
    {
        b.joint("column").mimic = JointDescription::Mimic{JointIndex(4), 1.0, 0.0};
        CHECK_FALSE(refusal(b).empty());
    }
    SECTION("two joints to one link")
    {
        b.joint("tool").child_link = LinkIndex(4);
        CHECK_THAT(refusal(b), Catch::Contains("two joints"));
    }
    SECTION("a master that is not there")
    {
        b.joint("finger").mimic = JointDescription::Mimic{JointIndex(77), 1.0, 0.0};
        CHECK_THAT(refusal(b), Catch::Contains("to_finger") && Catch::Contains("not there"));
    }
    SECTION("a wrong number of values")
    {
        b.joint("drone").values.pop_back();
        CHECK_THAT(refusal(b), Catch::Contains("to_drone") && Catch::Contains("6 values instead of 7"));
    }
}

TEST_CASE("Masters may come after their followers in the list, as long as the tree allows it")
{
    DescriptionBuilder b;
    b.link("base", {}, Kind::Fixed, {}, {});
    b.link("left", 0, Kind::Revolute, at(0, 1, 0), {});
    b.link("right", 0, Kind::Revolute, at(0, -1, 0), {});
    b.joint("left").mimic = JointDescription::Mimic{JointIndex(2), 2.0, 0.1};
    const ConvertedKinematics kinematics = convertKinematics(b.scene);
    CHECK(kinematics.planning_bodies.size() == 1);
    CHECK(kinematics.layout.first == std::vector<unsigned int>{1});
    const Configuration q = (Configuration(1) << 0.3).finished();
    const Pose X = Motion(kinematics.model, q, q).worldPose(kinematics.places[LinkIndex(1)].body, 0.0);
    CHECK(std::atan2(X.R(1, 0), X.R(0, 0)) == Approx(0.7));
}

TEST_CASE("No deviation of the variables changes a relative position by more than the bound of relative travel says")
{
    DescriptionBuilder b = zoo();
    const ConvertedKinematics kinematics = convertKinematics(b.scene);
    const gapless::KinematicModel& model = kinematics.model;
    const GroupSpace space(b.scene);
    ompl::RNG rng(6);
    const double reach = 0.25;
    double closest = 0.0;
    for (int i = 0; i < 400; ++i)
    {
        const std::vector<double> state = space.randomValues(rng);
        Configuration q = kinematics.rest;
        for (std::size_t k = 0; k < kinematics.planning_bodies.size(); ++k)
        {
            const gapless::Body& body = model.body(kinematics.planning_bodies[k]);
            for (int j = 0; j < gapless::variableCount(body.joint.type); ++j)
                q[*body.variable + j] = state[kinematics.layout.first[k] + static_cast<unsigned int>(j)];
        }
        const double size = 0.05 * rng.uniform01();
        Configuration d(q.size());
        for (Eigen::Index k = 0; k < d.size(); ++k)
            d[k] = rng.gaussian01();
        Configuration moved = q + size * d.normalized();
        for (const gapless::Body& body : model.bodies())
            if (body.joint.type == JointType::Floating)
                moved.segment<4>(*body.variable + 3).normalize();
        const double deviation = (moved - q).norm();
        const int last = static_cast<int>(model.bodies().size()) - 1;
        const BodyIndex a(1 + rng.uniformInt(0, last - 1)), c(rng.uniformInt(0, last));
        const Motion before(model, q, q), after(model, moved, moved);
        // A point of a, seen from c.
        Vec3 p(rng.gaussian01(), rng.gaussian01(), rng.gaussian01());
        p = reach * p.normalized();
        const Vec3 seen = before.worldPose(c, 0.0).inverse() * (before.worldPose(a, 0.0) * p);
        const Vec3 seen_after = after.worldPose(c, 0.0).inverse() * (after.worldPose(a, 0.0) * p);
        // Seen from c, points of c do not move: its reach is that of the point at hand.
        const double bound = relativeTravel(model, a, reach, c, seen.norm() + reach, 0.05).norm() * deviation;
        CAPTURE(i, a.value(), c.value(), deviation);
        CHECK((seen_after - seen).norm() <= bound + 1e-12);
        if (bound > 0.0)
            closest = std::max(closest, (seen_after - seen).norm() / bound);
    }
    CHECK(closest > 0.2);  // the bound is no idle one
    CHECK(relativeTravel(model, BodyIndex(2), 0.1, BodyIndex(2), 0.1, 0.0).norm() == 0.0);
}
