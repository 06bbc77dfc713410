// Lines and parabolic blends: within the limits, on the path, and as fast as known answers say.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/core/error.h>
#include <gapless/kinematics/angle.h>
#include <gapless/kinematics/motion.h>
#include <gapless/kinematics/parabolic_blends.h>

using namespace gapless;
using namespace gapless::test;

namespace {

KinematicModel slides(int count)
{
    SceneBuilder builder;
    for (int i = 0; i < count; ++i)
        builder.joint(kWorld, {}, JointType::Prismatic);
    return builder.model;
}

RateLimits limits(int count, double velocity, double acceleration)
{
    return {Configuration::Constant(count, velocity), Configuration::Constant(count, acceleration)};
}

/// Of the cubic between two points: its largest rate and acceleration by share of their limits. Both are extreme at the ends, or the rate where
/// the acceleration vanishes.
void checkRates(const TrajectoryPoint& a, const TrajectoryPoint& b, const RateLimits& limits)
{
    const double T = b.time - a.time;
    REQUIRE(T > 0.0);
    for (Eigen::Index v = 0; v < a.position.size(); ++v)
    {
        const double d = b.position[v] - a.position[v], v0 = (*a.velocity)[v], v1 = (*b.velocity)[v];
        const double begin = (6.0 * d / T - 4.0 * v0 - 2.0 * v1) / T, end = (-6.0 * d / T + 2.0 * v0 + 4.0 * v1) / T;
        // Positions are rounded.
        const double most = limits.acceleration[v] * (1.0 + 1e-6) + 4e-15 * (1.0 + std::abs(b.position[v])) / (T * T);
        CHECK(std::abs(begin) <= most);
        CHECK(std::abs(end) <= most);
        CHECK(std::abs(v0) <= limits.velocity[v] * (1.0 + 1e-12));
        CHECK(std::abs(v1) <= limits.velocity[v] * (1.0 + 1e-12));
        if (begin * end < 0.0)
        {
            const double s = begin / (begin - end);
            CHECK(std::abs(v0 + T * (begin * s + 0.5 * (end - begin) * s * s)) <= limits.velocity[v] * (1.0 + 1e-6));
        }
    }
}

/// Of the cubic, in its middle.
Configuration middle(const TrajectoryPoint& a, const TrajectoryPoint& b)
{
    return 0.5 * (a.position + b.position) + (b.time - a.time) / 8.0 * (*a.velocity - *b.velocity);
}

double distanceToSegment(const Configuration& q, const Configuration& a, const Configuration& b)
{
    const double s = std::min(1.0, std::max(0.0, (q - a).dot(b - a) / (b - a).squaredNorm()));
    return (q - a - s * (b - a)).norm();
}

void checkTrajectory(const BlendedPath& path, const RateLimits& limits)
{
    const BlendedPath::Timed timed = path.timed();
    const auto& w = path.waypoints();
    REQUIRE(timed.points.size() == timed.pieces.size() + 1);
    CHECK(timed.points.front().time == 0.0);
    CHECK(timed.points.front().position == w.front());
    CHECK(timed.points.back().position == w.back());
    CHECK(timed.points.front().velocity->norm() == 0.0);
    CHECK(timed.points.back().velocity->norm() == 0.0);
    for (std::size_t i = 0; i < timed.pieces.size(); ++i)
    {
        const TrajectoryPoint &a = timed.points[i], &b = timed.points[i + 1];
        checkRates(a, b, limits);
        const std::size_t c = timed.pieces[i].corner;
        const Configuration m = middle(a, b);
        const double size = 1e-13 * (1.0 + m.norm());
        if (!timed.pieces[i].is_blend)
        {
            for (const Configuration& q : {a.position, m, b.position})
                CHECK(distanceToSegment(q, w[c], w[c + 1]) <= size);
            continue;
        }
        const double length = (b.position - w[c]).norm();
        CHECK(length <= path.longestBlend(c) + size);
        CHECK((a.position - w[c]).norm() == Approx(length).epsilon(1e-6).margin(1e-12));
        CHECK(distanceToSegment(a.position, w[c - 1], w[c]) <= size);
        CHECK(distanceToSegment(b.position, w[c], w[c + 1]) <= size);
        CHECK((m - (0.25 * a.position + 0.5 * w[c] + 0.25 * b.position)).norm() <= 1e-9 * length + size);
        // It is the curve that the corner gives.
        CHECK((path.blend(c, length).at(0.5) - m).norm() <= 1e-9 * length + size);
    }
}

}  // namespace

