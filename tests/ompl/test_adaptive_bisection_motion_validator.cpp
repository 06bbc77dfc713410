#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/core/error.h>
#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/ompl/state_space_factory.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

using Arm = ob::ScopedState<ob::RealVectorStateSpace>;

/// The stretched arm reaches 2 m along its x axis; a post of radius 0.05 at 1.5 m in direction 0.5 rad is in its way.
struct ArmFixture
{
    ArmFixture()
        : problem(armAndPost(1.5 * std::cos(0.5), 1.5 * std::sin(0.5), 0.05)),
          ready(makeProblemSetup(problem)),
          si(ready.setup->getSpaceInformation()),
          validator(dynamic_cast<const AdaptiveBisectionMotionValidator&>(*si->getMotionValidator()))
    {}

    Arm state(double shoulder, double elbow) const
    {
        Arm s(si->getStateSpace());
        s->values[0] = shoulder;
        s->values[1] = elbow;
        return s;
    }

    /// The shoulder's angle at first contact: the post subtends asin((0.05 + 0.02) / 1.5) to either side.
    double contact() const { return 0.5 - std::asin(0.07 / 1.5); }

    Problem problem;
    ProblemSetup ready;
    ob::SpaceInformationPtr si;
    const AdaptiveBisectionMotionValidator& validator;
};

}  // namespace

TEST_CASE("A motion whose budget is spent, or whose check is interrupted, is not valid")
{
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    SetupOptions options;
    SECTION("spent")
    {
        options.motion.budget.steps = 0;
    }
    SECTION("interrupted")
    {
        options.motion.budget.interrupted = [] { return true; };
    }
    const ProblemSetup ready = makeProblemSetup(problem, options);
    const auto& validator =
        dynamic_cast<const AdaptiveBisectionMotionValidator&>(*ready.setup->getSpaceInformation()->getMotionValidator());
    Arm s1(ready.mapping->space()), s2(ready.mapping->space());
    // The lower rod ends a micrometre from the post: too near for the lanes to prove it.
    s1->values[0] = 1.0;
    s1->values[1] = 0.0;
    s2->values[0] = std::asin(0.070001 / 1.5);
    s2->values[1] = 0.0;
    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get()));
    CHECK(validator.undecidedCount() == 1);
    CHECK(validator.getInvalidMotionCount() == 1);
}

TEST_CASE("A mapping of another space is refused, and so are options out of range")
{
    const Problem problem = armAndPost(1.5, 0.4, 0.05);
    const auto mapping = std::make_shared<const StateMapping>(makeStateSpace(problem), problem);
    const auto other = std::make_shared<ob::SpaceInformation>(makeStateSpace(problem));
    const auto same = std::make_shared<ob::SpaceInformation>(mapping->space());
    CHECK_THROWS_AS(AdaptiveBisectionMotionValidator(other, mapping), InputError);
    CHECK_NOTHROW(AdaptiveBisectionMotionValidator(same, mapping));
    for (double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    {
        MotionValidatorOptions options;
        options.tolerance = bad;
        CHECK_THROWS_AS(AdaptiveBisectionMotionValidator(same, mapping, options), InputError);
        options = {};
        options.last_valid_resolution = bad;
        CHECK_THROWS_AS(AdaptiveBisectionMotionValidator(same, mapping, options), InputError);
    }
}

TEST_CASE_METHOD(ArmFixture, "Valid ends of a motion are no witness against it")
{
    const ob::StateSamplerPtr sampler = si->allocStateSampler();
    ob::ScopedState<> s1(si->getStateSpace()), s2(si->getStateSpace());
    int collisions = 0;
    for (int i = 0; i < 1000; ++i)
    {
        sampler->sampleUniform(s1.get());
        sampler->sampleUniform(s2.get());
        if (!si->isValid(s1.get()) || !si->isValid(s2.get()))
            continue;
        const CertifyResult result = validator.certify(s1.get(), s2.get());
        if (result.verdict != Verdict::Collision)
            continue;
        ++collisions;
        CHECK(result.t > 0.0);
        CHECK(result.t < 1.0);
    }
    CHECK(collisions > 10);
}
