// A contract that cannot fail is none: each judge of curves with a known mistake breaks it, the same code without the mistake does not.
#include <catch2/catch.hpp>

#include <iostream>

#include "contract/broken_curve_bounds.h"
#include "contract/broken_other_curve.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Cases = const std::vector<CurveCase>& (*)();
constexpr std::initializer_list<Cases> kAll = {carCurveCases, wayCurveCases, knownCurveCases, jointCurveCases,
                                               trackingCurveCases};

/// Violations in which the judge called a curve free that is in contact, or proved too much.
std::vector<std::string> unsoundAnswers(const CurveJudge& judge, std::initializer_list<Cases> groups)
{
    std::vector<std::string> out;
    for (const Cases cases : groups)
        for (const std::string& violation : curveViolations(judge, cases()))
            if (violation.find("FREE") != std::string::npos || violation.find("certified clearance") != std::string::npos
                || violation.find("beyond the contact") != std::string::npos)
                out.push_back(violation);
    return out;
}

/// Curves of that kind that are called free in spite of contact.
int missed(const std::vector<std::string>& violations, const std::string& kind)
{
    int count = 0;
    for (const std::string& violation : violations)
        count += violation.find(kind) == 0 && violation.find("FREE") != std::string::npos;
    return count;
}

std::vector<std::string> report(const char* name, const CurveJudge& judge, std::initializer_list<Cases> groups)
{
    const auto violations = unsoundAnswers(judge, groups);
    std::cout << name << ": " << violations.size() << " unsound answers, missed";
    for (const char* kind :
         {"car, ", "two cars", "hop", "turn of", "cusp", "way", "parabola", "cubic", "quartic", "foil", "blend", "turn by",
          "two balls", "random chain", "floating body", "chain off", "telescope", "elbow", "car off"})
        if (const int count = missed(violations, kind))
            std::cout << "; " << kind << " " << count;
    std::cout << "\n";
    return violations;
}

}  // namespace

TEST_CASE("The contract catches a judge that joins way-points by straight lines instead of the spline")
{
    const auto violations = report("lines for splines", brokenSpline, {knownCurveCases, jointCurveCases});
    CHECK(missed(violations, "parabola") >= 3);
    CHECK(missed(violations, "quartic") >= 3);
    CHECK(missed(violations, "blend") == 2);
    CHECK(missed(violations, "random chain") * kShare >= 10);
}

TEST_CASE("The contract catches a judge that takes the chord for the arc")
{
    const auto violations = report("chords for arcs", brokenArc, {carCurveCases, wayCurveCases});
    CHECK(missed(violations, "car, ") * kShare >= 20);
    CHECK(missed(violations, "two cars") * kShare >= 5);
    CHECK(missed(violations, "turn of") >= 1);
    CHECK(missed(violations, "way") >= 1);
}

TEST_CASE("The contract catches a judge that forgets the last piece")
{
    const auto violations = report("forgets the last piece", brokenLastPiece, {carCurveCases, knownCurveCases, jointCurveCases});
    CHECK(missed(violations, "car, ") * kShare >= 20);
    CHECK(missed(violations, "random chain") * kShare >= 5);
    CHECK(missed(violations, "parabola") >= 1);
}

TEST_CASE("The contract catches a judge that forgets the turns of floating bodies")
{
    const auto violations = report("forgets turns", brokenTurns, {turningCurveCases});
    CHECK(missed(violations, "floating body") * kShare >= 10);
}

TEST_CASE("The contract catches a judge that proves the way back of a car")
{
    const auto violations = report("proves the way back", brokenWayBack, {carCurveCases});
    CHECK(missed(violations, "car, Dubins") * kShare >= 10);
}

TEST_CASE("The contract catches a judge to which the hop at the end of a car's curve is nothing")
{
    const auto violations = report("leaves out the hop", brokenHop, {carCurveCases});
    CHECK(missed(violations, "hop") >= 10);
}

TEST_CASE("The contract catches a judge that takes the rates of a polynomial at its ends")
{
    const auto violations = report("rates at ends", brokenRatesAtEnds, {knownCurveCases, jointCurveCases});
    CHECK(missed(violations, "foil") >= 10);
    CHECK(missed(violations, "random chain") >= 1);
}

TEST_CASE("The contract catches a judge that takes the lever arms of a tracking error at the first pose")
{
    const auto violations = report("levers at the first pose", brokenFirstLevers, {trackingCurveCases});
    CHECK(missed(violations, "telescope extends") >= 5);
    CHECK(missed(violations, "elbow unfolds") >= 1);
}

TEST_CASE("The contract catches a judge that ignores the tracking error")
{
    const auto violations = report("ignores the tracking error", brokenNoTrackingError, {trackingCurveCases});
    CHECK(missed(violations, "chain off") * kShare >= 10);
    CHECK(missed(violations, "telescope extends") >= 5);
    CHECK(missed(violations, "car off") * kShare >= 5);
}

TEST_CASE("The bodies of the broken judges are sound without their mistakes")
{
    CHECK(report(
              "none, by bisection", [](const CurveCase& curve) { return smallCurveJudge(curve, {}); }, kAll)
              .empty());
    CHECK(report(
              "none, by the library", [](const CurveCase& curve) { return judgeInstead(curve, curve.curve); }, kAll)
              .empty());
}