TEST_CASE("A single line is a trapezoid of speed, or a triangle where it is short")
{
    const KinematicModel model = slides(2);
    const auto duration = [&](double length, double velocity, double acceleration) {
        const RateLimits at_most = limits(2, velocity, acceleration);
        const BlendedPath path(model, {configuration({0, 1}), configuration({length, 1})}, at_most);
        checkTrajectory(path, at_most);
        return path.timed().points.back().time;
    };
    CHECK(duration(3.0, 1.0, 2.0) == Approx(3.5).margin(2e-4));
    CHECK(duration(0.02, 1.0, 2.0) == Approx(0.2).margin(2e-4));
    CHECK(duration(1e-8, 1.0, 2.0) < 1e-2);
    CHECK(duration(1e6, 1.0, 2.0) == Approx(1e6 + 0.5).margin(2e-4));
    CHECK(duration(1.0, 1e-3, 1e3) == Approx(1e3).margin(1e-3));
}

TEST_CASE("A corner is passed as fast as its blend allows, and a stop costs what it must")
{
    const KinematicModel model = slides(2);
    const RateLimits at_most = limits(2, 1.0, 2.0);
    BlendedPath path(model, {configuration({0, 0}), configuration({5, 0}), configuration({5, 5})}, at_most);
    checkTrajectory(path, at_most);
    // At full speed: the length is v^2 / (2 a) = 1/4, each way half a second instead of a quarter.
    CHECK(path.timed().points.back().time == Approx(2 * (0.5 + (5.0 - 0.25 - 0.25)) + 0.5).margin(1e-3));
    path.setLongestBlend(1, 0.01);
    checkTrajectory(path, at_most);
    const double v = std::sqrt(2.0 * 0.01 * 2.0);
    const double each = 0.5 + (1.0 - v) / 2.0 + (5.0 - 0.01 - 0.25 - (1.0 - v * v) / 4.0);
    CHECK(path.timed().points.back().time == Approx(2 * each + 0.02 / v).margin(1e-3));
    path.setLongestBlend(1, 0.0);
    checkTrajectory(path, at_most);
    CHECK(path.timed().points.back().time == Approx(2 * 5.5).margin(1e-3));
    for (const BlendedPath::Piece& piece : path.timed().pieces)
        CHECK(!piece.is_blend);
    // What goes straight on is not slowed down, what turns back stops.
    const BlendedPath straight(model, {configuration({0, 0}), configuration({5, 0}), configuration({10, 0})}, at_most);
    CHECK(straight.timed().points.back().time == Approx(10.5).margin(1e-3));
    const BlendedPath back(model, {configuration({0, 0}), configuration({5, 0}), configuration({0, 0})}, at_most);
    checkTrajectory(back, at_most);
    CHECK(back.timed().points.back().time < 11.0);
}

