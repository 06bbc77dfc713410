// What lane_kernels.h claims of bodies in lanes, against closed forms in long double and 50 digits, on every instruction set that the
// machine has.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gapless/kinematics/motion.h>

#include "certify/lane_kernels.h"
#include "lane_kernels_support.h"
#include "support/random_scene.h"
#include "support/random_tube.h"
#include "support/reference_motion.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

// ---- sine and cosine

struct Angles
{
    Lanes angle;
    Real sine[kLanes], cosine[kLanes];
};

std::vector<Angles> anglesInRange()
{
    std::vector<double> list = {0.0,    -0.0,    5e-324, -5e-324, 1e-310,    2.3e-308,
                                1e-200, -1e-160, 1e-30,  -1e-9,   kFarAngle, -kFarAngle};
    Random random(1);
    const auto addNear = [&](double x) {
        for (double y : {x, std::nextafter(x, kInfinity), std::nextafter(x, -kInfinity), x + random.uniform(-1e-7, 1e-7)})
            if (std::abs(y) <= kFarAngle)
                list.push_back(y);
    };
    const double last = std::floor(kFarAngle / M_PI_4);
    for (int k = -20; k <= 20; ++k)
        addNear(k * M_PI_4);
    for (int i = 0; i < 400 / kShare; ++i)
    {
        // Also the multiples whose rounding to double is best, by their remainders.
        const double k = std::floor(random.uniform(-last, last));
        addNear((Real(k) * piOf<Real>() / 4).convert_to<double>());
        list.push_back(random.uniform(-kFarAngle, kFarAngle));
        list.push_back(random.uniform(-8.0, 8.0));
        list.push_back(random.logUniform(1e-12, kFarAngle));
    }
    std::vector<Angles> out;
    for (std::size_t i = 0; i + kLanes <= list.size(); i += kLanes)
    {
        out.emplace_back();
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            out.back().angle.at[k] = list[i + k];
            out.back().sine[k] = sin(Real(list[i + k]));
            out.back().cosine[k] = cos(Real(list[i + k]));
        }
    }
    return out;
}

// ---- bodies in lanes

/// All bodies of a model in one block.
IndexedVector<BodyIndex, BodyLanes> poseAll(const LaneKernels& kernels, const Motion& motion, double begin, double width)
{
    const KinematicModel& model = motion.model();
    IndexedVector<BodyIndex, BodyLanes> out;
    out.resize(model.bodies().size());
    out[kWorld] = stillLanes({});
    for (const BodyIndex body : model.bodies().indices())
        if (body != kWorld)
            kernels.pose(jointLanes(model.body(body), motion.joint(body)), out[model.body(body).parent], begin, width, out[body]);
    return out;
}

/// A body's pose and first two derivatives at one instant, from the formula of motion.h, differentiated.
struct Derivatives
{
    M3<Long> R = M3<Long>::Identity();
    V3<Long> p = V3<Long>::Zero(), omega = V3<Long>::Zero(), omega_rate = V3<Long>::Zero(), v = V3<Long>::Zero(),
             a = V3<Long>::Zero();

    V3<Long> acceleration(const Vec3& centre) const
    {
        const V3<Long> c = R * lift<Long>(centre);
        return a + omega_rate.cross(c) + omega.cross(omega.cross(c));
    }
    V3<Long> velocity(const Vec3& centre) const { return v + omega.cross(V3<Long>(R * lift<Long>(centre))); }
};

