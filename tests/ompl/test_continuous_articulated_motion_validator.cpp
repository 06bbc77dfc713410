#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/core/error.h>
#include <gapless/ompl/continuous_articulated_motion_validator.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/ompl/state_space_factory.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

using Arm = ob::ScopedState<ob::RealVectorStateSpace>;

Arm armState(const ob::StateSpacePtr& space, double shoulder, double elbow)
{
    Arm s(space);
    s->values[0] = shoulder;
    s->values[1] = elbow;
    return s;
}

SetupOptions articulated()
{
    SetupOptions options;
    options.validator = ValidatorKind::Articulated;
    return options;
}

const ContinuousArticulatedMotionValidator& validatorOf(const ProblemSetup& ready)
{
    return dynamic_cast<const ContinuousArticulatedMotionValidator&>(*ready.setup->getSpaceInformation()->getMotionValidator());
}

}  // namespace

TEST_CASE("The first contact of the arm and the post is where geometry has it, and lastValid just before")
{
    // A post of radius 0.05 at 1.5 m; the arm's rods have a radius of 0.02.
    const Problem problem = armAndPost(1.5 * std::cos(0.5), 1.5 * std::sin(0.5), 0.05);
    SetupOptions options = articulated();
    // Valid states keep this much more: lastValid is that far before the contact.
    options.motion.tolerance = 1e-9;
    options.motion.time_tolerance = 1e-8;
    const ProblemSetup ready = makeProblemSetup(problem, options);
    const auto& validator = validatorOf(ready);
    const Arm s1 = armState(ready.mapping->space(), -0.5, 0.0), s2 = armState(ready.mapping->space(), 1.5, 0.0);
    const double contact = (0.5 - std::asin(0.07 / 1.5) + 0.5) / 2.0;
    const ArticulatedResult result = validator.firstContact(s1.get(), s2.get());
    REQUIRE(result.verdict == Verdict::Collision);
    CHECK(result.contact_proved);
    CHECK(result.time_of_contact.lower <= contact);
    CHECK(result.time_of_contact.upper >= contact);
    CHECK(result.time_of_contact.width() <= 1e-8);
    std::pair<ob::State*, double> last_valid(nullptr, -1.0);
    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get(), last_valid));
    CHECK(last_valid.second <= contact);
    CHECK(last_valid.second > contact * (1.0 - 1.0 / 32));
}

TEST_CASE("A motion that comes within the tolerance but does not touch is valid")
{
    // The lower rod ends a micrometre from the post: closer than the tolerance of 1 mm, farther than the clearance of 0, and too near for the
    // lanes, which ask for no tolerance, to prove it.
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    const ProblemSetup ready = makeProblemSetup(problem, articulated());
    const double graze = std::asin(0.070001 / 1.5);
    const Arm s1 = armState(ready.mapping->space(), 1.0, 0.0), s2 = armState(ready.mapping->space(), graze, 0.0);
    CHECK(validatorOf(ready).checkMotion(s1.get(), s2.get()));
    CHECK_FALSE(makeProblemSetup(problem).setup->getSpaceInformation()->checkMotion(s1.get(), s2.get()));
}

TEST_CASE("An articulated validator whose budget is spent, or that is interrupted, calls the motion undecided")
{
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    SetupOptions options = articulated();
    SECTION("spent")
    {
        options.motion.budget.steps = 0;
    }
    SECTION("interrupted")
    {
        options.motion.budget.interrupted = [] { return true; };
    }
    const ProblemSetup ready = makeProblemSetup(problem, options);
    // The lower rod ends a micrometre from the post: too near for the lanes to prove it.
    const Arm s1 = armState(ready.mapping->space(), 1.0, 0.0);
    const Arm s2 = armState(ready.mapping->space(), std::asin(0.070001 / 1.5), 0.0);
    CHECK_FALSE(validatorOf(ready).checkMotion(s1.get(), s2.get()));
    CHECK(validatorOf(ready).undecidedCount() == 1);
    CHECK(validatorOf(ready).getInvalidMotionCount() == 1);
}

TEST_CASE("The articulated validator refuses a mapping of another space, and options out of range")
{
    const Problem problem = armAndPost(1.5, 0.4, 0.05);
    const auto mapping = std::make_shared<const StateMapping>(makeStateSpace(problem), problem);
    const auto other = std::make_shared<ob::SpaceInformation>(makeStateSpace(problem));
    const auto same = std::make_shared<ob::SpaceInformation>(mapping->space());
    CHECK_THROWS_AS(ContinuousArticulatedMotionValidator(other, mapping), InputError);
    CHECK_NOTHROW(ContinuousArticulatedMotionValidator(same, mapping));
    for (double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    {
        MotionValidatorOptions options;
        options.tolerance = bad;
        CHECK_THROWS_AS(ContinuousArticulatedMotionValidator(same, mapping, options), InputError);
        options = {};
        options.time_tolerance = bad;
        CHECK_THROWS_AS(ContinuousArticulatedMotionValidator(same, mapping, options), InputError);
    }
}
