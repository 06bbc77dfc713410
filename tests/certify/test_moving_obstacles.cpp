// Obstacles that move while a robot follows its curve: first contacts with known answers, and what only the time decides.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/random_tube.h"

#include <gapless/certify/certify_curve.h>
#include <gapless/certify/static_checker.h>
#include <gapless/kinematics/moving_bodies.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr ValidatorKind kExactKinds[] = {ValidatorKind::Adaptive, ValidatorKind::Articulated};

CurveOptions sharp(ValidatorKind kind)
{
    CurveOptions options;
    options.validator = kind;
    options.tolerance = options.smallest_tolerance = 1e-9;
    options.time_tolerance = 1e-10;
    return options;
}

Pose turned(double x, double y, double z, double angle)
{
    Pose X = at(x, y, z);
    X.R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    return X;
}

/// A ball of radius 0.1 on a slide along x, and a body that floats.
struct World
{
    explicit World(const Shape& shape, const Pose& X_BS = {})
    {
        const BodyIndex slide = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
        builder.link("ball", slide, Sphere{0.1});
        body = builder.joint(kWorld, {}, JointType::Floating);
        builder.link("mover", body, shape, X_BS);
        scene = builder.build();
    }

    /// The ball from x0 to x1 within [0, 1] s.
    CurveMotion curve(double x0, double x1, const std::vector<TimedPose>& poses) const
    {
        CurvePiece p{0.0, 1.0, std::vector<JointFunction>(8)};
        p.variables[0] = Bernstein::line(x0, x1);
        p.variables[7] = 1.0;
        return withMovingBodies(scene->model(), CurveMotion(scene->model(), {p}), {{body, poses}});
    }

    SceneBuilder builder;
    BodyIndex body;
    std::shared_ptr<const Scene> scene;
};

}  // namespace

TEST_CASE("A ball that flies past one that moves is free by a thousandth of a millimetre, or meets it when it must")
{
    const World world(Sphere{0.1});
    for (const ValidatorKind kind : kExactKinds)
        for (const double gap : {1e-6, -1e-6, 1e-2, -1e-2})
        {
            INFO(toString(kind) << " gap " << gap);
            // Both go 2 m in a second, across each other; at t = 0.5 they are nearest, `off` apart. Relative to each other they go along a diagonal.
            const double off = 0.2 + gap;
            const CurveMotion curve = world.curve(-1, 1,
                                                  {{0.0, at(off / std::sqrt(2.0), -1 + off / std::sqrt(2.0), 0)},
                                                   {1.0, at(off / std::sqrt(2.0), 1 + off / std::sqrt(2.0), 0)}});
            const CurveResult result = certifyCurve(world.scene, curve, sharp(kind));
            if (gap > 0.0)
            {
                CHECK(result.verdict == Verdict::Free);
                CHECK(result.certified_clearance <= gap * 1.0001);
                continue;
            }
            REQUIRE(result.verdict == Verdict::Collision);
            const double contact = 0.5 - std::sqrt(0.2 * 0.2 - off * off) / (2.0 * std::sqrt(2.0));
            CHECK(result.time.lower <= contact + 1e-9);
            CHECK(std::abs(result.time.upper - contact) <= 1e-7);
            CHECK(result.last_safe <= contact + 1e-9);
        }
}

TEST_CASE("A bar that turns meets a ball at the angle at which it must, and one that stops before does not")
{
    // A rod without width along x from the origin, about z; the ball rests at (0, 0.8) seen from there.
    const World world(Capsule{0.01, 0.5}, [] {
        Pose X = at(0.5, 0, 0);
        X.R = Eigen::AngleAxisd(M_PI_2, Vec3::UnitY()).toRotationMatrix();
        return X;
    }());
    const double touch = M_PI_2 - std::asin(0.11 / 0.8);
    for (const ValidatorKind kind : kExactKinds)
        for (const double beyond : {1e-5, -1e-5, 0.5})
        {
            INFO(toString(kind) << " beyond " << beyond);
            const double last = touch + beyond;
            const CurveMotion curve = world.curve(0, 0, {{0.25, turned(0, -0.8, 0, 0)}, {0.75, turned(0, -0.8, 0, last)}});
            const CurveResult result = certifyCurve(world.scene, curve, sharp(kind));
            if (beyond < 0.0)
            {
                CHECK(result.verdict == Verdict::Free);
                continue;
            }
            REQUIRE(result.verdict == Verdict::Collision);
            const double contact = 0.25 + 0.5 * touch / last;
            CHECK(result.time.lower <= contact + 1e-9);
            CHECK(std::abs(result.time.upper - contact) <= 1e-7);
        }
}