IndexedVector<BodyIndex, Derivatives> derivatives(const Motion& motion, Long t)
{
    const KinematicModel& model = motion.model();
    IndexedVector<BodyIndex, Derivatives> out;
    out.resize(model.bodies().size());
    for (const BodyIndex index : model.bodies().indices())
    {
        if (index == kWorld)
            continue;
        const Body& body = model.body(index);
        const JointMotion& m = motion.joint(index);
        const Derivatives& P = out[body.parent];
        Derivatives& B = out[index];
        const M3<Long> R_PJ = P.R * lift<Long>(body.X_PJ.R);
        const V3<Long> l =
            P.R * lift<Long>(body.X_PJ.p) + R_PJ * (lift<Long>(m.translation) + lift<Long>(m.translation_rate) * t);
        const V3<Long> shift = R_PJ * lift<Long>(m.translation_rate);
        const M3<Long> R_start = R_PJ * lift<Long>(m.R_start);
        const bool turns = body.joint.type != JointType::Fixed && body.joint.type != JointType::Prismatic;
        const Long rate = turns ? m.angle_rate : 0.0;
        const V3<Long> axis = R_start * lift<Long>(m.axis);
        B.R = turns ? M3<Long>(R_start * rotationAbout<Long>(lift<Long>(m.axis), Long(m.angle) + rate * t)) : R_PJ;
        B.p = P.p + l;
        B.omega = P.omega + axis * rate;
        B.omega_rate = P.omega_rate + P.omega.cross(axis) * rate;
        B.v = P.v + P.omega.cross(l) + shift;
        B.a = P.a + P.omega_rate.cross(l) + P.omega.cross(P.omega.cross(l)) + P.omega.cross(shift) * Long(2);
        const V3<Long> arm = B.R * lift<Long>(m.arm);
        B.p += arm;
        B.v += B.omega.cross(arm);
        B.a += B.omega_rate.cross(arm) + B.omega.cross(B.omega.cross(arm));
    }
    return out;
}

V3<Long> turnOf(const M3<Long>& R)
{
    return V3<Long>(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)) / Long(2);
}

/// How fast any point of the model may be, and how far out: what rounding and differences are relative to.
struct Magnitudes
{
    double reach = 1.0, rate = 1.0;
};

Magnitudes magnitudesOf(const Motion& motion)
{
    Magnitudes out;
    for (const BodyIndex index : motion.model().bodies().indices())
    {
        const JointMotion& m = motion.joint(index);
        out.reach += motion.model().body(index).X_PJ.p.norm() + m.translation.norm() + m.translation_rate.norm() + m.arm_length;
        out.rate += std::abs(m.angle_rate) + m.translation_rate.norm();
    }
    return out;
}

/// What the header says of one block of all bodies: agreement at the middles, bounds at dense t.
void checkBlock(const LaneKernels& kernels, const Motion& motion, double begin, double width)
{
    const KinematicModel& model = motion.model();
    const auto lanes = poseAll(kernels, motion, begin, width);
    const Magnitudes size = magnitudesOf(motion);
    const double u = 0x1p-53, n = static_cast<double>(model.bodies().size()) + 16.0;
    // The header of lane_prover.h has the first of these; angles are off by u of their magnitude, which is in the motion's own error.
    const double off = 256 * u * n * size.reach * size.rate * size.rate;
    const double h = width / kLanes;
    CAPTURE(begin, width);
    bool holds = true, agrees = true, is_formula = true;
    const Vec3 centre(0.3, -0.2, 0.5);
    for (const BodyIndex index : model.bodies().indices())
    {
        if (index == kWorld)
            continue;
        const Body& body = model.body(index);
        const BodyLanes& B = lanes[index];
        const BodyLanes& P = lanes[body.parent];
        BallLanes ball;
        kernels.placeBall(B, centre.data(), centre.norm() * (1 + 1e-12), ball);
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            const double tm = begin + (static_cast<double>(k) + 0.5) * h;
            const Pose X = motion.worldPose(index, tm);
            for (int i = 0; i < 9; ++i)
                agrees = agrees && std::abs(B.R[i].at[k] - X.R(i / 3, i % 3)) <= 2 * motion.rotationError(index) + 64 * u * n;
            agrees = agrees && (vectorOf(B.p, k) - X.p).norm() <= 2 * motion.positionError(index) + off;
            agrees = agrees
                     && (vectorOf(ball.x, k) - X * centre).norm()
                            <= 2 * motion.positionError(index) + 2 * motion.rotationError(index) + 2 * off;
            const Derivatives at = derivatives(motion, tm)[index];
            const double angle_off = 2 * size.rate * motion.rotationError(index);
            agrees = agrees && (vectorOf(B.omega, k) - toDouble<Long>(at.omega)).norm() <= off + angle_off;
            agrees = agrees && (vectorOf(B.v, k) - toDouble<Long>(at.v)).norm() <= off + angle_off * size.reach;
            agrees = agrees
                     && (vectorOf(ball.v, k) - toDouble<Long>(at.velocity(centre))).norm() <= off + angle_off * (size.reach + 1);

            // The formulas of the header, which are the sharpest that are claimed.
            const JointMotion& m = motion.joint(index);
            const JointLanes joint = jointLanes(body, m);
            const double turn_P = P.turn.at[k], turn_rate_P = P.turn_rate.at[k];
            const double turn_rate = turn_rate_P + joint.turn * turn_P;
            const double turn = std::min(vectorOf(B.omega, k).norm() + 0.5 * h * turn_rate, turn_P + joint.turn);
            const double bend = P.bend.at[k] + joint.offset_length * (turn_P * turn_P + turn_rate_P)
                                + 2 * turn_P * joint.shift_length + m.arm_length * (turn * turn + turn_rate);
            const double ball_bend = bend + centre.norm() * (turn * turn + turn_rate);
            const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-11 * (1e-300 + std::abs(b)); };
            is_formula = is_formula && same(B.turn_rate.at[k], turn_rate) && same(B.turn.at[k], turn) && same(B.bend.at[k], bend)
                         && same(ball.bend.at[k], ball_bend);
        }
    }
    constexpr int kSteps = 6;
    for (std::size_t k = 0; k < kLanes; ++k)
        for (int step = 0; step <= kSteps; ++step)
        {
            const double t = begin + (static_cast<double>(k) + static_cast<double>(step) / kSteps) * h;
            const auto at = derivatives(motion, t);
            for (const BodyIndex index : model.bodies().indices())
            {
                const BodyLanes& B = lanes[index];
                const double w = size.rate, tiny = 1e-12 * w * w * size.reach;
                const Derivatives& d = at[index];
                BallLanes ball;
                kernels.placeBall(B, centre.data(), centre.norm() * (1 + 1e-12), ball);
                holds = holds && lengthOf<Long>(d.omega) <= B.turn.at[k] + tiny
                        && lengthOf<Long>(d.omega_rate) <= B.turn_rate.at[k] + tiny && lengthOf<Long>(d.a) <= B.bend.at[k] + tiny
                        && lengthOf<Long>(d.acceleration(centre)) <= ball.bend.at[k] + tiny;
            }
        }
    CHECK(agrees);
    CHECK(is_formula);
    CHECK(holds);
}

