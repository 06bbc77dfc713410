// KinematicModel: what its id promises, the rotations that it takes, its limits, and the configurations that it refuses.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kinematics/random_chain.h"

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>
#include <gapless/kinematics/motion.h>
#include <gapless/kinematics/pose_cache.h>

using namespace gapless;
using namespace gapless::test;

namespace {

Joint jointOf(JointType type, const Vec3& axis = Vec3::UnitZ())
{
    Joint joint;
    joint.name = "j";
    joint.type = type;
    joint.axis = axis;
    return joint;
}

/// Three bodies, one variable: which of them moves, and about what, differs from kind to kind; the counts do not.
KinematicModel threeBodies(int kind)
{
    KinematicModel model;
    const int moving = kind % 3;
    const Vec3 axis = kind < 3 ? Vec3::UnitZ() : Vec3::UnitX();
    BodyIndex parent = kWorld;
    for (int i = 0; i < 3; ++i)
        parent = model.addBody("b" + std::to_string(i), i == 2 && kind >= 3 ? kWorld : parent, at(1.0 + 1e3 * kind, 0.5, i),
                               jointOf(i == moving ? JointType::Revolute : JointType::Fixed, axis), 0);
    return model;
}

/// A motion and a cache that were used before give what fresh ones give, bit for bit.
void checkAsFresh(Motion& motion, PoseCache& cache, const KinematicModel& model, const Configuration& q0, const Configuration& q1)
{
    motion.reset(model, q0, q1);
    cache.reset(motion);
    const Motion fresh(model, q0, q1);
    PoseCache fresh_cache;
    fresh_cache.reset(fresh);
    for (double t : {0.0, 0.375, 1.0})
    {
        const int instant = cache.addInstant(t), fresh_instant = fresh_cache.addInstant(t);
        for (const BodyIndex body : model.bodies().indices())
        {
            CAPTURE(body.value(), t);
            CHECK(&motion.model() == &model);
            CHECK(motion.worldPose(body, t).R == fresh.worldPose(body, t).R);
            CHECK(motion.worldPose(body, t).p == fresh.worldPose(body, t).p);
            CHECK(motion.rotationError(body) == fresh.rotationError(body));
            CHECK(motion.positionError(body) == fresh.positionError(body));
            CHECK(cache.pose(instant, body).R == fresh_cache.pose(fresh_instant, body).R);
            CHECK(cache.pose(instant, body).p == fresh_cache.pose(fresh_instant, body).p);
            CHECK(cache.pose(instant, body).p == fresh.worldPose(body, t).p);
        }
    }
}

}  // namespace

// 1. The id is never 0.  2. A copy, made or assigned, keeps it.  3. addBody gives a new one, to that model alone.
// 4. Models made apart differ, even if they have the same bodies.
TEST_CASE("Two models have the same id only where one is a copy of the other")
{
    KinematicModel a, b;
    CHECK(a.id() != 0);
    CHECK(a.id() != b.id());
    const KinematicModel copy = a;
    CHECK(copy.id() == a.id());
    const std::uint64_t before = a.id();
    a.addBody("x", kWorld, {}, jointOf(JointType::Revolute));
    b.addBody("x", kWorld, {}, jointOf(JointType::Revolute));
    CHECK(a.id() != before);
    CHECK(copy.id() == before);
    CHECK(a.id() != b.id());
    b = a;
    CHECK(b.id() == a.id());
    const std::uint64_t shared = a.id();
    b.addBody("y", kWorld, {}, jointOf(JointType::Fixed));
    a.addBody("y", kWorld, {}, jointOf(JointType::Prismatic));
    CHECK(a.id() != b.id());
    CHECK(a.id() != shared);
    CHECK(b.id() != shared);
}

TEST_CASE("A body that is refused leaves the model and its id as they were")
{
    KinematicModel model;
    const std::uint64_t before = model.id();
    CHECK_THROWS_AS(model.addBody("x", BodyIndex(7), {}, jointOf(JointType::Revolute)), InputError);
    CHECK_THROWS_AS(model.addBody("x", kWorld, {}, jointOf(JointType::Revolute, Vec3::Zero())), InputError);
    CHECK(model.id() == before);
    CHECK(model.bodies().size() == 1);
}