TEST_CASE("When something passes decides, and what comes after the robot has arrived counts")
{
    const World world(Sphere{0.1});
    for (const ValidatorKind kind : kExactKinds)
    {
        INFO(toString(kind));
        CurveOptions options;
        options.validator = kind;
        const auto verdict = [&](const std::vector<TimedPose>& poses) {
            return certifyCurve(world.scene, world.curve(-1, 1, poses), options).verdict;
        };
        // Through the ball's way at x = 0, before it comes, while it is there, and when it is gone.
        CHECK(verdict({{0.0, at(0, -1, 0)}, {0.2, at(0, 1, 0)}}) == Verdict::Free);
        CHECK(verdict({{0.4, at(0, -1, 0)}, {0.6, at(0, 1, 0)}}) == Verdict::Collision);
        CHECK(verdict({{0.7, at(0, -1, 0)}, {0.9, at(0, 1, 0)}}) == Verdict::Free);
        // Onto where it ends, a second later; and where it has been.
        CHECK(verdict({{1.0, at(1, -1, 0)}, {2.0, at(1, 0, 0)}}) == Verdict::Collision);
        CHECK(verdict({{1.0, at(0, -1, 0)}, {2.0, at(0, 0, 0)}}) == Verdict::Free);
        // Before its first pose it is there already.
        CHECK(verdict({{0.9, at(0, 0, 0)}, {1.0, at(0, 5, 0)}}) == Verdict::Collision);
        const CurveResult late =
            certifyCurve(world.scene, world.curve(-1, 1, {{1.0, at(1, -1, 0)}, {2.0, at(1, 0, 0)}}), options);
        CHECK(late.time.upper == Approx(1.8).margin(1e-3));
    }
}

TEST_CASE("Random robots among obstacles that fly about: none that collides is free")
{
    for (const ValidatorKind kind : kExactKinds)
    {
        Random random(97);
        int free = 0, others = 0, still = 0;
        for (int i = 0; i < 150; ++i)
        {
            INFO(toString(kind) << " scene " << i);
            SceneBuilder builder;
            RandomRobotOptions robot;
            robot.max_bodies = 4;
            addRandomRobot(builder, random, robot);
            const int robot_variables = builder.model.configurationSize();
            const BodyIndex body = builder.joint(kWorld, {}, JointType::Floating);
            builder.link("mover", body, Box{Vec3(0.3, 0.05, 0.2)}, random.pose(0.2));
            const auto scene = builder.build();
            const KinematicModel& model = scene->model();
            const Configuration q = randomConfiguration(model, random, 0.5);
            CurvePiece piece{0.0, 1.0, {}};
            for (int v = 0; v < model.configurationSize(); ++v)
            {
                Interval b[4];
                for (Interval& coefficient : b)
                    coefficient = q[v] + random.uniform(-0.4, 0.4);
                piece.variables.push_back(Bernstein::fromCoefficients(b, 3));
            }
            for (const Body& other : model.bodies())
                if (other.joint.type == JointType::Floating)
                    for (int k = 3; k < 7; ++k)
                        piece.variables[static_cast<std::size_t>(*other.variable + k)] = q[*other.variable + k];
            std::vector<TimedPose> poses;
            double time = 0.0;
            for (int k = 0; k < 3; ++k)
            {
                poses.push_back({time, random.pose(1.5)});
                time += random.uniform(0.1, 0.6);
            }
            const CurveMotion standing(model, {piece});
            const CurveMotion curve = withMovingBodies(model, standing, {{body, poses}});
            CurveOptions options;
            options.validator = kind;
            options.tolerance = 1e-5;
            const CurveResult result = certifyCurve(scene, curve, options);
            (result.verdict == Verdict::Free ? free : others) += 1;
            // A judge that lets everything stand where its joint is at first.
            still += result.verdict == Verdict::Collision && certifyCurve(scene, standing, options).verdict == Verdict::Free;
            const StaticChecker checker(scene, 1e-9);
            for (int k = 0; k <= 300; ++k)
            {
                const double t = curve.end() * k / 300.0;
                if (t >= result.last_safe)
                    continue;
                // The timetable, by Eigen.
                Configuration now = standing.at(t);
                std::size_t p = 0;
                while (p + 1 < poses.size() && poses[p + 1].time <= t)
                    ++p;
                Vec3 place = poses[p].pose.p;
                Eigen::Quaterniond rotation(poses[p].pose.R);
                if (p + 1 < poses.size())
                {
                    const double s = (t - poses[p].time) / (poses[p + 1].time - poses[p].time);
                    place += s * (poses[p + 1].pose.p - place);
                    rotation = rotation.slerp(s, Eigen::Quaterniond(poses[p + 1].pose.R));
                }
                now.segment<3>(robot_variables) = place;
                now.segment<4>(robot_variables + 3) = rotation.normalized().coeffs();
                ClosePair close;
                if (checker.check(now, &close) == Verdict::Collision)
                    CHECK(close.distance > 0.0);
            }
        }
        CHECK(free > 25);
        CHECK(others > 25);
        CHECK(still > 5);
    }
}
