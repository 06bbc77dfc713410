// A planner of several robots that ran out of memory at any moment, the exception being caught, begins anew and solves its query.
#include <catch2/catch.hpp>

#include <cmath>
#include <memory>
#include <utility>

#include <ompl/geometric/PathGeometric.h>

#include <gapless/ompl/path_certification.h>
#include <gapless/planners/planner_registry.h>

#include "multirobot/discs.h"
#include "support/failing_allocations.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

TEST_CASE("A planner of several robots that ran out of memory is begun anew, whatever it was about")
{
    DiscWorld world;
    for (const double angle : {0.0, 2.0, 4.0})
        world.discs.push_back({{0.8 * std::cos(angle), 0.8 * std::sin(angle)}, {-0.8 * std::cos(angle), -0.8 * std::sin(angle)}});
    const Problem problem = problemOf(world);
    for (const char* level : {"product", "multi"})
    {
        CAPTURE(level);
        std::unique_ptr<ProblemSetup> ready;
        ob::PlannerPtr planner;
        const auto solve = [&] { return planner->solve(ob::timedPlannerTerminationCondition(60.0)); };
        const long count = failEachAllocation(
            [&] {
                const long left = std::exchange(allocations_left, 0);
                ready = std::make_unique<ProblemSetup>(makeProblemSetup(problem));
                planner = makePlanner("gapless::SuperGraph", ready->setup->getSpaceInformation(),
                                      {{"level", level}, {"smoothing_time", "0"}, {"nodes", "25"}});
                planner->setProblemDefinition(ready->setup->getProblemDefinition());
                allocations_left = left;
                static_cast<void>(solve());
            },
            [&] {
                CHECK(solve() == ob::PlannerStatus::EXACT_SOLUTION);
                auto path = std::dynamic_pointer_cast<ompl::geometric::PathGeometric>(
                    ready->setup->getProblemDefinition()->getSolutionPath());
                CHECK((path && certifyPath(*ready->mapping, *path).verdict == Verdict::Free));
            },
            0.02);
        CHECK(count > 20);
    }
}