TEST_CASE("Random paths stay within the limits and on their way, however short their segments")
{
    Random random(17);
    for (int i = 0; i < 400; ++i)
    {
        INFO("path " << i);
        const int count = 1 + random.index(7);
        const KinematicModel model = slides(count);
        RateLimits at_most = limits(count, 1.0, 1.0);
        for (int v = 0; v < count; ++v)
        {
            at_most.velocity[v] = random.logUniform(0.05, 5.0);
            at_most.acceleration[v] = random.logUniform(0.05, 20.0);
        }
        std::vector<Configuration> waypoints{Configuration::Zero(count)};
        for (int k = 1 + random.index(12); k > 0; --k)
        {
            Configuration step(count);
            const double size = random.chance(0.3) ? random.logUniform(1e-10, 1e-2) : random.logUniform(1e-2, 3.0);
            for (double& s : step)
                s = random.chance(0.3) ? 0.0 : size * random.uniform(-1, 1);
            waypoints.push_back(waypoints.back() + step);
        }
        BlendedPath path(model, waypoints, at_most);
        CHECK(path.waypoints().front() == waypoints.front());
        CHECK(path.waypoints().back() == waypoints.back());
        checkTrajectory(path, at_most);
        const double whole = path.timed().points.back().time;
        for (std::size_t c = 1; c + 1 < path.waypoints().size(); ++c)
            path.setLongestBlend(c, random.chance(0.3) ? 0.0 : path.longestBlend(c) * random.logUniform(1e-4, 1.0));
        checkTrajectory(path, at_most);
        CHECK(path.timed().points.back().time >= whole * (1.0 - 1e-3) - 1e-3);
    }
}

TEST_CASE("Joints without limits go the short way, and on from there")
{
    SceneBuilder builder;
    builder.joint(builder.joint(kWorld, {}, JointType::Continuous), {}, JointType::Planar);
    const BlendedPath path(builder.model,
                           {configuration({3, 0, 0, -3}), configuration({-3, 0, 0, 3}), configuration({-1, 1, 0, 1}),
                            configuration({1, 1, 1, -1}), configuration({3, 0, 1, -3}), configuration({-3, 0, 0, 3})},
                           limits(4, 1, 1));
    const std::vector<Configuration>& w = path.waypoints();
    REQUIRE(w.size() == 6);
    // Half a turn as OMPL goes, whichever end of the circle rounding has it at.
    for (const double from : {-M_PI_2, M_PI_2, -1.0, -2.0, 0.0})
        for (const double turn : {M_PI, -M_PI, 3.0, -3.0})
        {
            const Configuration q0 = configuration({from, 0, 0, 0});
            Configuration q1 = q0;
            q1[0] = from + turn;
            builder.model.normalizeAngles(q1);
            const BlendedPath half(builder.model, {q0, q1}, limits(4, 1, 1));
            const double middle = interpolate(builder.model, q0, q1, 0.5)[0];
            CHECK(std::abs(normalizedAngle(0.5 * (half.waypoints()[0][0] + half.waypoints()[1][0]) - middle)) < 1e-12);
        }
    CHECK(w[1][0] == Approx(2 * M_PI - 3));
    CHECK(w[1][3] == Approx(-2 * M_PI + 3));
    CHECK(w[5][0] == Approx(4 * M_PI - 3));
    CHECK(w[5][3] == Approx(-4 * M_PI + 3));
    checkTrajectory(path, limits(4, 1, 1));
}

