// Timed trajectories of a group: what is certified is what a controller drives, and what is re-timed may be driven.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "conversion/timed_trajectories.h"
#include "moveit/small_robots.h"

using namespace gapless_moveit;
using namespace gapless_moveit::test;

namespace {

struct Judge
{
    explicit Judge(const DescriptionBuilder& b, const ValidationSettings& settings = {}) : validation(b.scene, settings, store) {}

    RequestValidation::PathAnswer operator()(const std::vector<TimedState>& trajectory) const
    {
        return certifyTrajectory(validation, trajectory);
    }

    GeometryStore store;
    RequestValidation validation;
};

ValidationSettings withError(double error)
{
    ValidationSettings settings;
    settings.tracking_error = error;
    return settings;
}

/// The arm of `turningArm()` as a joint without limits.
DescriptionBuilder turntable()
{
    DescriptionBuilder b = turningArm();
    b.joint("arm").kind = Kind::Continuous;
    return b;
}

/// A ball on two slides, about a post near the corner of the way (0, 0), (1, 0), (1, 1), on its inner side.
DescriptionBuilder slidesAndPost(double gap)
{
    DescriptionBuilder b;
    b.link("x", {}, Kind::Prismatic, {}, {}, Vec3::UnitX());
    b.link("ball", 0, Kind::Prismatic, {}, {{Sphere{0.1}, {}}}, Vec3::UnitY());
    // The way comes as near to the post as the balls are wide and `gap`.
    const double off = 0.2 + gap;
    b.object("post", Sphere{0.1}, at(1.0 - off, off, 0));
    return b;
}

double value(const TimedState& a, const TimedState& b, std::size_t k, double t)
{
    const double T = b.time - a.time, s = (t - a.time) / T;
    const double h00 = 2 * s * s * s - 3 * s * s + 1, h10 = s * s * s - 2 * s * s + s;
    const double h01 = 3 * s * s - 2 * s * s * s, h11 = s * s * s - s * s;
    return h00 * a.positions[k] + h10 * T * a.velocities[k] + h01 * b.positions[k] + h11 * T * b.velocities[k];
}

}  // namespace

TEST_CASE("A trajectory is judged by the splines that its velocities and accelerations make, not by its way-points")
{
    const Judge judge(turningArm());
    // 1.4 is 0.083 before the post; the cubic is at 1.53 on its way there.
    CHECK(judge({{0.0, {0.0}, {}, {}}, {1.0, {1.4}, {}, {}}}).is_certified);
    const RequestValidation::PathAnswer overshoots = judge({{0.0, {0.0}, {0.0}, {}}, {1.0, {1.4}, {-2.0}, {}}});
    CHECK_FALSE(overshoots.is_certified);
    CHECK_FALSE(overshoots.is_interrupted);
    CHECK_THAT(overshoots.reason,
               Catch::Contains("in collision") && Catch::Contains("'arm' and 'post'") && Catch::Contains("from 0.7"));
    // The quintic that begins and ends with no acceleration goes farther yet; slower at the end, it does not.
    CHECK_FALSE(judge({{0.0, {0.0}, {0.0}, {0.0}}, {1.0, {1.4}, {-2.0}, {0.0}}}).is_certified);
    CHECK(judge({{0.0, {0.0}, {0.0}, {0.0}}, {1.0, {1.4}, {-0.1}, {0.0}}}).is_certified);
    // What stands still at one way-point is one state.
    CHECK(judge({{0.0, {1.4}, {}, {}}}).is_certified);
    CHECK_FALSE(judge({{0.0, {1.5}, {}, {}}}).is_certified);
}

TEST_CASE("Values of a trajectory are literal: a controller turns a joint without limits by their difference")
{
    const Judge judge(turntable());
    // From 3 to -3 through 0, past the post on neither side; the other way about, it meets it.
    CHECK_FALSE(judge({{0.0, {3.0}, {}, {}}, {1.0, {-3.0}, {}, {}}}).is_certified);
    CHECK(judge.validation.certify({{3.0}, {-3.0}}, true).is_certified);
    CHECK(judge({{0.0, {3.0}, {}, {}}, {1.0, {2 * M_PI - 3.0}, {}, {}}}).is_certified);
    CHECK(judge({{0.0, {2.0 * M_PI + 1.0}, {}, {}}, {1.0, {2.0 * M_PI - 3.0}, {}, {}}}).is_certified);
}

TEST_CASE("A tracking error is within the certificate, or keeps a trajectory from it")
{
    const std::vector<TimedState> near{{0.0, {0.0}, {}, {}}, {1.0, {1.4}, {}, {}}};
    CHECK(Judge(turningArm(), withError(0.05))(near).is_certified);
    const RequestValidation::PathAnswer answer = Judge(turningArm(), withError(0.1))(near);
    CHECK_FALSE(answer.is_certified);
    CHECK_THAT(answer.reason, Catch::Contains("undecided"));
}

