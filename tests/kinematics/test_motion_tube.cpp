// Motion and MotionBound with a tube: no configuration of it brings a point farther from the straight motion than they say.
#include <catch2/catch.hpp>

#include "kinematics/random_chain.h"
#include "support/random_tube.h"

#include <gapless/core/error.h>
#include <gapless/kinematics/motion_bound.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// A bound of the tube, as seen from a body, of an object of a motion that begins with a configuration of it.
using TubeBound = double (*)(const Motion&, const CollisionObject&, BodyIndex, PoseCache&, int);

double plain(const Motion& motion, const CollisionObject& object, BodyIndex F, PoseCache&, int)
{
    MotionBound bound;
    bound.reset(motion, object.body, *object.geometry);
    return bound.tube(F);
}

double folded(const Motion& motion, const CollisionObject& object, BodyIndex F, PoseCache& poses, int middle)
{
    MotionBound bound;
    bound.reset(motion, object.body, *object.geometry, poses, middle);
    return bound.tube(F);
}

/// @return of how many points the bound says too little
int timesTooSmall(TubeBound bound, int trees)
{
    Random random(81);
    int found = 0;
    for (int i = 0; i < trees; ++i)
    {
        const SceneBuilder builder = randomTree(random, 0.0);
        const KinematicModel& model = builder.model;
        const Configuration q0 = randomConfiguration(model, random, 1.0);
        const Configuration q1 =
            withTurnsOf(model, q0, q0 + (random.chance(0.5) ? 1.0 : 0.01) * (randomConfiguration(model, random, 1.0) - q0));
        const Configuration deviation = randomDeviation(model, random, 0.3, 1e-6, 1.0);
        MotionTube tube = deviation;
        tube.turns = randomTurns(model, random, 0.5);
        Motion motion;
        motion.resetTube(model, q0, q1, tube);
        PoseCache cache;
        cache.reset(motion);
        const int middle = cache.addInstant(0.5);
        for (int sample = 0; sample < 6; ++sample)
        {
            const double t = sample < 2 ? sample : random.unit();
            const Configuration q = literalConfiguration(q0, q1, tube.turns, t);
            Motion off;  // stands still, in the tube
            const Configuration other = randomInTube(model, random, q, deviation);
            off.resetTube(model, other, other, deviation);
            for (const CollisionObject& object : builder.objects)
                for (BodyIndex F = object.body; F != kWorld;)
                {
                    F = model.body(F).parent;
                    const auto seen = [&](const Motion& m, const Vec3& p) {
                        const Pose X_WF = m.worldPose(F, t);
                        return Vec3(X_WF.R.transpose() * (m.worldPose(object.body, t) * p - X_WF.p));
                    };
                    const Vec3 p = object.geometry->centre() + object.geometry->radius() * random.direction();
                    const double slack = 1e-9;
                    // The centre's ball may reach beyond what it holds: a point of it that is as far out as the object.
                    const double reach = object.geometry->reach();
                    const Vec3 point = p.norm() > reach ? Vec3(p * (reach / p.norm())) : p;
                    const bool is_in_ball = (point - object.geometry->centre()).norm() <= object.geometry->radius();
                    if (is_in_ball)
                        found +=
                            (seen(off, point) - seen(motion, point)).norm() > bound(motion, object, F, cache, middle) + slack;
                }
        }
    }
    return found;
}

}  // namespace

TEST_CASE("Nothing in a tube is farther from the straight motion than its bound, seen from every ancestor")
{
    CHECK(timesTooSmall(plain, 400) == 0);
    CHECK(timesTooSmall(folded, 400) == 0);
}

