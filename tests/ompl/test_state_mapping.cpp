#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/DiscreteStateSpace.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <ompl/base/spaces/TimeStateSpace.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/state_mapping.h>
#include <gapless/ompl/state_space_factory.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

/// Largest difference of the poses of any body: Motion at t against the state that OMPL interpolates.
double poseDifference(const StateMapping& mapping, const ob::State* s1, const ob::State* s2, double t)
{
    const KinematicModel& model = mapping.scene()->model();
    ob::ScopedState<> at(mapping.space());
    mapping.space()->interpolate(s1, s2, t, at.get());
    const Configuration q = mapping.toConfiguration(at.get());
    const Motion still(model, q, q);
    const Motion motion(model, mapping.toConfiguration(s1), mapping.toConfiguration(s2));
    double largest = 0.0;
    for (const BodyIndex body : model.bodies().indices())
    {
        const Pose a = still.worldPose(body, 0.0), b = motion.worldPose(body, t);
        largest = std::max({largest, (a.R - b.R).cwiseAbs().maxCoeff(), (a.p - b.p).cwiseAbs().maxCoeff()});
    }
    return largest;
}

void requireSameCurve(const StateMapping& mapping)
{
    ompl::RNG rng(7);
    const ob::StateSamplerPtr sampler = mapping.space()->allocStateSampler();
    ob::ScopedState<> s1(mapping.space()), s2(mapping.space());
    for (int i = 0; i < 500; ++i)
    {
        sampler->sampleUniform(s1.get());
        sampler->sampleUniform(s2.get());
        const double t = rng.uniform01();
        CAPTURE(i, t);
        REQUIRE(poseDifference(mapping, s1.get(), s2.get(), t) < 1e-10);
    }
}

Problem single(const Joint& the_joint)
{
    KinematicModel model;
    const BodyIndex body = model.addBody("body", kWorld, at(0.3, 0.2, 0.1), the_joint, 0);
    return problemOf(std::move(model), {{"body", body, ObjectKind::Link, ball(0.1), {}}});
}

Joint freeJoint()
{
    return joint("free", JointType::Floating, Vec3::UnitZ());
}

ob::RealVectorBounds cube(unsigned int dimensions, double half)
{
    ob::RealVectorBounds bounds(dimensions);
    bounds.setLow(-half);
    bounds.setHigh(half);
    return bounds;
}

/// A user's class whose curve nobody but its author knows.
class CurvedSpace : public ob::RealVectorStateSpace
{
public:
    using ob::RealVectorStateSpace::RealVectorStateSpace;
};

class CurvedCompound : public ob::CompoundStateSpace
{};

}  // namespace

TEST_CASE("Motions are the curves that OMPL's spaces interpolate, for each kind of space")
{
    SECTION("R^n")
    {
        requireSameCurve(StateMapping(makeStateSpace(armAndPost(5, 5, 0.1)), armAndPost(5, 5, 0.1)));
    }
    SECTION("SO(2)")
    {
        const Problem problem = single(joint("wheel", JointType::Continuous, Vec3(1, 1, 0)));
        requireSameCurve(StateMapping(makeStateSpace(problem), problem));
    }
    SECTION("SE(2)")
    {
        const Problem problem = single(joint("plane", JointType::Planar, Vec3(1, 2, 3)));
        requireSameCurve(StateMapping(makeStateSpace(problem), problem));
    }
    SECTION("SE(3)")
    {
        const Problem problem = single(freeJoint());
        requireSameCurve(StateMapping(makeStateSpace(problem), problem));
    }
    SECTION("SO(3) alone, on a floating joint whose translation holds still")
    {
        Problem problem = single(freeJoint());
        problem.start[0] = 0.7;
        const StateMapping mapping(std::make_shared<ob::SO3StateSpace>(), problem);
        requireSameCurve(mapping);
        ob::ScopedState<ob::SO3StateSpace> state(mapping.space());
        state->setIdentity();
        CHECK(mapping.toConfiguration(state.get())[0] == 0.7);
    }
    SECTION("a compound of all")
    {
        const Problem problem = oneOfEach();
        requireSameCurve(StateMapping(makeStateSpace(problem), problem));
    }
    SECTION("a nested compound")
    {
        const Problem problem = oneOfEach();
        const auto turn = std::make_shared<ob::RealVectorStateSpace>(1);
        turn->setBounds(cube(1, 3.0));
        const auto slide = std::make_shared<ob::RealVectorStateSpace>(1);
        slide->setBounds(cube(1, 1.0));
        const auto plane = std::make_shared<ob::SE2StateSpace>();
        plane->setBounds(cube(2, 1.0));
        const auto free_translation = std::make_shared<ob::RealVectorStateSpace>(3);
        free_translation->setBounds(cube(3, 1.0));
        using Parts = std::vector<ob::StateSpacePtr>;
        const auto arm = std::make_shared<ob::CompoundStateSpace>(Parts{turn, std::make_shared<ob::SO2StateSpace>(), slide},
                                                                  std::vector<double>{1, 1, 1});
        const auto free = std::make_shared<ob::CompoundStateSpace>(Parts{free_translation, std::make_shared<ob::SO3StateSpace>()},
                                                                   std::vector<double>{1, 1});
        requireSameCurve(StateMapping(
            std::make_shared<ob::CompoundStateSpace>(Parts{arm, plane, free}, std::vector<double>{1, 1, 1}), problem));
    }
}