TEST_CASE("The limits by variable are those of revolute and prismatic joints, whatever comes before them")
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    KinematicModel model;
    CHECK(model.lowerLimits().size() == 0);
    const auto add = [&](JointType type, std::vector<double> lower, std::vector<double> upper) {
        Joint joint = jointOf(type);
        joint.name = "j" + std::to_string(model.bodies().size());
        joint.lower = std::move(lower);
        joint.upper = std::move(upper);
        return model.addBody(joint.name, kWorld, {}, joint);
    };
    add(JointType::Floating, {-1, -1, -1}, {1, 1, 1});
    add(JointType::Fixed, {}, {});
    const BodyIndex master = add(JointType::Revolute, {-2}, {3});
    Joint mimic = jointOf(JointType::Prismatic);
    mimic.name = "follows";
    mimic.lower = {-5};
    mimic.upper = {5};
    mimic.mimic = Mimic{master, 1.0, 0.0};
    model.addBody("follows", kWorld, {}, mimic);
    add(JointType::Planar, {-1, -1}, {1, 1});
    add(JointType::Continuous, {-1}, {1});
    add(JointType::Prismatic, {0}, {0.5});
    add(JointType::Revolute, {}, {});
    std::vector<double> lower(14, -kInfinity), upper(14, kInfinity);
    lower[7] = -2;
    upper[7] = 3;
    lower[12] = 0;
    upper[12] = 0.5;
    REQUIRE(model.configurationSize() == 14);
    CHECK(std::vector<double>(model.lowerLimits().begin(), model.lowerLimits().end()) == lower);
    CHECK(std::vector<double>(model.upperLimits().begin(), model.upperLimits().end()) == upper);
}

