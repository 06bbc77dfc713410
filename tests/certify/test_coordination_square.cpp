// CoordinationSquare where the answer is known in closed form, and what it does with budgets and bad input.
#include <catch2/catch.hpp>

#include <cmath>

#include "coordination_support.h"

#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kFine = 1.0 / 1024.0, kKnown = 2e-3;
using State = CoordinationMap::State;

/// The free area at kFine is at most what is free, and less by no more than kKnown.
void hasFreeArea(StraightSquare& s, double free)
{
    const CoordinationMap& map = s.square.map(kFine);
    REQUIRE(s.square.isMapDone());
    const double found = map.area(State::Free);
    INFO("free: " << free << ", found: " << found);
    CHECK(found <= free + 1e-12);
    CHECK(found >= free - kKnown);
    // Cells make up the square.
    CHECK(found + map.area(State::Open) == Approx(map.whole().s.width() * map.whole().t.width()));
    CHECK(s.square.run() == (free < 1.0 ? Verdict::Collision : Verdict::Free));
}

}  // namespace

TEST_CASE("Two balls on lines that cross at 60 degrees: what is blocked is an ellipse of known area")
{
    const double r = 0.1, angle = M_PI / 3.0;
    TwoRobots robots;
    robots.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), r);
    robots.ballOnLine(1, Vec3(-std::cos(angle), -std::sin(angle), 0), Vec3(std::cos(angle), std::sin(angle), 0), r);
    StraightSquare s(robots.builder.build(), configuration({0, 0}), configuration({2, 2}));
    hasFreeArea(s, 1.0 - M_PI * 4.0 * r * r / (2.0 * 2.0 * std::sin(angle)));
}

TEST_CASE("Two discs on one circle, the same way round: a band is blocked")
{
    const double r = 0.1, R = 1.0, turn = 2.0, apart = 2.0 * std::asin(r / R);
    TwoRobots robots;
    const Shape disc = Cylinder{r, 0.1};
    robots.shapeOnCircle(0, Vec3::Zero(), R, disc).shapeOnCircle(1, Vec3::Zero(), R, disc);
    StraightSquare s(robots.builder.build(), configuration({0, 0}), configuration({turn, turn}));
    hasFreeArea(s, std::pow(1.0 - apart / turn, 2));
}

TEST_CASE("Two discs on concentric circles, in opposite senses: a band is blocked")
{
    const double r = 0.1, R_a = 1.0, R_b = 1.1, turn = 2.0;
    const double apart = std::acos((R_a * R_a + R_b * R_b - 4.0 * r * r) / (2.0 * R_a * R_b));
    TwoRobots robots;
    const Shape disc = Cylinder{r, 0.1};
    robots.shapeOnCircle(0, Vec3::Zero(), R_a, disc).shapeOnCircle(1, Vec3::Zero(), R_b, disc);
    StraightSquare s(robots.builder.build(), configuration({0, turn}), configuration({turn, 0}));
    hasFreeArea(s, std::pow(1.0 - apart / turn, 2));
}
