#include <catch2/catch.hpp>

#include <cmath>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/ompl/scene_state_validity_checker.h>
#include <gapless/ompl/state_space_factory.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

TEST_CASE("An arm of bounded joints plans in one R^n with the joints' names and limits")
{
    const ob::StateSpacePtr space = makeStateSpace(armAndPost(5, 5, 0.1));
    const auto& real = dynamic_cast<const ob::RealVectorStateSpace&>(*space);
    REQUIRE(real.getDimension() == 2);
    CHECK(real.getDimensionName(0) == "shoulder");
    CHECK(real.getDimensionName(1) == "elbow");
    CHECK(real.getBounds().low[1] == -3.0);
    CHECK(real.getBounds().high[1] == 3.0);
}

TEST_CASE("Joints of several types plan in a compound with named parts, finite bounds and a projection")
{
    Problem problem = oneOfEach();
    const int x = problem.joints[4].variable;
    problem.goal = problem.start;
    (*problem.goal)[x] = 123.0;
    const ob::StateSpacePtr space = makeStateSpace(problem);
    const auto& parts = dynamic_cast<const ob::CompoundStateSpace&>(*space);
    REQUIRE(parts.getSubspaceCount() == 5);
    CHECK(parts.hasSubspace("wheel"));
    CHECK(parts.hasSubspace("plane"));
    const auto& free = dynamic_cast<const ob::SE3StateSpace&>(*parts.getSubspace("free"));
    CHECK(free.getBounds().high[0] >= 123.0);
    // Past the post at 12.7 m on the far side.
    CHECK(free.getBounds().high[1] > 20.0);
    CHECK(std::isfinite(free.getBounds().high[1]));
    space->setup();
    CHECK(space->hasDefaultProjection());
    CHECK_NOTHROW(space->sanityChecks());
}

TEST_CASE("A problem without planning joints has no state space")
{
    CHECK_THROWS_AS(makeStateSpace(problemOf(KinematicModel(), {})), InputError);
}

TEST_CASE("A state is valid only within bounds and farther than clearance + tolerance")
{
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    const ProblemSetup ready = makeProblemSetup(problem);
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    ob::ScopedState<ob::RealVectorStateSpace> state(ready.mapping->space());
    const auto isValid = [&](double shoulder) {
        state->values[0] = shoulder;
        state->values[1] = 0.0;
        return si->isValid(state.get());
    };
    const double contact = std::asin(0.07 / 1.5);     // touching
    const double tolerated = std::asin(0.071 / 1.5);  // at distance tolerance
    CHECK(isValid(tolerated + 1e-5));
    CHECK_FALSE(isValid(tolerated - 1e-5));
    CHECK_FALSE(isValid(contact));
    CHECK_FALSE(isValid(0.0));
    CHECK(isValid(2.9));
    CHECK_FALSE(isValid(3.1));
    isValid(1.0);
    const double distance = 1.5 * std::sin(1.0) - 0.07;
    CHECK(si->getStateValidityChecker()->clearance(state.get()) == Approx(distance).epsilon(0.02));
}

TEST_CASE("A problem becomes a SimpleSetup that solves, and the path is certified as a whole")
{
    ompl::msg::noOutputHandler();
    Problem problem = armAndPost(1.5, 0.0, 0.05);
    problem.has_start = true;
    problem.start << -0.5, 0.0;
    problem.goal = (Configuration(2) << 0.5, 0.0).finished();
    const ProblemSetup ready = makeProblemSetup(problem);
    ready.setup->setPlanner(std::make_shared<ompl::geometric::RRTConnect>(ready.setup->getSpaceInformation()));
    REQUIRE(ready.setup->solve(10.0));
    REQUIRE(ready.setup->haveExactSolutionPath());
    const auto& path = ready.setup->getSolutionPath();
    const PathResult answer = certifyPath(*ready.mapping, path);
    CHECK(answer.verdict == Verdict::Free);
    CHECK(answer.certified_clearance > 0.0);
    CHECK(toConfigurations(*ready.mapping, path).front() == problem.start);
    CHECK(toConfigurations(*ready.mapping, path).back() == *problem.goal);
}

TEST_CASE("A validator by another name is an error that names the known ones")
{
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    SetupOptions options;
    CHECK_THROWS_WITH(validatorKind("perfect"), Catch::Contains("adaptive, articulated, discrete") && Catch::Contains("perfect"));
    for (const ValidatorKind kind : kValidatorKinds)
        CHECK(validatorKind(toString(kind)) == kind);
    options.validator = ValidatorKind::Articulated;
    options.motion.time_tolerance = 0.0;
    CHECK_THROWS_WITH(makeProblemSetup(problem, options), Catch::Contains("time tolerance"));
}

TEST_CASE("A path that is only close to the post is certified with a smaller tolerance")
{
    // The lower rod passes the post at a micrometre: closer than the tolerance of 1 mm, farther than the clearance of 0, and too near for the
    // lanes, which ask for no tolerance, to prove it.
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    const double graze = std::asin(0.070001 / 1.5);
    const std::vector<Configuration> path = {(Configuration(2) << 1.0, 0.0).finished(),
                                             (Configuration(2) << graze, 0.0).finished(),
                                             (Configuration(2) << 1.2, 0.0).finished()};
    PathCertificationOptions options;
    options.smallest_tolerance = options.tolerance;
    const PathResult once = certifyPath(problem.scene, path, options);
    CHECK(once.verdict == Verdict::Collision);
    CHECK(once.segment == 0);
    const PathResult again = certifyPath(problem.scene, path);
    CHECK(again.verdict == Verdict::Free);
    CHECK(again.tolerance < 1e-3);
    CHECK(again.certified_clearance > 0.0);
}

TEST_CASE("A path through the post is a collision on its first segment that is not free")
{
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    const auto q = [](double shoulder) { return (Configuration(2) << shoulder, 0.0).finished(); };
    const PathResult answer = certifyPath(problem.scene, {q(1.0), q(0.5), q(-0.5), q(0.5)});
    CHECK(answer.verdict == Verdict::Collision);
    CHECK(answer.segment == 1);
    REQUIRE(answer.witness);
    CHECK(answer.witness->distance < 1e-9);
    CHECK(answer.tolerance < 1e-9);
    CHECK(certifyPath(problem.scene, {q(1.0)}).verdict == Verdict::Free);
    CHECK(certifyPath(problem.scene, {q(0.0)}).verdict == Verdict::Collision);
    CHECK_THROWS_AS(certifyPath(problem.scene, std::vector<Configuration>()), InputError);
}

TEST_CASE("Certification stops when its time is over, and is then undecided")
{
    const Problem problem = armAndPost(1.5, 0.0, 0.05);
    const std::vector<Configuration> path = {(Configuration(2) << 1.0, 0.0).finished(),
                                             (Configuration(2) << std::asin(0.0700001 / 1.5), 0.0).finished()};
    PathCertificationOptions options;
    options.tolerance = 1e-9;
    CHECK(certifyPath(problem.scene, path, options).verdict == Verdict::Free);
    options.seconds = 0.0;
    CHECK(certifyPath(problem.scene, path, options).verdict == Verdict::Undecided);
}
