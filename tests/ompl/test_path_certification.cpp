// certifyPath() on paths of more segments than it holds at a time.
#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Swings on one side of the post at (1.2, 0); with `over`, that segment crosses to the other side, over the post.
std::vector<Configuration> swings(int segments, int over = -1)
{
    std::vector<Configuration> path;
    for (int i = 0; i <= segments; ++i)
    {
        Configuration q(2);
        q << (i % 2 ? 0.5 : 0.9), 0.1;
        if (over >= 0 && i > over)
            q[0] = -q[0];
        path.push_back(q);
    }
    return path;
}

}  // namespace

TEST_CASE("Every segment of a long path is looked at, and the first that collides is named")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    CHECK(certifyPath(problem.scene, swings(1000)).result.verdict == Verdict::Free);
    for (const int over : {0, 1, 126, 127, 128, 129, 255, 256, 640, 999})
    {
        CAPTURE(over);
        const PathCertification answer = certifyPath(problem.scene, swings(1000, over));
        CHECK(answer.result.verdict == Verdict::Collision);
        CHECK(answer.result.segment == over);
        REQUIRE(answer.result.result.witness);
    }
    for (const int segments : {127, 128, 129, 256, 257})
    {
        CHECK(certifyPath(problem.scene, swings(segments)).result.segment == -1);
        CHECK(certifyPath(problem.scene, swings(segments, segments - 1)).result.segment == segments - 1);
    }
}

TEST_CASE("A long path that is not finished is not called free")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    PathCertificationOptions options;
    SECTION("by the caller")
    {
        options.interrupted = [] { return true; };
    }
    SECTION("by the caller, later")
    {
        int asked = 0;
        options.interrupted = [asked]() mutable { return ++asked > 3; };
    }
    SECTION("by the clock")
    {
        options.seconds = 0.0;
    }
    const PathCertification answer = certifyPath(problem.scene, swings(5000), options);
    CHECK(answer.result.verdict == Verdict::Undecided);
    CHECK(answer.result.segment >= 0);
}

TEST_CASE("The clearance of a long path is the smallest of all its parts")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    std::vector<Configuration> path = swings(400);
    const double far = certifyPath(problem.scene, path).result.certified_clearance;
    path[10][0] = 0.2;  // nearer to the post, in the first part
    path[10][1] = 0.3;
    const PathCertification answer = certifyPath(problem.scene, path);
    REQUIRE(answer.result.verdict == Verdict::Free);
    CHECK(answer.result.certified_clearance <= far);
    CHECK(answer.result.certified_clearance > 0.0);
}

TEST_CASE("A path of another state space is refused, even if the spaces are made alike")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    const ProblemSetup mine = makeProblemSetup(problem), alike = makeProblemSetup(problem);
    const auto flat = std::make_shared<ompl::base::RealVectorStateSpace>(1);
    flat->setBounds(-1.0, 1.0);
    for (const ompl::base::SpaceInformationPtr& si :
         {alike.setup->getSpaceInformation(), std::make_shared<ompl::base::SpaceInformation>(flat)})
    {
        ompl::base::ScopedState<> state(si->getStateSpace());
        state.random();
        const ompl::geometric::PathGeometric path(si, state.get());
        CHECK_THROWS_WITH(certifyPath(*mine.mapping, path), Catch::Matchers::Contains("state space"));
        CHECK_THROWS_AS(toConfigurations(*mine.mapping, path), InputError);
    }
}

TEST_CASE("A path of one state is proven where it stands, an empty one is an error")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    Configuration apart(2), touching(2);
    apart << 1.0, 0.0;
    touching << 0.0, 0.0;
    CHECK(certifyPath(problem.scene, {apart}).result.verdict == Verdict::Free);
    CHECK(certifyPath(problem.scene, {touching}).result.verdict == Verdict::Collision);
    CHECK_THROWS_AS(certifyPath(problem.scene, {}), InputError);
}
