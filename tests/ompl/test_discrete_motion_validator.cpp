#include <catch2/catch.hpp>

#include <cmath>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/core/error.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

using Arm = ob::ScopedState<ob::RealVectorStateSpace>;

struct Discrete
{
    explicit Discrete(const Problem& problem, double resolution)
    {
        SetupOptions options;
        options.validator = ValidatorKind::Discrete;
        options.motion.resolution = resolution;
        ready = makeProblemSetup(problem, options);
        si = ready.setup->getSpaceInformation();
    }
    const DiscreteMotionValidator& validator() const
    {
        return dynamic_cast<const DiscreteMotionValidator&>(*si->getMotionValidator());
    }
    Arm state(double shoulder, double elbow) const
    {
        Arm s(si->getStateSpace());
        s->values[0] = shoulder;
        s->values[1] = elbow;
        return s;
    }

    ProblemSetup ready;
    ob::SpaceInformationPtr si;
};

}  // namespace

TEST_CASE("The number of segments is the largest joint step over the resolution, rounded up")
{
    const Discrete discrete(armAndPost(5, 5, 0.1), 0.1);
    const auto count = [&](double a, double b) {
        return discrete.validator().segmentCount(discrete.state(0, 0).get(), discrete.state(a, b).get());
    };
    CHECK(count(0.0, 0.0) == 1);
    CHECK(count(0.05, 0.0) == 1);
    CHECK(count(0.45, 0.2) == 5);
    CHECK(count(-0.25, 0.95) == 10);
}

TEST_CASE("A sampled check misses a wire between two samples that the exact check finds")
{
    // The wire subtends 0.04 / 1.5 rad to the arm, at the middle between two samples 0.2 rad apart.
    const Problem problem = armAndPost(1.5 * std::cos(0.1), 1.5 * std::sin(0.1), 1e-3);
    const Discrete discrete(problem, 0.2);
    const ProblemSetup exact = makeProblemSetup(problem);
    const Arm s1 = discrete.state(-1.0, 0.0), s2 = discrete.state(1.0, 0.0);
    CHECK(discrete.si->checkMotion(s1.get(), s2.get()));
    const auto& exact_si = exact.setup->getSpaceInformation();
    CHECK_FALSE(exact_si->checkMotion(s1.get(), s2.get()));
}

TEST_CASE("The last valid state of a sampled check is the sample before the first that is invalid")
{
    const Discrete discrete(armAndPost(1.5 * std::cos(0.5), 1.5 * std::sin(0.5), 0.05), 0.02);
    const Arm s1 = discrete.state(-0.5, 0.0), s2 = discrete.state(1.5, 0.0);
    Arm last = discrete.state(0, 0);
    std::pair<ob::State*, double> last_valid(last.get(), -1.0);
    CHECK_FALSE(discrete.si->checkMotion(s1.get(), s2.get()));
    CHECK_FALSE(discrete.si->checkMotion(s1.get(), s2.get(), last_valid));
    const auto first = discrete.validator().firstInvalidSample(s1.get(), s2.get());
    REQUIRE(first);
    CHECK(last_valid.second == Approx((*first - 1.0) / 100.0));
    CHECK(last->values[0] == Approx(-0.5 + 2.0 * last_valid.second));
    CHECK(discrete.si->isValid(last.get()));
    CHECK(discrete.validator().getInvalidMotionCount() == 2);
}

TEST_CASE("A resolution that is not a number above zero is refused")
{
    const Problem problem = armAndPost(5, 5, 0.1);
    for (double bad : {0.0, -1.0, std::nan("")})
        CHECK_THROWS_AS(Discrete(problem, bad), InputError);
}

TEST_CASE("A sampled motion between states that are none is invalid and does not throw")
{
    const Discrete discrete(armAndPost(5, 5, 0.1), 0.1);
    const Arm good = discrete.state(0.25, 0.0), bad = discrete.state(std::nan(""), 0.0);
    for (const auto& [s1, s2] : {std::pair{good, bad}, std::pair{bad, good}, std::pair{bad, bad}})
    {
        Arm last = discrete.state(2.0, 2.0);
        std::pair<ob::State*, double> last_valid(last.get(), -1.0);
        CHECK_FALSE(discrete.si->checkMotion(s1.get(), s2.get()));
        CHECK_FALSE(discrete.si->checkMotion(s1.get(), s2.get(), last_valid));
        CHECK(last_valid.second == 0.0);
        CHECK(last->values[1] == 0.0);
        std::pair<ob::State*, double> no_state(nullptr, -1.0);
        CHECK_FALSE(discrete.si->checkMotion(s1.get(), s2.get(), no_state));
    }
    CHECK(discrete.validator().getInvalidMotionCount() == 9);
    CHECK_THROWS_AS(discrete.validator().segmentCount(good.get(), bad.get()), InputError);
}

TEST_CASE("The joint step of a continuous joint is the short way round, of a floating one its angle")
{
    const Problem problem = oneOfEach();
    const KinematicModel& model = problem.scene->model();
    Configuration q0 = model.defaultConfiguration(), q1 = q0;
    CHECK(largestJointStep(model, q0, q1) == 0.0);
    q0[problem.joints[1].variable] = 3.0;
    q1[problem.joints[1].variable] = -3.0;
    CHECK(largestJointStep(model, q0, q1) == Approx(2.0 * std::acos(-1.0) - 6.0));
    const int quaternion = problem.joints[4].variable + 3;
    q1.segment<4>(quaternion) << 0.0, 0.0, std::sin(0.5), std::cos(0.5);
    CHECK(largestJointStep(model, q0, q1) == Approx(1.0));
    q1.segment<4>(quaternion) *= -1.0;
    CHECK(largestJointStep(model, q0, q1) == Approx(1.0));
}
