// Roadmaps that ran out of memory at any moment, the exception being caught, are begun anew: no crash, nothing stale, and the query is solved.
#include <catch2/catch.hpp>

#include <memory>
#include <utility>

#include <gapless/ompl/path_certification.h>
#include <gapless/roadmap/dynamic_roadmap.h>

#include "arm_roadmap.h"
#include "support/failing_allocations.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kStride = 0.02;

Problem armAmongPosts(double x, double y)
{
    ArmWorld world;
    world.posts = {{"a", x, y, 0.12}, {"b", -1.2, 0.9, 0.2}};
    return problemOf(world);
}

}  // namespace

TEST_CASE("A roadmap that ran out of memory in its first scene or after an edit is begun anew, and so it is with a file")
{
    const TemporaryFolder folder;
    RoadmapBuildOptions few = smallRoadmap();
    few.nodes = 40;
    armRoadmap(armAmongPosts(1.5, 0.5), folder.path("arm.gdrm"), few);
    for (const bool has_file : {false, true})
        for (const bool is_first : {true, false})
        {
            CAPTURE(has_file, is_first);
            std::unique_ptr<ArmSetup> arm;
            std::unique_ptr<LazyPRM> planner;
            ob::ProblemDefinitionPtr query;
            const auto solve = [&] {
                query->clearSolutionPaths();
                return planner->solve(ob::timedPlannerTerminationCondition(kEnough));
            };
            const long count = failEachAllocation(
                [&] {
                    const long left = std::exchange(allocations_left, 0);
                    arm = std::make_unique<ArmSetup>(armAmongPosts(1.5, 0.5));
                    if (has_file)
                    {
                        auto with_file = std::make_unique<DynamicRoadmap>(arm->si);
                        with_file->setRoadmap(folder.path("arm.gdrm"));
                        planner = std::move(with_file);
                    }
                    else
                        planner = std::make_unique<LazyPRM>(arm->si);
                    query = arm->query({-1, 0.5}, {2, -0.5});
                    planner->setProblemDefinition(query);
                    if (!is_first)
                    {
                        CHECK(solve() == ob::PlannerStatus::EXACT_SOLUTION);
                        arm->setScene(armAmongPosts(1.3, -0.4));
                    }
                    allocations_left = left;
                    static_cast<void>(solve());
                },
                [&] {
                    // The same scene again, and another one.
                    for (const double y : {-0.4, 0.1})
                    {
                        CHECK(solve() == ob::PlannerStatus::EXACT_SOLUTION);
                        CHECK(certifyPath(*arm->mapping, *solutionOf(query)).verdict == Verdict::Free);
                        arm->setScene(armAmongPosts(1.3, y));
                    }
                    planner.reset();
                },
                kStride);
            CHECK(count > 20);
        }
}
