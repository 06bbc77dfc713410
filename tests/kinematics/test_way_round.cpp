// Half turns: whoever else moves along the curve, with products fused or not, summed in any order, after normalising as often as MoveIt and
// OMPL do, goes round the way of the formula, or the motion says that it may go either way, and its rotationError covers both.
#include <catch2/catch.hpp>

#include <array>
#include <iostream>

#include "kinematics/way_round.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/kinematics/angle.h>
#include <gapless/kinematics/motion.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using Quaternion = Eigen::Vector4d;

/// Dot products as compilers make them of one line of code.
std::vector<double> dots(const Quaternion& a, const Quaternion& b)
{
    std::vector<double> out;
    std::array<int, 4> order{0, 1, 2, 3};
    do
    {
        const auto p = [&](int k) { return a[order[static_cast<std::size_t>(k)]] * b[order[static_cast<std::size_t>(k)]]; };
        const auto fused = [&](int k, double sum) {
            return std::fma(a[order[static_cast<std::size_t>(k)]], b[order[static_cast<std::size_t>(k)]], sum);
        };
        out.push_back(((p(0) + p(1)) + p(2)) + p(3));
        out.push_back((p(0) + p(1)) + (p(2) + p(3)));
        out.push_back(fused(3, fused(2, fused(1, p(0)))));
        out.push_back(fused(1, p(0)) + fused(3, p(2)));
        out.push_back(fused(3, p(0) + p(1)) + p(2));
    }
    while (std::next_permutation(order.begin(), order.end()));
    out.push_back(Eigen::Quaterniond(a).dot(Eigen::Quaterniond(b)));
    return out;
}

/// What MoveIt's normalizeRotation(), OMPL's enforceBounds() and Eigen make of a quaternion, one after the other.
std::vector<Quaternion> normalized(const Quaternion& q)
{
    std::vector<Quaternion> out{q, q.normalized()};
    const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    out.push_back(q / norm);
    out.push_back(q * (1.0 / norm));
    out.push_back((q * (1.0 / norm)).normalized());
    out.push_back((out.back() * (1.0 + 3e-16)).normalized());
    return out;
}

/// A quaternion and one that is `angle` from it, lengths as models accept them.
std::pair<Quaternion, Quaternion> turned(Random& random, double angle)
{
    const auto length = [&] { return random.chance(0.5) ? 1.0 : 1.0 + random.uniform(-1e-9, 1e-9); };
    const Eigen::Quaterniond a = random.quaternion(), turn(Eigen::AngleAxisd(angle, random.direction()));
    return {a.coeffs() * length(), (a * turn).normalized().coeffs() * (random.chance(0.5) ? length() : -length())};
}

Configuration floatingAt(const Quaternion& q)
{
    Configuration out = Configuration::Zero(7);
    out.tail<4>() = q;
    return out;
}

SceneBuilder oneJoint(JointType type)
{
    SceneBuilder builder;
    builder.joint(kWorld, {}, type);
    return builder;
}

double spectralDistance(const Mat3& a, const Mat3& b)
{
    return (a - b).jacobiSvd().singularValues()[0];
}

double turnBetween(double a, double b)
{
    return std::abs(std::remainder(a - b, 2.0 * M_PI));
}

}  // namespace