TEST_CASE("A robot that stands is certified with its tracking error, or no trajectory from there is")
{
    const DescriptionBuilder b = turningArm();
    const auto isCertified = [&](double error, double angle) {
        const Judge judge(b, withError(error));
        return certifyStanding(judge.validation, {angle}).is_certified;
    };
    // 1.4 is 0.083 before the post.
    CHECK(isCertified(0.0, 1.4));
    CHECK(isCertified(0.05, 1.4));
    CHECK_FALSE(isCertified(0.1, 1.4));
    CHECK_FALSE(isCertified(0.0, 1.5));
    const Judge judge(b, withError(0.1));
    CHECK_THAT(certifyStanding(judge.validation, {1.4}).reason, Catch::Contains("'arm' and 'post'"));
    CHECK(certifyStanding(judge.validation, {1.4}, [] { return true; }).is_interrupted);
}

TEST_CASE("Without times, and where a floating joint turns, way-points are certified, and none with a tracking error")
{
    CHECK(Judge(turningArm())({{0.0, {0.0}, {}, {}}, {0.0, {1.4}, {}, {}}}).is_certified);
    CHECK_FALSE(Judge(turningArm())({{0.0, {0.0}, {}, {}}, {0.0, {3.0}, {}, {}}}).is_certified);
    CHECK_FALSE(Judge(turningArm(), withError(0.01))({{0.0, {0.0}, {}, {}}, {0.0, {1.4}, {}, {}}}).is_certified);
    DescriptionBuilder b;
    b.link("bar", {}, Kind::Floating, {}, {{Box{Vec3(0.3, 0.05, 0.05)}, {}}});
    b.object("far", Sphere{0.1}, at(5, 5, 5));
    const std::vector<TimedState> turns{{0.0, {0, 0, 0, 0, 0, 0, 1}, {}, {}}, {1.0, {1, 0, 0, 0, 0, 0.6, 0.8}, {}, {}}};
    const std::vector<TimedState> shifts{{0.0, {0, 0, 0, 0, 0, 0.6, 0.8}, {}, {}}, {1.0, {1, 0, 0, 0, 0, 0.6, 0.8}, {}, {}}};
    CHECK(Judge(b)(turns).is_certified);
    CHECK(Judge(b)(shifts).is_certified);
    CHECK_THAT(Judge(b, withError(0.01))(turns).reason, Catch::Contains("tracking error"));
    CHECK(Judge(b, withError(0.01))(shifts).is_certified);
}

TEST_CASE("What is no trajectory is not certified, and the reason says why")
{
    const Judge judge(turningArm());
    CHECK_FALSE(judge({}).is_certified);
    CHECK_THAT(judge({{0.0, {}, {}, {}}, {1.0, {}, {}, {}}}).reason, Catch::Contains("to_arm"));
    CHECK_THAT(judge({{0.0, {0.0}, {}, {}}, {2.0, {0.1}, {}, {}}, {1.0, {0.2}, {}, {}}}).reason, Catch::Contains("time"));
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()})
    {
        CHECK_FALSE(judge({{0.0, {0.0}, {}, {}}, {1.0, {bad}, {}, {}}}).is_certified);
        CHECK_FALSE(judge({{0.0, {0.0}, {bad}, {}}, {1.0, {0.1}, {0.0}, {}}}).is_certified);
        CHECK_FALSE(judge({{0.0, {0.0}, {}, {}}, {bad, {0.1}, {}, {}}}).is_certified);
    }
    const Interruption at_once = [] { return true; };
    CHECK(certifyTrajectory(judge.validation, {{0.0, {0.0}, {}, {}}, {1.0, {0.1}, {}, {}}}, at_once).is_interrupted);
    CHECK(retime(judge.validation, {{0.0}, {0.1}}, {{1.0}, {1.0}}, at_once).is_interrupted);
}

TEST_CASE("A path is timed within the limits, its corners as round as is proven, and what goes out is certified")
{
    for (const double gap : {0.3, 0.02, 0.001})
    {
        INFO("gap " << gap);
        const DescriptionBuilder b = slidesAndPost(gap);
        const Judge judge(b);
        const GroupRates limits{{1.0, 0.5}, {4.0, 2.0}};
        const TimedAnswer answer = retime(judge.validation, {{0, 0}, {1, 0}, {1, 1}}, limits);
        INFO(answer.reason);
        REQUIRE(answer.is_certified);
        const std::vector<TimedState>& states = answer.trajectory;
        REQUIRE(states.size() >= 4);
        CHECK(judge(states).is_certified);
        CHECK(states.front().positions == std::vector<double>{0, 0});
        CHECK(states.back().positions[1] == Approx(1.0));
        CHECK(states.back().velocities[1] == Approx(0.0).margin(1e-9));
        double nearest = 10.0;
        for (std::size_t i = 1; i < states.size(); ++i)
            for (int k = 0; k <= 200; ++k)
            {
                const double t = states[i - 1].time + (states[i].time - states[i - 1].time) * k / 200.0;
                const double x = value(states[i - 1], states[i], 0, t), y = value(states[i - 1], states[i], 1, t);
                nearest = std::min(nearest, std::hypot(x - (1.0 - 0.2 - gap), y - 0.2 - gap) - 0.2);
            }
        CHECK(nearest > 0.0);
        for (const TimedState& state : states)
            for (std::size_t k = 0; k < 2; ++k)
                CHECK(std::abs(state.velocities[k]) <= limits.velocities[k] * (1 + 1e-9));
    }
    // The path itself is not free.
    const Judge judge(slidesAndPost(-0.05));
    const TimedAnswer answer = retime(judge.validation, {{0, 0}, {1, 0}, {1, 1}}, {{1, 1}, {1, 1}});
    CHECK_FALSE(answer.is_certified);
    CHECK(answer.trajectory.empty());
    CHECK_THAT(answer.reason, Catch::Contains("'ball' and 'post'"));
    CHECK_FALSE(retime(judge.validation, {}, {{1, 1}, {1, 1}}).is_certified);
    CHECK_FALSE(retime(judge.validation, {{0, 0}, {-1, 0}}, {{1, 0}, {1, 1}}).is_certified);
    CHECK_FALSE(retime(judge.validation, {{0, 0}, {-1, 0}}, {{1}, {1, 1}}).is_certified);
}

