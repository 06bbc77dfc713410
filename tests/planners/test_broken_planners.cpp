// A contract that cannot fail is none: each planner with a known mistake breaks it. The planners that they derive from do not, see
// test_planner_contract.cpp.
#include <algorithm>

#include <catch2/catch.hpp>

#include "planners/broken_backwards.h"
#include "planners/broken_clear.h"
#include "planners/broken_deaf.h"
#include "planners/broken_early_scene.h"
#include "planners/broken_exact_claim.h"
#include "planners/broken_fickle_scene.h"
#include "planners/broken_forgetful.h"
#include "planners/broken_one_start.h"
#include "planners/broken_start.h"
#include "planners/broken_straight_line.h"
#include "planners/broken_whim.h"
#include "planners/planner_contract.h"
#include "support/sanitized.h"

using namespace gapless::test;

namespace {

/// The small problems are solved with one seed instead of four where a sanitizer slows all down.
constexpr std::ptrdiff_t kSolutions = kSanitized ? 4 : 12;

template <class Planner>
std::vector<std::string> violationsOf(const std::string& obligation)
{
    PlannerTraits traits;
    traits.checks_states = false;
    traits.drives_cars = true;
    return check({"broken", [](const auto& si) { return std::make_shared<Planner>(si); }, traits}, obligation).violations();
}

/// Violations that have the text.
std::ptrdiff_t countOf(const std::vector<std::string>& violations, const std::string& text)
{
    for (const std::string& violation : violations)
        UNSCOPED_INFO(violation);
    return std::count_if(violations.begin(), violations.end(),
                         [&](const std::string& violation) { return violation.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("The contract catches a planner that returns a path that is not certified")
{
    const auto violations = violationsOf<BrokenStraightLine>("solves small problems");
    // The wall is too thin for many a sampled check.
    CHECK(countOf(violations, "wall with a gap, seed 1: the path is not proven free") == 1);
    CHECK(countOf(violations, "the path is not proven free") >= kSolutions);
}

TEST_CASE("The contract catches a planner that proves the way back of a car")
{
    const auto violations = violationsOf<BrokenBackwards>("solves small problems");
    CHECK(countOf(violations, "Dubins car among posts, seed 1: the path is not proven free") == 1);
    CHECK(countOf(violations, "the path is not proven free") == countOf(violations, "car among posts"));
}

TEST_CASE("The contract catches a planner that ignores its termination condition")
{
    const auto violations = violationsOf<BrokenDeaf>("stops in time");
    CHECK(countOf(violations, "start in a cell: went on for") == 3);
    CHECK(countOf(violations, "goal in a cell: went on for") == 3);
}

TEST_CASE("The contract catches a planner whose clear() does not clear")
{
    const auto violations = violationsOf<BrokenClear>("forgets when cleared");
    CHECK(countOf(violations, "vertices are left") >= 1);
    CHECK(countOf(violations, "does not begin at a valid start") >= 1);
}

TEST_CASE("The contract catches a planner that calls an approximate solution exact")
{
    const auto violations = violationsOf<BrokenExactClaim>("stops in time");
    CHECK(countOf(violations, "the exact path does not end in the goal") >= 4);
    CHECK(countOf(violations, "an exact solution of what cannot be solved") >= 4);
}

TEST_CASE("The contract catches a planner whose path does not begin at the start")
{
    CHECK(countOf(violationsOf<BrokenStart>("solves small problems"), "the exact path does not begin at a valid start")
          >= kSolutions);
}

TEST_CASE("The contract catches a planner that uses one start of several")
{
    const auto violations = violationsOf<BrokenOneStart>("uses every start");
    CHECK(countOf(violations, "reachable start last: not solved") == 1);
    CHECK(countOf(violations, "start added later: not solved") == 1);
    CHECK(countOf(violations, "reachable start first") == 0);
}

TEST_CASE("The contract catches a planner that begins anew with each call of solve()")
{
    CHECK(countOf(violationsOf<BrokenForgetful>("goes on where it stopped"), "solve() forgets what was known") >= 1);
}

TEST_CASE("The contract catches a planner that does not repeat itself")
{
    CHECK(countOf(violationsOf<BrokenWhim>("repeats itself for the same seed"), "another path for the same seed") >= 1);
}

TEST_CASE("The contract catches a planner that takes the scene in setup()")
{
    const auto violations = violationsOf<BrokenEarlyScene>("answers for the scene that it is asked in");
    CHECK(countOf(violations, "scene swapped at moment 3: the path is not proven free") >= 1);
    CHECK(countOf(violations, "scene set anew at moment 3: the path is not proven free") >= 1);
}

TEST_CASE("The contract catches a planner that keeps its trees for another scene")
{
    const auto violations = violationsOf<ompl::geometric::RRTConnect>("answers for the scene that it is asked in");
    CHECK(countOf(violations, "motions swapped at ") >= 1);
}

TEST_CASE("The contract catches a planner whose scene changes while it plans")
{
    // It begins anew with each call: only what is swapped during one can lead it astray.
    CHECK(countOf(violationsOf<BrokenFickleScene>("answers for the scene that it is asked in"), "not proven free") == 0);
    CHECK(countOf(violationsOf<BrokenFickleScene>("answers for one scene while it changes"),
                  "not free in the scene of the beginning")
          >= 1);
}

TEST_CASE("The contract catches a planner that keeps the start and the goal that it was first given")
{
    const auto violations = violationsOf<ompl::geometric::RRTConnect>("notices starts and goals that are replaced");
    CHECK(countOf(violations, "start replaced: ") >= 1);
    CHECK(countOf(violations, "goal replaced in the same object: ") >= 1);
}
