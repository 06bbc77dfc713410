// Robots are equal only if nothing but their names tells them apart; then they share a roadmap, and its entries.
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

#include <gapless/core/error.h>

#include "multirobot/discs.h"
#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr RobotIndex kFirst(0), kSecond(1), kThird(2);

DiscWorld threeAlike()
{
    DiscWorld world{{{{-0.5, 0.0}, {0.5, 0.0}}, {{0.5, 0.0}, {-0.5, 0.0}}, {{0.0, 0.5}, {0.0, -0.5}}}};
    world.obstacles = {wall("wall", {0.0, 0.0}, {0.1, 0.1})};
    return world;
}

/// The world, with a model and objects that were changed.
Problem changed(const DiscWorld& world, const std::function<void(KinematicModel&, std::vector<CollisionObject>&)>& change)
{
    Problem problem = problemOf(world);
    KinematicModel model = problem.scene->model();
    std::vector<CollisionObject> objects = problem.scene->objects().list();
    change(model, objects);
    problem.scene =
        std::make_shared<const Scene>(std::move(model), std::move(objects), AllowedCollisionMatrix(), world.clearances);
    return problem;
}

/// The model with the joint of one body replaced.
KinematicModel withJoint(const KinematicModel& model, BodyIndex changed, const std::function<void(Body&)>& change)
{
    KinematicModel result;
    for (const BodyIndex i : model.bodies().indices())
    {
        if (i == kWorld)
            continue;
        Body body = model.body(i);
        if (i == changed)
            change(body);
        result.addBody(body.name, body.parent, body.X_PJ, body.joint, body.robot);
    }
    return result;
}

}  // namespace

TEST_CASE("Discs of one size are equal, wherever they start and whatever they are called")
{
    const RobotGroup group(problemOf(threeAlike()));
    for (const RobotIndex a : group.robots())
    {
        CHECK(group.firstEqual(a) == kFirst);
        for (const RobotIndex b : group.robots())
            CHECK(group.areEqual(a, b));
    }
}

TEST_CASE("One bit of a shape, a limit, a frame, or a clearance makes another robot, and the others stay equal")
{
    const auto requireThirdDiffers = [](const Problem& problem) {
        const RobotGroup group(problem);
        CHECK(group.areEqual(kFirst, kSecond));
        CHECK_FALSE(group.areEqual(kFirst, kThird));
        CHECK_FALSE(group.areEqual(kSecond, kThird));
        CHECK(group.firstEqual(kThird) == kThird);
    };
    const BodyIndex carriage(5), body(6);  // of the third
    SECTION("a radius")
    {
        DiscWorld world = threeAlike();
        world.discs[2].radius = std::nextafter(world.discs[2].radius, 1.0);
        requireThirdDiffers(problemOf(world));
    }
    SECTION("a limit")
    {
        requireThirdDiffers(changed(threeAlike(), [&](KinematicModel& model, auto&) {
            model = withJoint(model, body, [](Body& b) { b.joint.upper[0] = std::nextafter(b.joint.upper[0], 2.0); });
        }));
    }
    SECTION("where its base is")
    {
        requireThirdDiffers(changed(threeAlike(), [&](KinematicModel& model, auto&) {
            model = withJoint(model, carriage, [](Body& b) { b.X_PJ.p.x() = 1e-300; });
        }));
    }
    SECTION("where its shape is")
    {
        requireThirdDiffers(changed(threeAlike(), [&](KinematicModel&, std::vector<CollisionObject>& objects) {
            objects[2].geometry = geometryOf(Sphere{0.1}, at(1e-300, 0.0, 0.0));
        }));
    }
    SECTION("a clearance to what stands still")
    {
        DiscWorld world = threeAlike();
        world.clearances.pairs = {{"disc_3", "wall", 1e-300}};
        requireThirdDiffers(problemOf(world));
    }
    SECTION("a clearance to the first one is one to the second one, too, or these two differ")
    {
        DiscWorld world = threeAlike();
        world.clearances.pairs = {{"disc_3", "disc_1", 1e-300}, {"disc_3", "disc_2", 1e-300}};
        requireThirdDiffers(problemOf(world));
        world.clearances.pairs = {{"disc_3", "disc_1", 1e-300}};
        const RobotGroup group(problemOf(world));
        CHECK_FALSE(group.areEqual(kFirst, kSecond));
        CHECK(group.areEqual(kFirst, kThird));
    }
    SECTION("a pair that is not checked")
    {
        Problem problem = problemOf(threeAlike());
        AllowedCollisionMatrix allowed;
        allowed.allow("disc_3", "wall");
        problem.scene = std::make_shared<const Scene>(problem.scene->model(), problem.scene->objects().list(), allowed);
        requireThirdDiffers(problem);
    }
}