TEST_CASE("Rounding decides the way round of a half turn of SO(3) only where the motion says so")
{
    Random random(71);
    const SceneBuilder builder = oneJoint(JointType::Floating);
    int half_turns = 0, open_half_turns = 0, disagree = 0, decided_near = 0;
    for (int i = 0; i < 6000; ++i)
    {
        const double away = i % 3 == 0 ? 0.0 : random.logUniform(1e-17, 1e-11) * (random.chance(0.5) ? 1 : -1);
        const auto [a, b] = turned(random, M_PI + away);
        const bool open = so3GoesEitherWay(a.data(), b.data());
        const bool flips = dots(a, b)[0] < 0.0;
        bool all_agree = true;
        for (const Quaternion& from : normalized(a))
            for (const Quaternion& to : normalized(b))
                for (const double dot : dots(from, to))
                    all_agree = all_agree && (dot < 0.0) == flips;
        INFO("from " << digits(a) << " to " << digits(b) << ", away from a half turn by " << digits(away));
        CHECK((all_agree || open));
        half_turns += i % 3 == 0;
        open_half_turns += i % 3 == 0 && open;
        disagree += i % 3 == 0 && !all_agree;
        decided_near += std::abs(away) > 1e-13 && !open;
        CHECK_FALSE((open && std::abs(away) > 1e-13));

        // The motion knows, and its error covers Eigen's slerp, whichever way that goes.
        const Motion motion(builder.model, floatingAt(a), floatingAt(b));
        CHECK(motion.goesEitherWay(BodyIndex(1)) == open);
        CHECK(motion.halfTurn() == (open ? std::optional(BodyIndex(1)) : std::nullopt));
        const double t = random.unit();
        const Eigen::Quaterniond at = Eigen::Quaterniond(a).slerp(t, Eigen::Quaterniond(b)).normalized();
        CHECK(spectralDistance(motion.relativePose(BodyIndex(1), t).R, at.toRotationMatrix())
              <= motion.rotationError(BodyIndex(1)) + 1e-14);
    }
    std::cout << half_turns << " random half turns: " << open_half_turns
              << " said to go either way, others went the other way in " << disagree << "\n";
    CHECK(open_half_turns == half_turns);
    CHECK(disagree > half_turns / 20);
    CHECK(decided_near > 500);
}

TEST_CASE("A half turn of SO(3) whose products all but one are zero is decided")
{
    const SceneBuilder builder = oneJoint(JointType::Floating);
    for (const double w : {std::cos(M_PI / 2), -std::cos(M_PI / 2), 0.0, 1e-9})
        for (int axis = 0; axis < 3; ++axis)
        {
            Quaternion identity(0, 0, 0, 1), half = Quaternion::Zero();
            half[axis] = 1.0;
            half[3] = w;
            const Motion motion(builder.model, floatingAt(identity), floatingAt(half));
            CHECK_FALSE(motion.goesEitherWay(BodyIndex(1)));
            const Eigen::Quaterniond at = Eigen::Quaterniond(identity).slerp(0.25, Eigen::Quaterniond(half));
            CHECK(spectralDistance(motion.relativePose(BodyIndex(1), 0.25).R, at.toRotationMatrix()) <= 1e-12);
        }
}

TEST_CASE("Rounding decides the way round of a half turn of SO(2) only where the motion says so, whoever normalised the angles")
{
    Random random(72);
    const auto ompl = [](double x) { return normalizedAngle(x); };
    // (-pi, pi], as MoveIt and ROS's angles have it.
    const auto moveit = [](double x) {
        const double v = std::abs(x) <= M_PI ? x : std::remainder(x, 2.0 * M_PI);
        return v <= -M_PI ? v + 2.0 * M_PI : v;
    };
    const auto angles = [](double x) {
        if (std::abs(x) < M_PI)
            return x;
        const double positive = std::fmod(std::fmod(x, 2.0 * M_PI) + 2.0 * M_PI, 2.0 * M_PI);
        return positive > M_PI ? positive - 2.0 * M_PI : positive;
    };
    // As SO2StateSpace::interpolate() and RevoluteJointModel::interpolate() have it, from values within [-pi, pi].
    const auto rate = [](double from, double to) {
        const double diff = to - from;
        return std::abs(diff) <= M_PI ? diff : diff > 0.0 ? diff - 2.0 * M_PI : diff + 2.0 * M_PI;
    };
    int open = 0, disagree = 0;
    for (int i = 0; i < 20000; ++i)
    {
        double from = i % 4 == 0   ? M_PI * random.uniform(-1, 1)
                      : i % 4 == 1 ? M_PI * (random.index(5) - 2)
                                   : random.uniform(-20, 20);
        double to = from + M_PI * (2 * random.index(4) - 3);
        if (i % 2)
            to += random.logUniform(1e-17, 1e-12) * (random.chance(0.5) ? 1 : -1);
        if (random.chance(0.5))
            std::swap(from, to);
        const Turn turn = so2Turn(from, to);
        CAPTURE(digits(from), digits(to), turn.either_way, digits(turn.rate));
        CHECK(std::abs(turn.rate) <= M_PI);
        CHECK(turnBetween(turn.angle, from) <= 1e-14);
        CHECK(turnBetween(turn.angle + turn.rate, to) <= 1e-13);
        bool agree = true;
        for (const auto& f : {rate(ompl(from), ompl(to)), rate(moveit(from), moveit(to)), rate(angles(from), angles(to))})
            agree = agree && std::abs(f - turn.rate) < 1.0;
        CHECK((agree || turn.either_way));
        disagree += !agree;
        open += turn.either_way;
    }
    std::cout << "20000 half turns of SO(2): " << open << " said to go either way, others went the other way in " << disagree
              << "\n";
    CHECK(disagree > 500);
    // Values that nobody normalises are decided, at exactly half a turn too.
    CHECK_FALSE(so2Turn(-M_PI / 2, M_PI / 2).either_way);
    CHECK(so2Turn(-M_PI / 2, M_PI / 2).rate == M_PI);
    CHECK_FALSE(so2Turn(0.0, 3.14159).either_way);
    CHECK(so2Turn(0.0, M_PI).either_way);
}

