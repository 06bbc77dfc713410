// P. Jimenez, F. Thomas, C. Torras: "Collision detection algorithms for motion planning", section 3.1, Figs 8 to 11: three polygons, of which 1 and 2 collide between two
// samples, and 2 and 3 pass the same place at different times. What each of the survey's approaches says of it is known.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include "coordination_support.h"

#include <gapless/certify/certify_path.h>
#include <gapless/certify/static_checker.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr int kSamples = 4;
/// Polygon 3 is at its end by then.
constexpr double kEarly = 0.5;

/// A prism about z on a regular polygon.
std::shared_ptr<const TriangleMesh> prism(int sides, double radius)
{
    std::vector<Vec3> v;
    std::vector<TriangleMesh::Triangle> t;
    for (const double z : {-0.1, 0.1})
        for (int k = 0; k < sides; ++k)
            v.emplace_back(radius * std::cos(2.0 * M_PI * k / sides), radius * std::sin(2.0 * M_PI * k / sides), z);
    for (int k = 0; k < sides; ++k)
    {
        const int next = (k + 1) % sides;
        t.push_back({k, next, sides + next});
        t.push_back({k, sides + next, sides + k});
        if (k > 0 && next > 0)
        {
            t.push_back({0, next, k});
            t.push_back({sides, sides + k, sides + next});
        }
    }
    return meshOf(v, t);
}

/// Each polygon slides along a line of its own, one variable each. All that are given have their pairs.
struct Survey
{
    std::shared_ptr<const Scene> scene;
    Configuration from = configuration({-2.0, -2.0, -0.9}), to = configuration({2.0, 2.0, 0.9});

    explicit Survey(const std::vector<std::pair<int, int>>& pairs = {{1, 2}, {1, 3}, {2, 3}})
    {
        TwoRobots robots;
        const auto add = [&](int number, const Vec3& origin, const Vec3& axis, int sides) {
            robots.builder.link(std::to_string(number),
                                robots.joint(number - 1, kWorld, {Mat3::Identity(), origin}, JointType::Prismatic, axis),
                                prism(sides, 0.18));
        };
        add(1, Vec3::Zero(), Vec3::UnitX(), 5);
        add(2, Vec3::Zero(), Vec3::UnitY(), 4);
        add(3, Vec3(0.0, 1.2, 0.0), Vec3::UnitX(), 3);
        std::vector<ObjectPair> active;
        for (const auto& [a, b] : pairs)
            active.push_back({ObjectIndex(static_cast<std::size_t>(a - 1)), ObjectIndex(static_cast<std::size_t>(b - 1)), 0.0});
        scene = std::make_shared<const Scene>(robots.builder.model, robots.builder.objects, active);
    }

    Configuration at(double time) const
    {
        Configuration q = from + time * (to - from);
        q[2] = from[2] + std::min(1.0, time / kEarly) * (to[2] - from[2]);
        return q;
    }

    PathResult exactAnswer() const
    {
        PathCertificationOptions options;
        options.tolerance = 1e-6;
        return certifyPath(scene, {from, at(kEarly), to}, options);
    }
};

}  // namespace

TEST_CASE("Few samples miss that polygons 1 and 2 of the survey collide, and more of them find it")
{
    const Survey survey;
    StaticChecker checker(survey.scene, 1e-6);
    for (int k = 0; k < kSamples; ++k)
        CHECK(checker.check(survey.at(static_cast<double>(k) / (kSamples - 1))) == Verdict::Free);
    bool is_hit = false;
    for (int k = 0; k <= 64; ++k)
        is_hit = is_hit || checker.check(survey.at(k / 64.0)) == Verdict::Collision;
    CHECK(is_hit);
}

TEST_CASE("What polygons 2 and 3 of the survey sweep overlaps, as boxes tell, and what 1 and 3 sweep does not")
{
    const Survey survey;
    const auto box = [&](int number) { return RobotCurve(survey.scene, number - 1, survey.from, survey.to).box(); };
    CHECK(box(1).intersects(box(2)));
    CHECK(box(2).intersects(box(3)));
    CHECK_FALSE(box(1).intersects(box(3)));
}

TEST_CASE("Of the survey's polygons 1 and 2 collide, between the second sample and the third, and no others do")
{
    const Survey survey;
    const PathResult all = survey.exactAnswer();
    REQUIRE(all.verdict == Verdict::Collision);
    REQUIRE(all.segment);
    const double time = kEarly * (static_cast<double>(*all.segment) + all.t);
    CHECK(time > 1.0 / 3.0);
    CHECK(time < 2.0 / 3.0);
    REQUIRE(all.witness);
    const ObjectPair& pair = survey.scene->pair(all.witness->pair);
    CHECK(survey.scene->object(pair.a).name == "1");
    CHECK(survey.scene->object(pair.b).name == "2");
    CHECK(Survey({{1, 2}}).exactAnswer().verdict == Verdict::Collision);
    CHECK(Survey({{1, 3}, {2, 3}}).exactAnswer().verdict == Verdict::Free);
}

TEST_CASE("The square of polygons 2 and 3 says why: they are at the same place at other times")
{
    const Survey survey;
    const auto robots = std::make_shared<RobotPair>(survey.scene, 1, 2);
    CoordinationSquare square(robots, std::make_shared<RobotCurve>(survey.scene, 1, survey.from, survey.to),
                              std::make_shared<RobotCurve>(survey.scene, 2, survey.from, survey.to), 1e-6);
    // Not whatever the timing,
    REQUIRE(square.run() == Verdict::Collision);
    const CoordinationResult result = square.result();
    const double time_of_2 = result.s, time_of_3 = kEarly * result.t;
    CHECK(time_of_2 - time_of_3 > 0.3);
    // but all along the timing that they have.
    const CoordinationMap& map = square.map(1.0 / 128.0);
    const int steps = 200;
    for (int k = 0; k < steps; ++k)
    {
        const auto shares = [&](double scale) { return Interval(std::min(1.0, k / scale), std::min(1.0, (k + 1) / scale)); };
        CAPTURE(k);
        CHECK(map.isFree(shares(steps), shares(kEarly * steps)));
    }
    // Did 3 go there as late as 2 they would meet.
    CHECK_FALSE(map.isFree(Interval(result.s), Interval(result.t)));
    CHECK(map.area(CoordinationMap::State::Open) < 0.1);
}