TEST_CASE("Bounds of tubes that are told wrongly are found")
{
    // Levers of the pose at t = 1/2; the object's own joint alone; nothing for shifts.
    CHECK(timesTooSmall(
              [](const Motion& motion, const CollisionObject& object, BodyIndex F, PoseCache& poses, int middle) {
                  double sum = 0.0;
                  const Vec3 centre = poses.pose(middle, object.body) * object.geometry->centre();
                  for (BodyIndex i = object.body; i != F; i = motion.model().body(i).parent)
                  {
                      const Pose& X = poses.pose(middle, i);
                      const double lever = (centre - X.p).cross(X.R * motion.joint(i).axis).norm() + object.geometry->radius();
                      sum += motion.deviation(i).turn * lever + motion.deviation(i).shift;
                  }
                  return sum;
              },
              400)
          > 0);
    CHECK(timesTooSmall(
              [](const Motion& motion, const CollisionObject& object, BodyIndex, PoseCache&, int) {
                  MotionBound bound;
                  bound.reset(motion, object.body, *object.geometry);
                  return bound.tube(motion.model().body(object.body).parent);
              },
              400)
          > 0);
}

TEST_CASE("A floating joint deviates about any axis, and a lever holds all along the motion")
{
    SceneBuilder builder;
    const BodyIndex base = builder.joint(kWorld, {}, JointType::Floating);
    builder.link("above", builder.joint(base, at(0, 0, 1), JointType::Revolute), Sphere{0.01});
    Configuration q = Configuration::Zero(8), deviation = Configuration::Zero(8);
    q[6] = 1.0;
    deviation[3] = 0.3;
    Motion motion;
    motion.resetTube(builder.model, q, q, deviation);
    PoseCache cache;
    cache.reset(motion);
    const int middle = cache.addInstant(0.5);
    // About an axis across the way there.
    for (const TubeBound bound : {plain, folded})
        CHECK(bound(motion, builder.objects[0], kWorld, cache, middle) >= 2.0 * std::sin(0.15));
    // An arm that is folded at first, and stretched at last.
    SceneBuilder arm;
    const BodyIndex upper = arm.joint(kWorld, {}, JointType::Revolute);
    arm.link("hand", arm.joint(upper, at(1, 0, 0), JointType::Revolute), Sphere{0.01}, at(1, 0, 0));
    motion.resetTube(arm.model, configuration({0, M_PI}), configuration({0, 0}), configuration({0.1, 0}));
    cache.reset(motion);
    const int half = cache.addInstant(0.5);
    for (const TubeBound bound : {plain, folded})
        CHECK(bound(motion, arm.objects[0], kWorld, cache, half) >= 2.0 * 2.0 * std::sin(0.05));
}

TEST_CASE("A tube's motion is literal, and one without a tube is not afterwards")
{
    SceneBuilder builder;
    const BodyIndex turntable = builder.joint(kWorld, {}, JointType::Continuous);
    const Configuration q0 = configuration({0.0}), q1 = configuration({10.0}), deviation = configuration({0.25});
    Motion motion;
    motion.resetTube(builder.model, q0, q1, deviation);
    CHECK(motion.hasTube());
    CHECK(motion.joint(turntable).angle_rate == 10.0);
    CHECK(motion.deviation(turntable).turn >= 0.25);
    CHECK(motion.deviation(turntable).turn <= 0.2500001);
    CHECK_FALSE(motion.halfTurn());
    motion.reset(builder.model, q0, q1);
    CHECK_FALSE(motion.hasTube());
    CHECK(motion.deviation(turntable).turn == 0.0);
    CHECK(std::abs(motion.joint(turntable).angle_rate) < 3.15);
}

TEST_CASE("Deviations that are none are refused")
{
    SceneBuilder builder;
    builder.joint(kWorld, {}, JointType::Revolute);
    builder.joint(kWorld, {}, JointType::Floating);
    Configuration deviation = Configuration::Zero(8);
    CHECK_NOTHROW(validateTube(builder.model, deviation));
    CHECK_THROWS_AS(validateTube(builder.model, Configuration(Configuration::Zero(7))), InputError);
    for (const double bad : {-1e-9, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    {
        deviation[0] = bad;
        CHECK_THROWS_AS(validateTube(builder.model, deviation), InputError);
    }
    deviation[0] = 0.0;
    deviation[5] = 0.1;
    CHECK_THROWS_AS(validateTube(builder.model, deviation), InputError);
}
