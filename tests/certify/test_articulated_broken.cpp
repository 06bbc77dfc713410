// Checks that cannot fail are none: each implementation with a known mistake breaks them, the same code without the mistake does not.
#include <iostream>

#include <catch2/catch.hpp>

#include "certify/articulated_agreement.h"
#include "certify/articulated_broken.h"
#include "certify/articulated_cases.h"

using namespace gapless;
using namespace gapless::test;

namespace {

int countOf(const std::vector<std::string>& violations, const std::string& text)
{
    int count = 0;
    for (const std::string& violation : violations)
        count += violation.find(text) != std::string::npos;
    return count;
}

/// At the middle one of the time tolerances.
std::vector<std::string> onCases(const Articulated& check)
{
    return articulatedViolations(check, articulatedCases(), {severalTolerances()[1]});
}

std::vector<std::string> onRandomMotions(const Articulated& check, int motions)
{
    Agreement sums;
    forRandomMotions(motions, [&](const ArticulatedMotion& motion, const ArticulatedOptions& options) {
        ArticulatedOptions coarse = options;
        coarse.time_tolerance = std::max(1e-6, options.time_tolerance);
        (void)compareAll(check, motion, coarse, sums);
    });
    return sums.violations;
}

}  // namespace

TEST_CASE("The checks let a slow sound implementation pass")
{
    for (const std::string& violation : articulatedViolations(slowArticulated, articulatedCases(), severalTolerances()))
        FAIL_CHECK(violation);
    for (const std::string& violation : onRandomMotions(slowArticulated, 300))
        FAIL_CHECK(violation);
}

TEST_CASE("The checks catch an implementation that looks at three instants")
{
    const auto violations = onCases(brokenThreeLooks);
    CHECK(countOf(violations, "FREE") >= 10);
    CHECK(countOf(violations, "bullet through a sheet, ball: FREE") == 1);
    CHECK(countOf(violations, "LATE") >= 10);
    CHECK(countOf(onRandomMotions(brokenThreeLooks, 40), "UNPROVEN") >= 1);
}

TEST_CASE("The checks catch an implementation that tells a later contact")
{
    CHECK(countOf(onCases(brokenLater), "LATE") >= 20);
    const auto random = onRandomMotions(brokenLater, 40);
    CHECK(countOf(random, "UNPROVEN") + countOf(random, "LATE") >= 5);
}

TEST_CASE("The checks catch a time of contact that ends too early")
{
    CHECK(countOf(onCases(brokenEarly), "EARLY") >= 20);
    const auto random = onRandomMotions(brokenEarly, 40);
    CHECK(countOf(random, "EARLY") + countOf(random, "UNPROVEN") >= 5);
}

TEST_CASE("The checks catch an implementation that drops a pair")
{
    const auto violations = onCases(brokenDroppedPairOf);
    CHECK(countOf(violations, "PAIR") + countOf(violations, "LATE") + countOf(violations, "FREE") >= 3);
    const auto random = onRandomMotions(brokenDroppedPairOf, 400);
    CHECK(countOf(random, "UNPROVEN") + countOf(random, "FREE") >= 1);
}

TEST_CASE("The checks catch what is called proven within the tolerance")
{
    CHECK(countOf(onCases(brokenProof), "PROVED") >= 3);
}

TEST_CASE("The checks catch a time of contact wider than asked for")
{
    CHECK(countOf(onCases(brokenWide), "WIDE") >= 20);
}

TEST_CASE("The checks catch wrong normals, points and features")
{
    CHECK(countOf(onCases(brokenNormal), "NORMAL") >= 10);
    const auto points = onCases(brokenPoints);
    CHECK(countOf(points, "off their objects") >= 10);
    CHECK(countOf(points, "POINT") >= 10);
    const auto features = onCases(brokenFeatures);
    CHECK(countOf(features, "FEATURE") >= 4);
    CHECK(countOf(features, "no triangle") + countOf(features, "a solid touches") >= 1);
}

TEST_CASE("The checks catch an implementation that takes a spent budget for a proof")
{
    const auto violations = onRandomMotions(brokenBudget, 40);
    CHECK(countOf(violations, "BUDGET: UNPROVEN") >= 1);
    CHECK(countOf(violations, "BUDGET: last_valid beyond the contact") >= 1);
}

TEST_CASE("The checks catch a first stage that culls what meets on the way")
{
    CHECK(countOf(onCases(brokenStage), "FREE") >= 10);
    const auto violations = onRandomMotions(brokenStage, 400);
    CHECK(countOf(violations, "STAGES") >= 1);
}
