// A contract that cannot fail is none: each validator with a known mistake breaks it, the same code without the mistake does not.
#include <catch2/catch.hpp>

#include <iostream>

#include "contract/broken_cavity.h"
#include "contract/broken_curve.h"
#include "contract/broken_descending.h"
#include "contract/broken_doubt.h"
#include "contract/broken_dropped_pair.h"
#include "contract/broken_exempt_bodies.h"
#include "contract/broken_last_valid.h"
#include "contract/broken_rounding.h"
#include "contract/broken_sampling.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Violations in which the validator called a motion free that is in contact, or proved too much.
std::vector<std::string> unsoundAnswers(const Validate& validate)
{
    std::vector<std::string> out;
    for (const std::string& violation : contractViolations(validate))
        if (violation.find("FREE") != std::string::npos || violation.find("certified clearance") != std::string::npos)
            out.push_back(violation);
    return out;
}

int countOf(const std::vector<std::string>& violations, const std::string& text)
{
    int count = 0;
    for (const std::string& violation : violations)
        count += violation.find(text) != std::string::npos;
    return count;
}

void report(const char* name, const std::vector<std::string>& violations)
{
    std::cout << name << ": " << violations.size() << " unsound answers";
    std::string previous;
    for (const std::string& violation : violations)
    {
        // The kind of case: its name up to the first comma or number.
        const std::string kind = violation.substr(0, violation.find_first_of(",:0123456789"));
        if (kind != previous)
            std::cout << "; " << kind;
        previous = kind;
    }
    std::cout << "\n";
}

}  // namespace

TEST_CASE("The contract catches a validator that samples")
{
    const auto violations = unsoundAnswers(brokenSampling);
    report("samples", violations);
    CHECK(countOf(violations, "foil") >= 10);
    CHECK(countOf(violations, "graze -1.000000 2^-20") >= 1);
}

TEST_CASE("The contract catches a validator that forgets the descending joints of a relative motion")
{
    const auto violations = unsoundAnswers(brokenDescending);
    report("forgets descending joints", violations);
    CHECK(countOf(violations, "arm swings through the other") >= 1);
    CHECK(countOf(violations, "random scene") >= 1);
}

TEST_CASE("The contract catches a validator that ignores rounding")
{
    const auto violations = unsoundAnswers(brokenRounding);
    report("ignores rounding", violations);
    CHECK(countOf(violations, "grazing within rounding") >= 1);
}

TEST_CASE("The contract catches a validator that drops a pair")
{
    const auto violations = unsoundAnswers(brokenDroppedPair);
    report("drops a pair", violations);
    CHECK(countOf(violations, "random scene") >= 1);
}

TEST_CASE("The contract catches a validator that calls doubt a collision")
{
    const auto violations = contractViolations(brokenDoubt);
    report("calls doubt a collision", violations);
    CHECK(countOf(violations, "nearly equal rotations, balls") >= 1);
    CHECK(countOf(violations, "nearly equal rotations, pebble in a wall") >= 1);
}

TEST_CASE("The contract catches a validator that exempts all links of two bodies that a joint connects")
{
    const auto violations = unsoundAnswers(brokenExemptBodies);
    report("exempts bodies", violations);
    CHECK(countOf(violations, "tower on its own base") == 8);
    CHECK(countOf(violations, "wall on its own rail") == 2);
    CHECK(countOf(violations, "parent link in the way") == 4);
}

TEST_CASE("The contract catches a validator that joins shells through a cavity")
{
    const auto violations = unsoundAnswers(brokenCavity);
    report("joins through cavities", violations);
    CHECK(countOf(violations, "a block holds the lump") >= 3);
    CHECK(countOf(violations, "nested shells") >= 1);
}

TEST_CASE("The contract catches a last_valid that forgets what is inside at the start")
{
    const auto violations = contractViolations(brokenLastValid, nestedCases());
    CHECK(countOf(violations, "last_valid beyond") >= 4);
    CHECK(countOf(violations, "starts inside a closed mesh") >= 2);
    CHECK(contractViolations([](const auto& scene, const auto& q0, const auto& q1,
                                const auto& options) { return lastValidOfSurfaces(scene, q0, q1, options, true); },
                             nestedCases())
              .empty());
}

TEST_CASE("The contract catches a validator that goes one way round where rounding decides which")
{
    const auto violations = unsoundAnswers(brokenOneWay);
    report("goes one way round", violations);
    CHECK(countOf(violations, "half turn, floating") >= 10);
    CHECK(countOf(violations, "half turn, continuous") >= 2);
    CHECK(countOf(violations, "half turn, planar") >= 2);
    CHECK(countOf(violations, "half turn, follower") >= 2);
}

TEST_CASE("The contract catches a validator that takes angles beyond a turn literally")
{
    const auto violations = unsoundAnswers(brokenLongWay);
    report("goes the long way", violations);
    CHECK(countOf(violations, "beyond a turn") >= 2);
}

TEST_CASE("The body of the broken validators is sound without their mistakes")
{
    const Validate validate = [](const auto& scene, const auto& q0, const auto& q1, const auto& options) {
        return smallBisection(scene, q0, q1, options, {});
    };
    const auto violations = unsoundAnswers(validate);
    report("none", violations);
    CHECK(violations.empty());
}