TEST_CASE("Rotations by half a turn and by next to nothing are interpolated as OMPL does")
{
    const Problem problem = single(freeJoint());
    const StateMapping mapping(makeStateSpace(problem), problem);
    ob::ScopedState<ob::SE3StateSpace> s1(mapping.space()), s2(mapping.space());
    for (auto* state : {&s1, &s2})
    {
        (*state)->setXYZ(0, 0, 0);
        (*state)->rotation().setIdentity();
    }
    SECTION("half turns, either sign of the quaternion")
    {
        for (double sign : {1.0, -1.0})
            for (int axis = 0; axis < 3; ++axis)
            {
                auto& r = s2->rotation();
                r.x = axis == 0 ? sign : 0.0;
                r.y = axis == 1 ? sign : 0.0;
                r.z = axis == 2 ? sign : 0.0;
                r.w = 0.0;
                for (double t : {0.0, 0.25, 0.5, 1.0})
                    CHECK(poseDifference(mapping, s1.get(), s2.get(), t) < 1e-12);
            }
    }
    SECTION("OMPL stays at the first of two nearly equal rotations; the motion goes on to the second, at most 9e-5 rad away")
    {
        s2->rotation().setAxisAngle(0, 0, 1, 6e-5);
        const double difference = poseDifference(mapping, s1.get(), s2.get(), 1.0);
        CHECK(difference <= 9e-5);
        const Motion motion(problem.scene->model(), mapping.toConfiguration(s1.get()), mapping.toConfiguration(s2.get()));
        const Configuration end = mapping.toConfiguration(s2.get());
        const Motion at_end(problem.scene->model(), end, end);
        const BodyIndex body = problem.joints[0].body;
        CHECK((motion.worldPose(body, 1.0).R - at_end.worldPose(body, 0.0).R).cwiseAbs().maxCoeff() < 1e-14);
    }
}

TEST_CASE("A state survives the way to a configuration and back")
{
    const Problem problem = oneOfEach();
    const StateMapping mapping(makeStateSpace(problem), problem);
    const ob::StateSamplerPtr sampler = mapping.space()->allocStateSampler();
    ob::ScopedState<> state(mapping.space()), back(mapping.space());
    for (int i = 0; i < 100; ++i)
    {
        sampler->sampleUniform(state.get());
        mapping.toState(mapping.toConfiguration(state.get()), back.get());
        REQUIRE(mapping.space()->distance(state.get(), back.get()) < 1e-7);
        REQUIRE(mapping.space()->satisfiesBounds(back.get()));
    }
}

TEST_CASE("Continuous angles are wrapped and quaternions normalised on the way to a state")
{
    const Problem problem = oneOfEach();
    const StateMapping mapping(makeStateSpace(problem), problem);
    ob::ScopedState<> state(mapping.space());
    Configuration q = problem.start;
    const PlanningJoint& wheel = problem.joints[1];
    const PlanningJoint& free = problem.joints[4];
    q[wheel.variable] = 4.0;
    q[free.variable + 6] = 1.0 + 5e-7;
    mapping.toState(q, state.get());
    CHECK(mapping.space()->satisfiesBounds(state.get()));
    CHECK(mapping.toConfiguration(state.get())[wheel.variable] == Approx(4.0 - 2.0 * std::acos(-1.0)));
}

TEST_CASE("Joints that do not plan stay where the rest configuration has them")
{
    const Problem problem = oneOfEach();
    Configuration rest = problem.start;
    rest[problem.joints[2].variable] = 1.5;
    const StateMapping mapping(std::make_shared<ob::SO2StateSpace>(), problem.scene, {problem.joints[1].body}, rest);
    ob::ScopedState<ob::SO2StateSpace> state(mapping.space());
    state->value = 0.25;
    const Configuration q = mapping.toConfiguration(state.get());
    CHECK(q[problem.joints[1].variable] == 0.25);
    CHECK(q[problem.joints[2].variable] == 1.5);
}