TEST_CASE("Way-points on a straight line are no corners, where it bends or turns back there is one, and none is passed by far")
{
    const KinematicModel model = slides(3);
    Random random(63);
    for (int run = 0; run < 200; ++run)
    {
        // Lines between some corners, interpolated; some go back where they came from.
        std::vector<Configuration> corners{configuration({0, 0, 0})}, path{corners[0]};
        for (int k = 0; k < 4; ++k)
        {
            const bool returns = k > 0 && random.chance(0.3);
            const Configuration next =
                returns ? Configuration(0.5 * (corners[corners.size() - 2] + corners.back())) : Configuration(random.inCube(2.0));
            const int parts = random.chance(0.2) ? 1 : 1 + random.index(60);
            for (int i = 1; i <= parts; ++i)
                path.push_back(corners.back() + static_cast<double>(i) / parts * (next - corners.back()));
            corners.push_back(next);
        }
        const BlendedPath blended(model, path, limits(3, 1, 1));
        const std::vector<Configuration>& found = blended.waypoints();
        REQUIRE(found.size() == corners.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            CHECK((found[i] - corners[i]).norm() < 1e-14);
    }
    // On a wide circle each is off the line of the others by little, and all of them by much.
    std::vector<Configuration> circle;
    for (int i = 0; i <= 4000; ++i)
        circle.push_back(configuration({1e-2 * std::sin(1e-5 * i), 1e-2 * std::cos(1e-5 * i), 0}));
    const std::vector<Configuration> kept = BlendedPath(model, circle, limits(3, 1, 1)).waypoints();
    CHECK(kept.size() > 10);
    CHECK(kept.size() < circle.size());
    for (const Configuration& q : circle)
    {
        double nearest = 1.0;
        for (std::size_t i = 1; i < kept.size(); ++i)
        {
            const Configuration e = kept[i] - kept[i - 1], d = q - kept[i - 1];
            const double along = std::min(1.0, std::max(0.0, d.dot(e) / e.squaredNorm()));
            nearest = std::min(nearest, (d - along * e).norm());
        }
        CHECK(nearest < 3e-12);
    }
}

TEST_CASE("Way-points that coincide are one, and a path of one stands still")
{
    const KinematicModel model = slides(1);
    const auto at = [](double x) { return configuration({x}); };
    CHECK(BlendedPath(model, {at(1), at(1), at(1)}, limits(1, 1, 1)).waypoints().size() == 1);
    CHECK(BlendedPath(model, {at(1)}, limits(1, 1, 1)).timed().points.size() == 1);
    const BlendedPath close(model, {at(0), at(1), at(1 + 5e-10), at(1 + 1.2e-9), at(1 + 4e-10)}, limits(1, 1, 1));
    CHECK(close.waypoints().size() == 2);
    CHECK(close.waypoints().back()[0] == 1 + 4e-10);
    CHECK(BlendedPath(model, {at(0), at(5e-324)}, limits(1, 1, 1)).timed().points.size() == 1);
    const BlendedPath tiny(model, {at(0), at(1e-10)}, limits(1, 1, 1));
    checkTrajectory(tiny, limits(1, 1, 1));
}

TEST_CASE("Paths and limits that do not fit are refused")
{
    const KinematicModel model = slides(2);
    const std::vector<Configuration> path{configuration({0, 0}), configuration({1, 1})};
    CHECK_THROWS_AS(BlendedPath(model, {}, limits(2, 1, 1)), InputError);
    CHECK_THROWS_AS(BlendedPath(model, {configuration({0})}, limits(2, 1, 1)), InputError);
    CHECK_THROWS_AS(BlendedPath(model, path, limits(1, 1, 1)), InputError);
    for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    {
        CHECK_THROWS_AS(BlendedPath(model, path, limits(2, bad, 1)), InputError);
        CHECK_THROWS_AS(BlendedPath(model, path, limits(2, 1, bad)), InputError);
    }
    CHECK_THROWS_WITH(BlendedPath(model, {configuration({0, 0}), configuration({1e200, 1})}, limits(2, 1, 1)),
                      Catch::Contains("too far"));
    CHECK_THROWS_WITH(BlendedPath(model, path, limits(2, 1e-12, 1)).timed(), Catch::Contains("would last longer"));
    SceneBuilder builder;
    builder.joint(kWorld, {}, JointType::Floating);
    const Configuration still = configuration({0, 0, 0, 0, 0, 0, 1}), moved = configuration({1, 0, 0, 0, 0, 0, 1}),
                        turned = configuration({0, 0, 0, 1, 0, 0, 0});
    checkTrajectory(BlendedPath(builder.model, {still, moved}, limits(7, 1, 1)), limits(7, 1, 1));
    CHECK_THROWS_AS(BlendedPath(builder.model, {still, turned}, limits(7, 1, 1)), InputError);
}
