// Curves of trajectories against the formulas of ros2_control's controller, in 50 digits.
#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/real.h"
#include "support/scene_builder.h"

#include <gapless/core/error.h>
#include <gapless/kinematics/trajectory.h>

using namespace gapless;
using namespace gapless::test;

namespace {

KinematicModel twoJoints()
{
    SceneBuilder builder;
    builder.joint(builder.joint(kWorld, {}, JointType::Continuous), {}, JointType::Prismatic);
    return builder.model;
}

/// The polynomial of lowest degree with the given derivatives at both ends of [0, T], at t: its coefficients as the controller has them.
Real controllerAt(const TrajectoryPoint& a, const TrajectoryPoint& b, Eigen::Index v, const Real& t)
{
    const Real T = Real(b.time) - Real(a.time), p0 = a.position[v], p1 = b.position[v];
    if (!a.velocity || !b.velocity)
        return p0 + (p1 - p0) * t / T;
    const Real v0 = (*a.velocity)[v], v1 = (*b.velocity)[v];
    const Real T2 = T * T, T3 = T2 * T;
    if (!a.acceleration || !b.acceleration)
        return p0 + v0 * t + (-3 * p0 + 3 * p1 - 2 * v0 * T - v1 * T) / T2 * t * t
               + (2 * p0 - 2 * p1 + v0 * T + v1 * T) / T3 * t * t * t;
    const Real a0 = (*a.acceleration)[v], a1 = (*b.acceleration)[v];
    const Real c3 = (-20 * p0 + 20 * p1 - 3 * a0 * T2 + a1 * T2 - 12 * v0 * T - 8 * v1 * T) / (2 * T3);
    const Real c4 = (30 * p0 - 30 * p1 + 3 * a0 * T2 - 2 * a1 * T2 + 16 * v0 * T + 14 * v1 * T) / (2 * T3 * T);
    const Real c5 = (-12 * p0 + 12 * p1 - a0 * T2 + a1 * T2 - 6 * v0 * T - 6 * v1 * T) / (2 * T3 * T2);
    return p0 + v0 * t + a0 / 2 * t * t + c3 * t * t * t + c4 * t * t * t * t + c5 * t * t * t * t * t;
}

Configuration randomPair(Random& random, double size)
{
    return configuration({size * random.uniform(-1, 1), size * random.uniform(-1, 1)});
}

std::string refusal(const std::vector<TrajectoryPoint>& points)
{
    try
    {
        static_cast<void>(curveOf(twoJoints(), points));
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("Segments are what a controller interpolates, by what both points give")
{
    Random random(61);
    const KinematicModel model = twoJoints();
    int degrees[6] = {};
    for (int i = 0; i < 3000; ++i)
    {
        std::vector<TrajectoryPoint> points(2);
        points[0].time = random.uniform(-10, 1000);
        points[1].time = points[0].time + random.logUniform(1e-4, 10);
        for (TrajectoryPoint& point : points)
        {
            point.position = randomPair(random, 10);
            if (random.chance(0.8))
                point.velocity = randomPair(random, random.logUniform(1e-3, 10));
            if (point.velocity && random.chance(0.7))
                point.acceleration = randomPair(random, random.logUniform(1e-3, 100));
        }
        const CurveMotion curve = curveOf(model, points);
        REQUIRE(curve.pieces().size() == 1);
        const CurvePiece& piece = curve.pieces()[0];
        CHECK(piece.begin == points[0].time);
        CHECK(piece.end == points[1].time);
        for (Eigen::Index v = 0; v < 2; ++v)
        {
            const JointFunction& p = piece.variables[static_cast<std::size_t>(v)];
            ++degrees[p.polynomial()->degree()];
            for (const double s : {0.0, 0.3, random.unit(), 1.0})
            {
                const Real exact = controllerAt(points[0], points[1], v, Real(s) * (Real(points[1].time) - Real(points[0].time)));
                const Interval value = p(s);
                REQUIRE(Real(value.lower) <= exact);
                REQUIRE(exact <= Real(value.upper));
                CHECK(value.width() < 1e-10);
            }
        }
    }
    CHECK(degrees[1] > 200);
    CHECK(degrees[3] > 200);
    CHECK(degrees[5] > 200);
}

TEST_CASE("Without interpolation every value between two set-points is possible")
{
    const CurveMotion curve =
        curveOf(twoJoints(), {{0.0, configuration({0, 3}), {}, {}}, {1.0, configuration({10, 1}), {}, {}}}, Interpolation::None);
    CHECK(curve.pieces()[0].variables[0].first().lower == 0.0);
    CHECK(curve.pieces()[0].variables[0].first().upper == 10.0);
    CHECK(curve.pieces()[0].variables[1].first().lower == 1.0);
    CHECK(curve.pieces()[0].variables[1].first().upper == 3.0);
}

TEST_CASE("A single point stands still, and so do joints that do not move")
{
    const CurveMotion still = curveOf(twoJoints(), {{2.0, configuration({1, 2}), {}, {}}});
    CHECK(still.begin() == 2.0);
    CHECK(still.end() == 2.0);
    CHECK(still.at(2.0) == configuration({1, 2}));
    const Configuration zero = configuration({0, 0});
    const CurveMotion curve =
        curveOf(twoJoints(), {{0.0, configuration({1, 2}), zero, zero}, {1.0, configuration({1, 3}), zero, zero}});
    CHECK(curve.pieces()[0].variables[0].polynomial()->degree() == 0);
    CHECK(curve.pieces()[0].variables[1].polynomial()->degree() == 5);
}

TEST_CASE("Trajectories that are none are refused, and the point is named")
{
    const Configuration q = configuration({0, 0});
    const auto has = [](const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; };
    CHECK(has(refusal({}), "has no points"));
    CHECK(has(refusal({{0, q, {}, {}}, {1, q, {}, {}}, {1, q, {}, {}}}),
              "point 2 is at 1 s, the one before it at 1 s; times have to rise"));
    CHECK(has(refusal({{0, q, {}, {}}, {std::nan(""), q, {}, {}}}), "point 1: its time is not finite"));
    CHECK(has(refusal({{0, configuration({0}), {}, {}}}), "point 0:"));
    CHECK(has(refusal({{0, configuration({0, std::nan("")}), {}, {}}}), "point 0:"));
    CHECK(has(refusal({{0, q, configuration({0}), {}}}), "point 0 has 1 velocities; the model has 2 variables"));
    CHECK(has(refusal({{0, q, configuration({0, INFINITY}), {}}}), "point 0 has velocities that are not finite"));
    CHECK(has(refusal({{0, q, {}, q}}), "accelerations and no velocities"));
}