/// The derivatives that the bounds are compared to are those of the motion, as OMPL has it.
/// @param tube not null: of the literal motion with its turns
void checkDerivatives(const Motion& motion, const Configuration& q0, const Configuration& q1, double t, const MotionTube* tube)
{
    const KinematicModel& model = motion.model();
    const Long step = 1e-4L;
    const auto at = derivatives(motion, t);
    const auto before = referencePoses<Long>(model, q0, q1, t - step, tube),
               there = referencePoses<Long>(model, q0, q1, Long(t), tube),
               after = referencePoses<Long>(model, q0, q1, t + step, tube);
    const Magnitudes size = magnitudesOf(motion);
    const double w = size.rate, tolerance = 1e-7 * w * w * w * w * size.reach + 1e-9;
    const LaneKernels& kernels = laneKernels();
    // A narrow block, whose lanes are all at t but for less than 1e-9.
    const auto lanes = poseAll(kernels, motion, t, 1e-9);
    for (const BodyIndex i : model.bodies().indices())
    {
        CAPTURE(i.value(), w);
        const V3<Long> v = (after[i].p - before[i].p) / (2 * step);
        const V3<Long> a = (after[i].p - there[i].p * Long(2) + before[i].p) / (step * step);
        const V3<Long> forward = turnOf(after[i].R * there[i].R.transpose()), back = turnOf(there[i].R * before[i].R.transpose());
        CHECK(lengthOf<Long>(at[i].p - there[i].p) <= 1e-12 * size.reach);
        CHECK(lengthOf<Long>(v - at[i].v) <= tolerance);
        CHECK(lengthOf<Long>(a - at[i].a) <= tolerance);
        CHECK(lengthOf<Long>((forward + back) / (2 * step) - at[i].omega) <= tolerance);
        CHECK(lengthOf<Long>((forward - back) / (step * step) - at[i].omega_rate) <= tolerance);
        CHECK((vectorOf(lanes[i].v, 4) - toDouble<Long>(v)).norm() <= tolerance);
        CHECK((vectorOf(lanes[i].omega, 4) - toDouble<Long>((forward + back) / (2 * step))).norm() <= tolerance);
    }
}

}  // namespace