TEST_CASE("A configuration with a number that is none is refused, and so is a quaternion that is not of unit length")
{
    for (const bool floats : {false, true})
    {
        KinematicModel model;
        model.addBody("arm", kWorld, {}, jointOf(JointType::Revolute));
        if (floats)
            model.addBody("free", kWorld, {}, jointOf(JointType::Floating));
        const Configuration q = model.defaultConfiguration();
        CHECK_NOTHROW(model.validate(q));
        for (Eigen::Index k = 0; k < q.size(); ++k)
            for (const double none : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
            {
                Configuration bad = q;
                bad[k] = none;
                CHECK_THROWS_AS(model.validate(bad), InputError);
            }
        CHECK_THROWS_AS(model.validate(Configuration(q.head(q.size() - 1))), InputError);
        if (floats)
        {
            Configuration bad = q;
            bad[7] = 1.001;
            CHECK_THROWS_AS(model.validate(bad), InputError);
        }
    }
}

TEST_CASE("An instant that is asked for by its time is added once")
{
    const KinematicModel model = threeBodies(0);
    const Motion motion(model, configuration({0.25}), configuration({1.5}));
    PoseCache cache;
    cache.reset(motion);
    const int first = cache.addInstant(0.0), middle = cache.instantAt(0.5);
    CHECK(cache.time(middle) == 0.5);
    CHECK(cache.instantAt(0.5) == middle);
    CHECK(cache.instantAt(0.0) == first);
    CHECK(cache.instantAt(1.0) == 2);
    CHECK(cache.instantCount() == 3);
}

TEST_CASE("Motion and PoseCache take another model at the same address for another model")
{
    const Configuration q0 = configuration({0.25}), q1 = configuration({1.5});
    SECTION("made in place")
    {
        std::optional<KinematicModel> model;
        Motion motion;
        PoseCache cache;
        for (int kind : {0, 1, 2, 0, 5, 2, 3, 1, 4, 0})
        {
            CAPTURE(kind);
            model.emplace(threeBodies(kind));
            checkAsFresh(motion, cache, *model, q0, q1);
        }
    }
    SECTION("assigned")
    {
        KinematicModel model;
        Motion motion;
        PoseCache cache;
        for (int kind : {0, 1, 2, 0, 5, 2, 3, 1, 4, 0})
        {
            CAPTURE(kind);
            const KinematicModel source = threeBodies(kind);
            model = source;
            checkAsFresh(motion, cache, model, q0, q1);
        }
    }
    SECTION("grown by a body")
    {
        KinematicModel model = threeBodies(0);
        Motion motion;
        PoseCache cache;
        checkAsFresh(motion, cache, model, q0, q1);
        model.addBody("tool", BodyIndex(3), at(0, 0, 1), jointOf(JointType::Fixed), 0);
        checkAsFresh(motion, cache, model, q0, q1);
    }
}

TEST_CASE("A motion may change over to a copy of its model, and does not look at the first one again")
{
    const Configuration q0 = configuration({0.25}), q1 = configuration({1.5});
    auto first = std::make_unique<KinematicModel>(threeBodies(1));
    Motion motion;
    PoseCache cache;
    checkAsFresh(motion, cache, *first, q0, q1);
    const KinematicModel copy = *first;
    motion.reset(copy, q1, q0);
    first.reset();
    checkAsFresh(motion, cache, copy, q0, q1);
}

TEST_CASE("Models take rotations that are rigid to rounding as they are, repair small errors and refuse others")
{
    Random random(71);
    KinematicModel model;
    for (int i = 0; i < 50; ++i)
    {
        const Pose exact = random.pose(2.0);
        const BodyIndex kept = model.addBody("kept", kWorld, exact, jointOf(JointType::Revolute));
        CHECK(model.body(kept).X_PJ.R == exact.R);
        Mat3 E;
        for (int k = 0; k < 9; ++k)
            E.data()[k] = random.uniform(-1, 1);
        const Pose off = {exact.R + 1e-10 * E, exact.p};
        const BodyIndex repaired = model.addBody("repaired", kWorld, off, jointOf(JointType::Fixed));
        const Mat3& R = model.body(repaired).X_PJ.R;
        CHECK((R.transpose() * R - Mat3::Identity()).norm() <= 40.0 * kUnitRoundoff);
        CHECK((R - off.R).norm() <= 1e-9);
        // A static body's place in the world is computed from the repaired rotation, not from the given one.
        CHECK(model.body(repaired).X_WB.R == R);
    }
    Mat3 far = Mat3::Identity(), nan = far;
    far(0, 1) = 1e-6;
    nan(2, 2) = std::nan("");
    const std::size_t count = model.bodies().size();
    for (const Mat3& R : {far, nan, Mat3(-Mat3::Identity()), Mat3(Vec3(1, -1, 1).asDiagonal())})
    {
        CHECK_THROWS_AS(model.addBody("hand", kWorld, {R, Vec3::Zero()}, jointOf(JointType::Fixed)), InputError);
        CHECK_THROWS_WITH(model.addBody("hand", kWorld, {R, Vec3::Zero()}, jointOf(JointType::Fixed)),
                          Catch::StartsWith("joint 'j' of body 'hand': "));
    }
    CHECK(model.bodies().size() == count);
}

TEST_CASE("Axes of any length become unit ones of the same direction, and those without a direction are refused")
{
    for (const double scale : {1.0, 1e-158, 3e-162, 1e-300, 0x1p-1060, 1e200, 1e307})
    {
        KinematicModel model;
        const BodyIndex body = model.addBody("b", kWorld, {}, jointOf(JointType::Prismatic, scale * Vec3(1, -2, 2)));
        CAPTURE(scale);
        CHECK((model.body(body).joint.axis - Vec3(1, -2, 2) / 3.0).norm() <= 8.0 * kUnitRoundoff);
    }
    const double infinity = std::numeric_limits<double>::infinity();
    for (const Vec3& axis : {Vec3(0, 0, 0), Vec3(infinity, 0, 0), Vec3(1, std::nan(""), 0)})
    {
        KinematicModel model;
        CHECK_THROWS_AS(model.addBody("b", kWorld, {}, jointOf(JointType::Revolute, axis)), InputError);
    }
}
