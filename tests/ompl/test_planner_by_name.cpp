#include <catch2/catch.hpp>

#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/planner_by_name.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

TEST_CASE("An unknown planner is an error that names the known ones")
{
    const ProblemSetup ready = makeProblemSetup(armAndPost(5, 5, 0.1));
    CHECK_THROWS_AS(makePlanner("RTRConnect", ready.setup->getSpaceInformation()), InputError);
    CHECK_THROWS_WITH(requireKnownPlanner("RTRConnect"), Catch::Contains("RRTConnect") && Catch::Contains("RTRConnect"));
    CHECK_THROWS_AS(requireKnownPlanner(""), InputError);
}

TEST_CASE("The planners that the command line promises are known")
{
    for (const char* name : {"RRTConnect", "PRM", "KPIECE1", "BITstar", "rrtconnect"})
        CHECK_NOTHROW(requireKnownPlanner(name));
    CHECK(plannerNames().size() > 30);
}

TEST_CASE("Every planner runs on a plain and on a compound space, and what it solves is certified")
{
    ompl::msg::noOutputHandler();
    // A fixed seed, and ends that are not mirror images: on ties AITstar of OMPL 1.5.2 may abort in an assertion of its own
    // (performForwardSearchIteration, "hasHadOutgoingEdgePoppedDuringCurrentForwardSearch").
    static const bool seeded = (ompl::RNG::setSeed(1), true);
    REQUIRE(seeded);
    const std::string name = GENERATE(from_range(plannerNames()));
    const bool compound = GENERATE(false, true);
    CAPTURE(name, compound);
    Problem problem = armAndPost(1.5, 0.0, 0.05);
    if (compound)
    {
        KinematicModel model;
        const int upper = model.addBody("upper", 0, Pose(), joint("shoulder", JointType::Continuous, Vec3::UnitZ()), 0);
        const int lower
            = model.addBody("lower", upper, at(1, 0, 0), joint("elbow", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
        problem = problemOf(std::move(model), {{"upper", upper, ObjectKind::Link, rod(1.0, 0.02), {}},
                                               {"lower", lower, ObjectKind::Link, rod(1.0, 0.02), {}},
                                               {"post", 0, ObjectKind::Obstacle, post(Vec3(1.5, 0, 0), 0.05), {}}});
    }
    problem.has_start = problem.has_goal = true;
    problem.start << -0.5, 0.0;
    problem.goal << 0.6, 0.1;
    const ProblemSetup ready = makeProblemSetup(problem);
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    ready.setup->setPlanner(makePlanner(name, si));
    ready.setup->solve(0.3);
    if (ready.setup->haveExactSolutionPath())
    {
        const PathCertification answer = certifyPath(*ready.mapping, ready.setup->getSolutionPath());
        CHECK(answer.result.verdict == Verdict::Free);
    }
}