TEST_CASE("The lanes run on every instruction set that the machine has")
{
    std::set<std::string> names;
    std::size_t count = 0;
    onEveryTarget([&](const LaneKernels& kernels) {
        names.insert(kernels.target);
        ++count;
    });
    CHECK(count >= 1);
    CHECK(names.size() == count);
}

TEST_CASE("Sine and cosine of lanes are within 6 u of 50-digit values over their whole range")
{
    const std::vector<Angles> angles = anglesInRange();
    onEveryTarget([&](const LaneKernels& kernels) {
        double worst = 0.0;
        for (const Angles& group : angles)
        {
            Lanes sine, cosine;
            kernels.sineCosine(group.angle, sine, cosine);
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const double s = toDouble(Real(abs(Real(sine.at[k]) - group.sine[k]))),
                             c = toDouble(Real(abs(Real(cosine.at[k]) - group.cosine[k])));
                worst = std::max({worst, s, c});
                const double allowed_s = (6 + std::abs(toDouble(group.sine[k]))) * 0x1p-53;
                const double allowed_c = (6 + std::abs(toDouble(group.cosine[k]))) * 0x1p-53;
                if (!(s <= allowed_s && c <= allowed_c))
                {
                    CAPTURE(digits(group.angle.at[k]), sine.at[k], cosine.at[k]);
                    CHECK(s <= allowed_s);
                    CHECK(c <= allowed_c);
                }
            }
        }
        CHECK(worst > 0.0);
        CHECK(worst < 7 * 0x1p-53);
    });
}

TEST_CASE("Sine and cosine of no numbers are no numbers")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Lanes angle = {}, sine, cosine;
        angle.at[0] = kNaN;
        angle.at[5] = kInfinity;
        angle.at[7] = -kInfinity;
        kernels.sineCosine(angle, sine, cosine);
        for (std::size_t k = 0; k < kLanes; ++k)
            CHECK((std::isnan(sine.at[k]) || std::isnan(cosine.at[k])) == (k == 0 || k == 5 || k == 7));
    });
}

TEST_CASE("Poses, velocities and bounds in lanes hold for random chains of all joint types")
{
    Random random(2);
    int turns = 0;
    for (int round = 0; round < 60 / std::min(kShare, 10); ++round)
    {
        SceneBuilder b;
        RandomRobotOptions options;
        options.min_bodies = 1 + round % 8;
        options.max_bodies = options.min_bodies + 4;
        addRandomRobot(b, random, options);
        const Configuration q0 = randomConfiguration(b.model, random, 1.0);
        const double step = round % 4 == 0 ? 0.01 : round % 4 == 1 ? 0.3 : round % 4 == 2 ? 3.0 : 12.0;
        const Configuration q1 =
            round % 5 == 4 ? randomConfiguration(b.model, random, 1.0) : nearbyConfiguration(b.model, random, q0, step);
        Motion motion(b.model, q0, q1);
        CAPTURE(round, digits(q0), digits(q1));
        if (motion.halfTurn())
            continue;
        // Of literal motions, with joints that turn, too.
        MotionTube tube = Configuration(Configuration::Zero(q0.size()));
        tube.turns = randomTurns(b.model, random, 0.8);
        if (!tube.turns.empty())
            motion.resetTube(b.model, q0, q1, tube);
        turns += tube.turns.empty() ? 0 : 1;
        checkDerivatives(motion, q0, q1, random.uniform(0.1, 0.9), tube.turns.empty() ? nullptr : &tube);
        onEveryTarget([&](const LaneKernels& kernels) {
            checkBlock(kernels, motion, 0.0, 1.0);
            checkBlock(kernels, motion, 5.0 / 8, 1.0 / 8);
            checkBlock(kernels, motion, 37.0 / 64, 1.0 / 64);
        });
    }
    CHECK(turns > 0);
}

