// Obligations: 1. the region is about all objects that the planning joints move, and about no other; 2. the distance is the height of
// the highest point, from above, and by no more than roundings; 3. what touches the plane is not below it.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <thread>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/planners/rrt/RRT.h>
#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/ompl/links_below_goal.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

std::shared_ptr<const CollisionGeometry> geometry(Shape shape, const Pose& X_BS)
{
    return std::make_shared<const CollisionGeometry>(std::vector<PlacedShape>{{std::move(shape), X_BS}}, "shape");
}

/// A bumpy closed surface of 2 x 12 x 24 triangles about the origin.
std::shared_ptr<const TriangleMesh> bumpyBall(std::mt19937_64& random)
{
    std::uniform_real_distribution<double> radius(0.2, 0.4);
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    constexpr int rings = 12, sides = 24;
    for (int i = 0; i <= rings; ++i)
        for (int j = 0; j < sides; ++j)
        {
            const double a = M_PI * i / rings, b = 2.0 * M_PI * j / sides;
            const double r = i == 0 || i == rings ? 0.3 : radius(random);
            vertices.push_back(r * Vec3(std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)));
        }
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < sides; ++j)
        {
            const int k = (j + 1) % sides;
            triangles.push_back({i * sides + j, (i + 1) * sides + j, (i + 1) * sides + k});
            triangles.push_back({i * sides + j, (i + 1) * sides + k, i * sides + k});
        }
    return std::make_shared<const TriangleMesh>(vertices, triangles, "bumpy");
}

/// An arm that swings about the y axis, one link of each shape.
Problem armOfShapes()
{
    std::mt19937_64 random(7);
    Pose tilted = at(0.3, 0.1, -0.05);
    tilted.R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const std::vector<Shape> shapes = {Box{Vec3(0.3, 0.1, 0.05)}, Cylinder{0.1, 0.3}, Capsule{0.05, 0.25}, Sphere{0.2},
                                       bumpyBall(random)};
    KinematicModel model;
    std::vector<CollisionObject> objects;
    BodyIndex parent = kWorld;
    for (std::size_t i = 0; i < shapes.size(); ++i)
    {
        const std::string name = "link" + std::to_string(i);
        const Vec3 axis = i % 2 == 0 ? Vec3::UnitY() : Vec3(1, 1, 0);
        parent = model.addBody(name, parent, at(i == 0 ? 0.0 : 0.6, 0, 0),
                               joint("joint" + std::to_string(i), JointType::Revolute, axis, {-3}, {3}), 0);
        objects.push_back({name, parent, ObjectKind::Link, geometry(shapes[i], tilted), {}, i == 0 ? "" : objects.back().name});
    }
    return problemOf(std::move(model), std::move(objects));
}

std::vector<BodyIndex> planningBodies(const Problem& problem)
{
    std::vector<BodyIndex> bodies;
    for (const PlanningJoint& planning : problem.joints)
        bodies.push_back(planning.body);
    return bodies;
}

/// The height of the highest point, leaf by leaf.
double heightOf(const Problem& problem, const Configuration& q)
{
    const Motion still(problem.scene->model(), q, q);
    double highest = -1e9;
    for (const CollisionObject& object : problem.scene->objects())
    {
        const Pose X = still.worldPose(object.body, 0.0);
        for (const Convex& leaf : object.geometry->leaves())
            highest = std::max(highest, leaf.placed(X.R, X.p).support(Vec3::UnitZ()));
    }
    return highest;
}

}  // namespace

TEST_CASE("The distance to the region is the height of the highest point, from above, to rounding")
{
    const Problem problem = armOfShapes();
    const ProblemSetup ready = makeProblemSetup(problem);
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    const double z = GENERATE(-1.0, 0.0, 0.3, 1.0);
    const LinksBelowGoal goal(si, ready.mapping, planningBodies(problem), z);
    REQUIRE(goal.objects().size() == 5);
    ob::ScopedState<> state(ready.mapping->space());
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> value(-3.0, 3.0);
    int above = 0, below = 0;
    for (int n = 0; n < 2000; ++n)
    {
        Configuration q(5);
        for (int i = 0; i < 5; ++i)
            q[i] = value(random);
        ready.mapping->toState(q, state.get());
        const double height = heightOf(problem, q) - z;
        CAPTURE(q.transpose(), height);
        double distance = -1.0;
        const bool satisfied = goal.isSatisfied(state.get(), &distance);
        REQUIRE(satisfied == goal.isSatisfied(state.get()));
        REQUIRE(satisfied == (distance == 0.0));
        REQUIRE(distance >= std::max(height, 0.0));
        REQUIRE(distance <= std::max(height, 0.0) + 1e-11);
        if (std::abs(height) > 1e-11)
            REQUIRE(satisfied == (height < 0.0));
        ++(satisfied ? below : above);
    }
    // At 5 heights of 2000 configurations each answer turns up.
    CHECK(above > 0);
    if (z >= 0.3)
        CHECK(below > 0);
}