TEST_CASE("A space whose curves are not known is refused, and the error names it")
{
    const Problem planar = single(joint("plane", JointType::Planar, Vec3::UnitZ()));
    const Problem arm = armAndPost(5, 5, 0.1);
    const auto requireRefused = [](const ob::StateSpacePtr& space, const Problem& problem) {
        space->setName("odd one");
        CHECK_THROWS_AS(StateMapping(space, problem), InputError);
        CHECK_THROWS_WITH(StateMapping(space, problem), Catch::Contains("odd one"));
    };
    SECTION("time")
    {
        requireRefused(std::make_shared<ob::TimeStateSpace>(), arm);
    }
    SECTION("discrete")
    {
        requireRefused(std::make_shared<ob::DiscreteStateSpace>(0, 5), arm);
    }
    SECTION("a user's class")
    {
        requireRefused(std::make_shared<CurvedSpace>(2), arm);
    }
    SECTION("a user's compound")
    {
        requireRefused(std::make_shared<CurvedCompound>(), arm);
    }
    SECTION("one deep inside a compound")
    {
        const auto odd = std::make_shared<CurvedSpace>(2);
        odd->setName("odd one");
        const auto inner = std::make_shared<ob::CompoundStateSpace>();
        inner->addSubspace(odd, 1.0);
        const auto outer = std::make_shared<ob::CompoundStateSpace>();
        outer->addSubspace(inner, 1.0);
        CHECK_THROWS_WITH(StateMapping(outer, arm), Catch::Contains("odd one"));
    }
}

TEST_CASE("A space whose parts do not fit the joints is refused, and the error names the joint")
{
    const Problem wheel = single(joint("wheel", JointType::Continuous, Vec3::UnitZ()));
    const Problem turn = single(joint("turn", JointType::Revolute, Vec3::UnitZ(), {-1}, {1}));
    CHECK_THROWS_WITH(StateMapping(std::make_shared<ob::RealVectorStateSpace>(1), wheel), Catch::Contains("wheel"));
    CHECK_THROWS_WITH(StateMapping(std::make_shared<ob::SO2StateSpace>(), turn), Catch::Contains("turn"));
    CHECK_THROWS_WITH(StateMapping(std::make_shared<ob::RealVectorStateSpace>(1), armAndPost(5, 5, 0.1)),
                      Catch::Contains("elbow"));
    CHECK_THROWS_WITH(StateMapping(std::make_shared<ob::RealVectorStateSpace>(3), armAndPost(5, 5, 0.1)),
                      Catch::Contains("more dimensions"));
    CHECK_THROWS_AS(StateMapping(std::make_shared<ob::SE2StateSpace>(), single(freeJoint())), InputError);
}

TEST_CASE("A state that is none is an error, never a configuration")
{
    const Problem problem = oneOfEach();
    const StateMapping mapping(makeStateSpace(problem), problem);
    ob::ScopedState<> state(mapping.space());
    mapping.toState(problem.start, state.get());
    mapping.space()->setup();
    auto* parts = state->as<ob::CompoundState>();
    REQUIRE_NOTHROW(mapping.toConfiguration(state.get()));
    SECTION("NaN")
    {
        parts->as<ob::RealVectorStateSpace::StateType>(0)->values[0] = std::numeric_limits<double>::quiet_NaN();
    }
    SECTION("an angle outside [-pi, pi]")
    {
        parts->as<ob::SO2StateSpace::StateType>(1)->value = 3.2;
    }
    SECTION("a quaternion that is not of unit length")
    {
        parts->as<ob::SE3StateSpace::StateType>(4)->rotation().w = 0.5;
    }
    CHECK_THROWS_AS(mapping.toConfiguration(state.get()), InputError);
}

TEST_CASE("A joint that is to plan twice is refused by name")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    const BodyIndex shoulder = problem.joints[0].body, elbow = problem.joints[1].body;
    const auto space = std::make_shared<ob::RealVectorStateSpace>(3);
    space->setBounds(-3, 3);
    const StateMapping::FlatStates layout{{0, 1, 2}};
    for (const std::vector<BodyIndex>& bodies : {std::vector<BodyIndex>{shoulder, elbow, shoulder}, {elbow, shoulder, shoulder}})
    {
        CHECK_THROWS_WITH(StateMapping(space, problem.scene, bodies, problem.start),
                          Catch::Matchers::Contains("'shoulder' is there twice"));
        CHECK_THROWS_WITH(StateMapping(space, problem.scene, bodies, problem.start, layout),
                          Catch::Matchers::Contains("'shoulder' is there twice"));
    }
}