TEST_CASE("About every axis of a body, from every turn of its parent's axes, joints in lanes pose as the motion says")
{
    Random random(5);
    Mat3 cyclic, quarter;
    cyclic << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    quarter << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    const std::vector<Mat3> turns = {Mat3::Identity(),
                                     cyclic,
                                     cyclic * cyclic,
                                     quarter,
                                     quarter * cyclic * quarter,
                                     Mat3(Eigen::AngleAxisd(1.5707963, Vec3::UnitX())),
                                     random.rotation()};
    int aligned = 0, along_parent = 0;
    for (const Mat3& turn : turns)
        for (int axis = 0; axis < 3; ++axis)
            for (const double sign : {1.0, -1.0})
                for (const JointType type : {JointType::Revolute, JointType::Continuous, JointType::Planar})
                {
                    // The first is off the axis by a little.
                    SceneBuilder b;
                    const Vec3 along = sign * Vec3::Unit(axis);
                    const Vec3 off = (along + Vec3::Constant(1e-9)).normalized();
                    const Pose X{turn, random.inCube(1)};
                    const BodyIndex first = b.joint(kWorld, X, type, off), second = b.joint(first, X, type, along);
                    b.joint(second, X, type, along);
                    const Configuration q0 = randomConfiguration(b.model, random, 1.0);
                    const Motion motion(b.model, q0, nearbyConfiguration(b.model, random, q0, 1.0));
                    CAPTURE(axis, sign, static_cast<int>(type), turn);
                    const JointLanes joint = jointLanes(b.model.body(second), motion.joint(second));
                    aligned += joint.is_aligned && !jointLanes(b.model.body(first), motion.joint(first)).is_aligned;
                    along_parent += std::count(std::begin(joint.axes), std::end(joint.axes), JointLanes::kNoAxis) < 3;
                    onEveryTarget([&](const LaneKernels& kernels) {
                        checkBlock(kernels, motion, 0.0, 1.0);
                        checkBlock(kernels, motion, 37.0 / 64, 1.0 / 64);
                    });
                }
    CHECK(aligned == static_cast<int>(turns.size()) * 6 * 3);
    CHECK(along_parent >= 5 * 6 * 3);
}

TEST_CASE("Taken from one motion to another, a joint in lanes is what it is for that motion alone")
{
    Random random(9);
    std::set<JointType> types;
    int far = 0, aligned = 0;
    for (int round = 0; round < 60; ++round)
    {
        SceneBuilder b;
        addRandomRobot(b, random, {});
        const auto anyConfiguration = [&] {
            Configuration q = randomConfiguration(b.model, random, 1.0);
            for (const Body& body : b.model.bodies())
                if (body.variable && body.joint.type == JointType::Revolute && random.chance(0.2))
                    q[*body.variable] = 3e6;
            return q;
        };
        Motion first(b.model, anyConfiguration(), anyConfiguration());
        const Motion second(b.model, anyConfiguration(), anyConfiguration());
        MotionTube tube = Configuration(Configuration::Zero(b.model.configurationSize()));
        tube.turns = randomTurns(b.model, random, 0.5);
        if (!tube.turns.empty())
            first.resetTube(b.model, anyConfiguration(), anyConfiguration(), tube);
        for (const BodyIndex i : b.model.movingBodies())
        {
            const Body& body = b.model.body(i);
            JointLanes joint = jointLanes(body, first.joint(i));
            far += joint.is_far;
            setMotion(body, second.joint(i), joint);
            const JointLanes wanted = jointLanes(body, second.joint(i));
            types.insert(body.joint.type);
            far += wanted.is_far;
            const auto isSame = [](const auto& x, const auto& y) {
                return std::equal(std::begin(x), std::end(x), std::begin(y));
            };
            CHECK((isSame(joint.cosine_part, wanted.cosine_part) && isSame(joint.sine_part, wanted.sine_part)));
            CHECK((isSame(joint.constant_part, wanted.constant_part) && isSame(joint.axis, wanted.axis)));
            CHECK((isSame(joint.offset, wanted.offset) && isSame(joint.shift, wanted.shift) && isSame(joint.arm, wanted.arm)));
            CHECK((joint.angle == wanted.angle && joint.angle_rate == wanted.angle_rate && joint.turn == wanted.turn));
            CHECK((joint.offset_length == wanted.offset_length && joint.shift_length == wanted.shift_length
                   && joint.arm_length == wanted.arm_length));
            CHECK((joint.turns == wanted.turns && joint.shifts == wanted.shifts && joint.is_far == wanted.is_far));
            CHECK((joint.is_aligned == wanted.is_aligned && joint.axis_sign == wanted.axis_sign));
            CHECK((isSame(joint.columns, wanted.columns) && isSame(joint.axes, wanted.axes)));
            CHECK(std::equal(joint.fixed[0], joint.fixed[0] + 9, wanted.fixed[0]));
            aligned += joint.is_aligned;
            // Where such a joint stands still its axis is z, as long as that lasts.
            if (body.joint.type == JointType::Floating)
            {
                const Configuration q = anyConfiguration();
                CHECK_FALSE(jointLanes(body, Motion(b.model, q, q).joint(i)).is_aligned);
            }
        }
    }
    CHECK(types.size() >= 5);
    CHECK(far > 10);
    CHECK(aligned > 10);
}

