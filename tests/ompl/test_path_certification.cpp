// certifyPath() on paths of more segments than it holds at a time.
#include <catch2/catch.hpp>

#include <limits>

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
    CHECK(certifyPath(problem.scene, swings(1000)).verdict == Verdict::Free);
    for (const int over : {0, 1, 126, 127, 128, 129, 255, 256, 640, 999})
    {
        CAPTURE(over);
        const PathResult answer = certifyPath(problem.scene, swings(1000, over));
        CHECK(answer.verdict == Verdict::Collision);
        CHECK(answer.segment == over);
        REQUIRE(answer.witness);
    }
    for (const int segments : {127, 128, 129, 256, 257})
    {
        CHECK_FALSE(certifyPath(problem.scene, swings(segments)).segment);
        CHECK(certifyPath(problem.scene, swings(segments, segments - 1)).segment == segments - 1);
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
    const PathResult answer = certifyPath(problem.scene, swings(5000), options);
    CHECK(answer.verdict == Verdict::Undecided);
    CHECK(answer.segment);
}

TEST_CASE("The clearance of a long path is the smallest of all its parts")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    std::vector<Configuration> path = swings(400);
    const double far = certifyPath(problem.scene, path).certified_clearance;
    path[10][0] = 0.2;  // nearer to the post, in the first part
    path[10][1] = 0.3;
    const PathResult answer = certifyPath(problem.scene, path);
    REQUIRE(answer.verdict == Verdict::Free);
    CHECK(answer.certified_clearance <= far);
    CHECK(answer.certified_clearance > 0.0);
}

TEST_CASE("A segment that is only close is tried again with a smaller tolerance, and none of the others")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    std::vector<Configuration> path = swings(200);
    // Half a millimetre beside the post.
    path[151] << std::asin((0.07 + 0.5e-3) / 1.2), 0.0;
    PathCertificationOptions once;
    once.smallest_tolerance = once.tolerance;
    CHECK(certifyPath(problem.scene, path, once).verdict == Verdict::Collision);
    const PathResult free = certifyPath(problem.scene, path);
    CHECK(free.verdict == Verdict::Free);
    CHECK_FALSE(free.segment);
    CHECK(free.tolerance < once.tolerance);
    once.tolerance = once.smallest_tolerance = free.tolerance;
    const PathResult fine = certifyPath(problem.scene, path, once);
    CHECK(fine.verdict == Verdict::Free);
    CHECK(free.statistics.configurations < fine.statistics.configurations + 100);
    CHECK(free.certified_clearance == fine.certified_clearance);
}

TEST_CASE("The articulated validator certifies paths, too, and names the first segment that collides")
{
    const Problem problem = armAndPost(1.2, 0.0, 0.05);
    PathCertificationOptions options;
    options.validator = ValidatorKind::Articulated;
    options.last_valid_resolution = 1e-3;
    CHECK(certifyPath(problem.scene, swings(300), options).verdict == Verdict::Free);
    const PathResult answer = certifyPath(problem.scene, swings(300, 129), options);
    CHECK(answer.verdict == Verdict::Collision);
    CHECK(answer.segment == 129);
    CHECK(answer.contact_proved == true);
    CHECK(answer.interval.width() <= options.time_tolerance);
    CHECK(answer.last_valid <= answer.interval.upper);
    options.validator = ValidatorKind::Discrete;
    CHECK_THROWS_AS(certifyPath(problem.scene, swings(3), options), InputError);
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
    CHECK(certifyPath(problem.scene, {apart}).verdict == Verdict::Free);
    CHECK(certifyPath(problem.scene, {touching}).verdict == Verdict::Collision);
    CHECK_THROWS_AS(certifyPath(problem.scene, {}), InputError);
    for (const double tolerance : {0.0, -1e-6, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    {
        PathCertificationOptions options;
        options.smallest_tolerance = tolerance;
        CHECK_THROWS_WITH(certifyPath(problem.scene, {apart}, options), Catch::Matchers::Contains("smallest tolerance"));
    }
}