TEST_CASE("Values of continuous and planar joints beyond a turn mean the short way between the angles that they stand for")
{
    Random random(73);
    for (const JointType type : {JointType::Continuous, JointType::Planar})
    {
        SceneBuilder builder = oneJoint(type);
        if (type == JointType::Continuous)
            builder.joint(kWorld, {}, JointType::Revolute, Vec3::UnitX(), Mimic{BodyIndex(1), -3.0, 0.25});
        for (int i = 0; i < 2000; ++i)
        {
            Configuration q0 = Configuration::Zero(builder.model.configurationSize()), q1 = q0;
            double &from = q0[q0.size() - 1], &to = q1[q1.size() - 1];
            from = random.uniform(-30, 30);
            to = random.chance(0.1) ? 1e6 * random.uniform(-1, 1) : random.uniform(-30, 30);
            Configuration n0 = q0, n1 = q1;
            builder.model.normalizeAngles(n0);
            builder.model.normalizeAngles(n1);
            CHECK(std::abs(n1[n1.size() - 1]) <= M_PI);
            const Motion raw(builder.model, q0, q1), motion(builder.model, n0, n1);
            const double t = random.unit();
            CAPTURE(digits(from), digits(to), digits(t));
            for (BodyIndex body(1); builder.model.bodies().has(body); body = body.next())
            {
                CHECK(std::abs(raw.joint(body).angle_rate) <= (body == BodyIndex(1) ? M_PI : 3 * M_PI));
                CHECK(spectralDistance(raw.relativePose(body, t).R, motion.relativePose(body, t).R) <= raw.rotationError(body));
                CHECK(raw.rotationError(body) <= 1e-8);
                // The raw value is the angle: at the ends the exact rotation by it is within the error.
                const double sign = body == BodyIndex(1) ? 1.0 : -3.0, offset = body == BodyIndex(1) ? 0.0 : 0.25;
                const long double exact = static_cast<long double>(sign) * to + offset;
                Mat3 R =
                    Eigen::AngleAxisd(static_cast<double>(std::remainder(exact, 2.0L * 3.14159265358979323846264338327950288L)),
                                      builder.model.body(body).joint.axis)
                        .toRotationMatrix();
                CHECK(spectralDistance(raw.relativePose(body, 1.0).R, R) <= raw.rotationError(body) + 1e-15);
            }
            const Configuration ours = interpolate(builder.model, q0, q1, t), theirs = interpolate(builder.model, n0, n1, t);
            CHECK(turnBetween(ours[ours.size() - 1], theirs[theirs.size() - 1]) <= 1e-15);
        }
    }
}

TEST_CASE("Revolute joints turn by the difference of their values, however large")
{
    const SceneBuilder builder = oneJoint(JointType::Revolute);
    CHECK(Motion(builder.model, configuration({0.0}), configuration({10.0})).joint(BodyIndex(1)).angle_rate == 10.0);
    CHECK_FALSE(Motion(builder.model, configuration({0.0}), configuration({M_PI})).goesEitherWay(BodyIndex(1)));
}