TEST_CASE("What touches the plane is not below it, what is lower by more than rounding is")
{
    // Level rods of radius 0.02 m.
    const Problem problem = armAndPost(9, 9, 0.1);
    const ProblemSetup ready = makeProblemSetup(problem);
    ob::ScopedState<> state(ready.mapping->space());
    ready.mapping->toState(problem.start, state.get());
    const auto distanceAt = [&](double z) {
        return LinksBelowGoal(ready.setup->getSpaceInformation(), ready.mapping, planningBodies(problem), z)
            .distanceGoal(state.get());
    };
    CHECK(distanceAt(0.02) > 0.0);
    CHECK(distanceAt(0.02) < 1e-12);
    CHECK(distanceAt(0.02 + 1e-12) == 0.0);
    CHECK(distanceAt(0.0) == Approx(0.02));
}

TEST_CASE("The region is about what the planning joints move: mimics and attached parts too, nothing that stands still")
{
    KinematicModel model;
    const BodyIndex turret =
        model.addBody("turret", kWorld, Pose(), joint("turn", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    const BodyIndex arm =
        model.addBody("arm", turret, at(1, 0, 0), joint("lift", JointType::Revolute, Vec3::UnitY(), {-3}, {3}), 0);
    Joint follows = joint("follow", JointType::Revolute, Vec3::UnitY(), {-3}, {3});
    follows.mimic = Mimic{arm, -1.0, 0.0};
    const BodyIndex finger = model.addBody("finger", turret, at(0, 1, 0), follows, 0);
    std::vector<CollisionObject> objects = {{"turret", turret, ObjectKind::Link, ball(0.1), {}},
                                            {"arm", arm, ObjectKind::Link, ball(0.1), {}, "turret"},
                                            {"finger", finger, ObjectKind::Link, ball(0.1), {}, "turret"},
                                            {"part", arm, ObjectKind::Attached, ball(0.2), {"arm"}},
                                            {"post", kWorld, ObjectKind::Obstacle, post(Vec3(9, 9, 0), 0.1), {}}};
    Problem problem = problemOf(std::move(model), objects);
    const ProblemSetup ready = makeProblemSetup(problem);
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    const auto moved = [&](const std::vector<BodyIndex>& bodies) {
        std::vector<std::string> names;
        for (const ObjectIndex i : LinksBelowGoal(si, ready.mapping, bodies, 0.0).objects())
            names.push_back(problem.scene->object(i).name);
        return names;
    };
    CHECK(moved({turret, arm}) == std::vector<std::string>{"turret", "arm", "finger", "part"});
    CHECK(moved({arm}) == std::vector<std::string>{"arm", "finger", "part"});
    CHECK_THROWS_AS(LinksBelowGoal(si, ready.mapping, {}, 0.0), InputError);
    CHECK_THROWS_AS(LinksBelowGoal(si, ready.mapping, {arm}, std::nan("")), InputError);
    const ProblemSetup other = makeProblemSetup(problem);
    CHECK_THROWS_AS(LinksBelowGoal(si, other.mapping, {arm}, 0.0), InputError);
}

TEST_CASE("What is no state of the space is infinitely far from the region")
{
    const Problem problem = armAndPost(9, 9, 0.1);
    const ProblemSetup ready = makeProblemSetup(problem);
    const LinksBelowGoal goal(ready.setup->getSpaceInformation(), ready.mapping, planningBodies(problem), 5.0);
    ob::ScopedState<ob::RealVectorStateSpace> state(ready.mapping->space());
    state->values[0] = state->values[1] = 0.0;
    CHECK(goal.isSatisfied(state.get()));
    state->values[1] = std::nan("");
    CHECK_FALSE(goal.isSatisfied(state.get()));
    CHECK(std::isinf(goal.distanceGoal(state.get())));
}

TEST_CASE("Threads may ask the same goal at once")
{
    const Problem problem = armOfShapes();
    const ProblemSetup ready = makeProblemSetup(problem);
    const LinksBelowGoal goal(ready.setup->getSpaceInformation(), ready.mapping, planningBodies(problem), -0.5);
    std::vector<double> answers(4, -1.0);
    std::vector<std::thread> threads;
    for (double& answer : answers)
        threads.emplace_back([&] {
            ob::ScopedState<> state(ready.mapping->space());
            ready.mapping->toState(problem.start, state.get());
            for (int i = 0; i < 500; ++i)
                answer = goal.distanceGoal(state.get());
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(answers == std::vector<double>(4, answers[0]));
    CHECK(answers[0] > 0.0);
}

TEST_CASE("A problem with a region becomes a setup that a planner for regions solves")
{
    ompl::msg::noOutputHandler();
    Problem problem = armOfShapes();
    problem.has_start = true;
    problem.start << -1.0, 0.0, 0.5, 0.0, 0.3;
    problem.goal_region = LinksBelow{0.6};
    const ProblemSetup ready = makeProblemSetup(problem);
    REQUIRE(dynamic_cast<const LinksBelowGoal*>(ready.setup->getGoal().get()) != nullptr);
    CHECK(ready.setup->getGoal()->hasType(ob::GOAL_REGION));
    CHECK_FALSE(ready.setup->getGoal()->hasType(ob::GOAL_SAMPLEABLE_REGION));
    ready.setup->setPlanner(std::make_shared<ompl::geometric::RRT>(ready.setup->getSpaceInformation()));
    ready.setup->solve(20.0);
    REQUIRE(ready.setup->haveExactSolutionPath());
    const Configuration last = ready.mapping->toConfiguration(ready.setup->getSolutionPath().getStates().back());
    CHECK(heightOf(problem, last) < 0.6);
}