TEST_CASE("A joint whose angles are too large for the lanes' sine turns as the motion says")
{
    SceneBuilder b;
    const BodyIndex arm = b.joint(kWorld, at(1, 2, 3), JointType::Revolute, Vec3(1, 2, 2) / 3);
    const BodyIndex hand = b.joint(arm, at(0.5, 0, 0), JointType::Revolute, Vec3::UnitX());
    const Motion motion(b.model, configuration({3e6, 0.5}), configuration({3e6 + 2.0, 1.5}));
    onEveryTarget([&](const LaneKernels& kernels) {
        const auto lanes = poseAll(kernels, motion, 0.25, 0.5);
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            const double t = 0.25 + 0.5 * (static_cast<double>(k) + 0.5) / kLanes;
            const Pose X = motion.worldPose(hand, t);
            CHECK((vectorOf(lanes[hand].p, k) - X.p).norm() <= 2 * motion.positionError(hand) + 1e-14);
            for (int i = 0; i < 9; ++i)
                CHECK(std::abs(lanes[hand].R[i].at[k] - X.R(i / 3, i % 3)) <= 2 * motion.rotationError(hand) + 1e-14);
        }
    });
}

// Each case lets one term of the bounds be what is true: a bound without it is exceeded.
TEST_CASE("Every term of the bounds of a body is needed")
{
    const double w = 1.25;
    onEveryTarget([&](const LaneKernels& kernels) {
        {
            INFO("w turn_P: two joints across each other");
            SceneBuilder b;
            const BodyIndex first = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ());
            const BodyIndex second = b.joint(first, {}, JointType::Revolute, Vec3::UnitX());
            const Motion motion(b.model, configuration({0.2, -0.3}), configuration({0.2 + w, -0.3 + 2 * w}));
            checkBlock(kernels, motion, 0.0, 1.0);
            const auto lanes = poseAll(kernels, motion, 0.0, 1.0);
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const Derivatives d = derivatives(motion, (static_cast<double>(k) + 0.9) / kLanes)[second];
                CHECK(lanes[second].turn_rate.at[k] == Approx(toDouble(lengthOf<Long>(d.omega_rate))).epsilon(1e-9));
            }
        }
        {
            INFO("(h/2) turn_rate: a body that turns ever faster");
            // The third joint takes back what the first two turn, all but a little of it, at the middle of lane 3.
            SceneBuilder b;
            const BodyIndex first = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ());
            const BodyIndex second = b.joint(first, {}, JointType::Revolute, Vec3::UnitX());
            const double tm = 3.5 / kLanes;
            const BodyIndex third = b.joint(second, {}, JointType::Revolute, -Vec3(1, 0, 1).normalized());
            // Joint angles 0 at tm: body frames are the world's then.
            const double v = std::sqrt(2.0) * w;
            const Motion motion(b.model, configuration({-w * tm, -w * tm, -v * tm}),
                                configuration({w * (1 - tm), w * (1 - tm), v * (1 - tm)}));
            checkBlock(kernels, motion, 0.0, 1.0);
            const auto lanes = poseAll(kernels, motion, 0.0, 1.0);
            const double end = toDouble(lengthOf<Long>(derivatives(motion, 4.0L / kLanes)[third].omega));
            CHECK(vectorOf(lanes[third].omega, 3).norm() < 1e-12);
            CHECK(lanes[third].turn.at[3] >= end);
            CHECK(lanes[third].turn.at[3] < 3.5 * end);
        }
        {
            INFO("2 turn |shift|: a slide through the axis of a turning arm");
            SceneBuilder b;
            const BodyIndex arm = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ());
            const BodyIndex slide = b.joint(arm, {}, JointType::Prismatic, Vec3::UnitX());
            const Motion motion(b.model, configuration({0.0, -0.5}), configuration({0.05, 0.5}));
            checkBlock(kernels, motion, 0.0, 1.0);
            const auto lanes = poseAll(kernels, motion, 0.0, 1.0);
            const double bend = toDouble(lengthOf<Long>(derivatives(motion, 3.5L / kLanes)[slide].a));
            CHECK(lanes[slide].bend.at[3] >= bend);
            CHECK(lanes[slide].bend.at[3] <= 1.02 * bend);
        }
        {
            INFO("turn^2: a circle");
            SceneBuilder b;
            const BodyIndex arm = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ());
            const BodyIndex hand = b.joint(arm, at(2, 0, 0), JointType::Fixed);
            const Motion motion(b.model, configuration({0.0}), configuration({w}));
            checkBlock(kernels, motion, 0.0, 1.0);
            const auto lanes = poseAll(kernels, motion, 0.0, 1.0);
            BallLanes ball;
            const Vec3 centre(0, 3, 0);
            kernels.placeBall(lanes[arm], centre.data(), 3.0, ball);
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                CHECK(lanes[hand].bend.at[k] == Approx(2 * w * w).epsilon(1e-9));
                CHECK(ball.bend.at[k] == Approx(3 * w * w).epsilon(1e-9));
            }
        }
        {
            INFO("|l| turn_rate: a point that the change of the axis bends as well");
            // In the plane of the two axes, where both accelerations are along one line, 67.5 degrees from the sum of the axes.
            SceneBuilder b;
            const BodyIndex first = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ());
            const BodyIndex second = b.joint(first, {}, JointType::Revolute, Vec3::UnitX());
            const double tm = 3.5 / kLanes;
            const Motion motion(b.model, configuration({-w * tm, -w * tm}), configuration({w * (1 - tm), w * (1 - tm)}));
            const auto lanes = poseAll(kernels, motion, 0.0, 1.0);
            const Derivatives d = derivatives(motion, tm)[second];
            double largest = 0.0;
            for (const double angle : {M_PI_4 + 0.375 * M_PI, M_PI_4 - 0.375 * M_PI})
            {
                const Vec3 centre(std::cos(angle), 0, std::sin(angle));
                BallLanes ball;
                kernels.placeBall(lanes[second], centre.data(), 1.0, ball);
                const double bend = toDouble(lengthOf<Long>(d.acceleration(centre)));
                largest = std::max(largest, bend);
                CHECK(ball.bend.at[3] >= bend);
            }
            // More than turn^2 alone would allow, in the lane's width too.
            CHECK(largest > 2.4 * w * w);
            // The same where a body hangs there.
            SceneBuilder c;
            const BodyIndex c1 = c.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ());
            const BodyIndex c2 = c.joint(c1, {}, JointType::Revolute, Vec3::UnitX());
            for (const double angle : {M_PI_4 + 0.375 * M_PI, M_PI_4 - 0.375 * M_PI})
                c.joint(c2, at(std::cos(angle), 0, std::sin(angle)), JointType::Fixed);
            checkBlock(kernels, Motion(c.model, configuration({-w * tm, -w * tm}), configuration({w * (1 - tm), w * (1 - tm)})),
                       3.0 / 8, 1.0 / 8);
        }
    });
}

TEST_CASE("A ball is seen from a frame that stands still as its pose says")
{
    Random random(3);
    onEveryTarget([&](const LaneKernels& kernels) {
        for (int round = 0; round < 50; ++round)
        {
            const Pose X = random.pose(3);
            BallLanes ball = {}, seen;
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                put(random.inCube(3), ball.x, k);
                put(random.inCube(3), ball.v, k);
                ball.bend.at[k] = random.unit();
            }
            kernels.toFrame(ball, X.R.data(), X.p.data(), seen);
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                CHECK((vectorOf(seen.x, k) - X.inverse() * vectorOf(ball.x, k)).norm() < 1e-14);
                CHECK((vectorOf(seen.v, k) - X.R.transpose() * vectorOf(ball.v, k)).norm() < 1e-14);
                CHECK(seen.bend.at[k] == ball.bend.at[k]);
            }
            // In place, as its callers do.
            BallLanes same = ball;
            kernels.toFrame(same, X.R.data(), X.p.data(), same);
            for (std::size_t k = 0; k < kLanes; ++k)
                CHECK(vectorOf(same.x, k) == vectorOf(seen.x, k));
        }
    });
}