TEST_CASE("Way-points on a straight line cost no time")
{
    const Judge judge(slidesAndPost(0.3));
    std::vector<std::vector<double>> dense;
    for (int k = 0; k <= 100; ++k)
        dense.push_back({0.0073 * k, 0.0031 * k});
    const GroupRates limits{{1.0, 1.0}, {2.0, 2.0}};
    const TimedAnswer plain = retime(judge.validation, {dense.front(), dense.back()}, limits),
                      interpolated = retime(judge.validation, dense, limits);
    REQUIRE((plain.is_certified && interpolated.is_certified));
    CHECK(interpolated.trajectory.back().time < 1.01 * plain.trajectory.back().time);
}

TEST_CASE("A timed path begins where the robot stands, whole turns included, and goes the short way")
{
    const Judge judge(turntable());
    const double turns = 4.0 * M_PI;
    const TimedAnswer answer = retime(judge.validation, {{turns + 3.0}, {turns + 3.2}, {-2.9}}, {{1.0}, {2.0}});
    INFO(answer.reason);
    REQUIRE_FALSE(answer.is_certified);  // unwound, and more than half a turn
    const TimedAnswer short_way =
        retime(judge.validation, {{turns + 3.0}, {turns + 3.2}, {turns + 2 * M_PI - 2.9}}, {{1.0}, {2.0}});
    INFO(short_way.reason);
    REQUIRE(short_way.is_certified);
    CHECK(short_way.trajectory.front().positions[0] == Approx(turns + 3.0).margin(1e-12));
    CHECK(short_way.trajectory.back().positions[0] == Approx(turns + 2 * M_PI - 2.9).margin(1e-9));
}

TEST_CASE("A trajectory is of a path that begins where it does, and ends there but for whole turns")
{
    DescriptionBuilder b = turntable();
    b.link("slide", 1, Kind::Prismatic, at(0, 0, 1), {{Sphere{0.01}, {}}}, Vec3::UnitZ());
    const Judge judge(b);
    const auto isOf = [&](const std::vector<double>& first, const std::vector<double>& last) {
        return isOfPath(judge.validation, {{0.0, {0.5, 0.1}, {}, {}}, {1.0, {1.0, 0.2}, {}, {}}}, {first, {0.7, 0.3}, last});
    };
    const double turn = 2.0 * M_PI;
    CHECK(isOf({0.5, 0.1}, {1.0, 0.2}));
    CHECK(isOf({0.5 + 1e-9, 0.1}, {1.0 - turn, 0.2 - 1e-9}));
    CHECK_FALSE(isOf({0.5 + turn, 0.1}, {1.0 + turn, 0.2}));
    CHECK_FALSE(isOf({0.5, 0.1}, {1.01, 0.2}));
    CHECK_FALSE(isOf({0.5, 0.1}, {1.0, 0.2 + turn}));
    CHECK_FALSE(isOf({0.51, 0.1}, {1.0, 0.2}));
    CHECK_FALSE(isOf({0.5}, {1.0, 0.2}));
    CHECK_FALSE(isOfPath(judge.validation, {}, {{0.5, 0.1}}));
    CHECK_FALSE(isOfPath(judge.validation, {{0.0, {0.5, 0.1}, {}, {}}}, {}));
}

TEST_CASE("With a tracking error, a timed path is certified with it or not at all")
{
    const Judge wide(slidesAndPost(0.05), withError(0.02)), narrow(slidesAndPost(0.02), withError(0.05));
    CHECK(retime(wide.validation, {{0, 0}, {1, 0}, {1, 1}}, {{1, 1}, {2, 2}}).is_certified);
    CHECK_FALSE(retime(narrow.validation, {{0, 0}, {1, 0}, {1, 1}}, {{1, 1}, {2, 2}}).is_certified);
}