TEST_CASE("What is attached to a robot makes it another one, and so does a joint that holds still elsewhere")
{
    Problem problem = changed(threeAlike(), [&](KinematicModel& model, std::vector<CollisionObject>& objects) {
        for (int robot = 0; robot < 3; ++robot)
        {
            Joint finger;
            finger.name = "disc_" + std::to_string(robot + 1) + "/finger";
            finger.type = JointType::Prismatic;
            finger.lower = {0.0};
            finger.upper = {0.1};
            const BodyIndex body =
                model.addBody("finger " + std::to_string(robot), BodyIndex(2 + 2 * robot), Pose(), finger, robot);
            objects.push_back({"tip " + std::to_string(robot), body, ObjectKind::Link, geometryOf(Sphere{0.01}), {}});
        }
    });
    problem.start.conservativeResize(9);
    problem.start.tail<3>().setConstant(0.05);
    problem.goal->conservativeResize(9);
    problem.goal->tail<3>().setConstant(0.05);
    CHECK(RobotGroup(problem).areEqual(kFirst, kSecond));
    CHECK(RobotGroup(problem).areEqual(kFirst, kThird));
    problem.start[8] = 0.06;
    CHECK(RobotGroup(problem).areEqual(kFirst, kSecond));
    CHECK_FALSE(RobotGroup(problem).areEqual(kFirst, kThird));
}

TEST_CASE("Cars are equal by their steering and where their frames are")
{
    const PlacedShape shape{Box{Vec3(0.5, 0.25, 0.2)}, at(0.3, 0.0, 0.0)};
    CHECK(RobotGroup(twoCars({Steering::Type::ReedsShepp, 1.0}, shape, {6.0, 4.0})).areEqual(kFirst, kSecond));
    CHECK_FALSE(RobotGroup(twoCars({Steering::Type::ReedsShepp, 1.0}, shape, {6.0, 4.0}, 0.5)).areEqual(kFirst, kSecond));
    Problem other = twoCars({Steering::Type::ReedsShepp, 1.0}, shape, {6.0, 4.0});
    other.joints[1].steering->radius = 1.5;
    CHECK_FALSE(RobotGroup(other).areEqual(kFirst, kSecond));
    other.joints[1].steering = Steering{Steering::Type::Dubins, 1.0};
    CHECK_FALSE(RobotGroup(other).areEqual(kFirst, kSecond));
}

TEST_CASE("Entries of robots that share a roadmap are those of each two of them, whoever stands and whoever moves")
{
    Random random(13);
    DiscWorld world = threeAlike();
    world.discs.push_back({{0.5, 0.5}, {-0.5, -0.5}, 0.2});
    DiscGroup shared(problemOf(world), true), apart(problemOf(world), false);
    CHECK(shared.roadmaps[kFirst] == shared.roadmaps[kThird]);
    CHECK(shared.roadmaps[kFirst] != shared.roadmaps[RobotIndex(3)]);
    CHECK(apart.roadmaps[kFirst] != apart.roadmaps[kThird]);
    CHECK(distinctRoadmaps(shared.roadmaps).size() == 2);
    for (int i = 0; i < 20; ++i)
    {
        const Configuration q = configuration({random.uniform(-1, 1), random.uniform(-1, 1)});
        for (const RobotIndex robot : {kFirst, RobotIndex(3)})
            shared.roadmaps[robot]->add(q, 3, ompl::base::plannerNonTerminatingCondition());
        for (const RobotIndex robot : apart.group.robots())
            apart.roadmaps[robot]->add(q, 3, ompl::base::plannerNonTerminatingCondition());
    }
    std::size_t blocked = 0;
    for (const RobotIndex a : shared.group.robots())
        for (const RobotIndex b : shared.group.robots())
        {
            if (a == b)
                continue;
            REQUIRE(shared.roadmaps[b]->edgeCount() == apart.roadmaps[b]->edgeCount());
            for (RobotRoadmap::Node node = 0; node < shared.roadmaps[a]->size(); ++node)
            {
                for (RobotRoadmap::Edge edge = 0; edge < shared.roadmaps[b]->edgeCount(); ++edge)
                {
                    CHECK(shared.table->blocks(a, node, b, edge) == apart.table->blocks(a, node, b, edge));
                    blocked += apart.table->blocks(a, node, b, edge) ? 1 : 0;
                }
                for (RobotRoadmap::Node other = 0; other < shared.roadmaps[b]->size(); ++other)
                    CHECK(shared.table->meet(a, node, b, other) == apart.table->meet(a, node, b, other));
            }
        }
    CHECK(blocked > 100);
    CHECK(shared.table->computedCount() < apart.table->computedCount() / 2);
    CHECK(shared.table->entryCount() < apart.table->entryCount() / 2);
}

TEST_CASE("Robots that are not equal cannot share a roadmap")
{
    DiscWorld world = threeAlike();
    world.discs[2].radius = 0.2;
    DiscGroup discs(world);
    RobotRoadmaps wrong = discs.roadmaps;
    wrong[kThird] = wrong[kSecond];
    CHECK_THROWS_WITH(InterferenceTable(discs.group, wrong, kTolerance),
                      Catch::Contains("robots 'disc_2' and 'disc_3' are not equal, and cannot share a roadmap"));
}
