// A query of the planner of several robots, and what every answer has to be.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ompl/geometric/PathGeometric.h>

#include <gapless/ompl/path_certification.h>
#include <gapless/planners/planner_registry.h>

#include "multirobot/discs.h"

namespace gapless::test {

namespace ob = ompl::base;
namespace og = ompl::geometric;

constexpr double kEnough = 60.0;  // seconds; never waited for where a test passes

struct Query
{
    explicit Query(const Problem& problem, const std::vector<std::pair<std::string, std::string>>& parameters = {})
        : ready(makeProblemSetup(problem)),
          planner(makePlanner("gapless::SuperGraph", ready.setup->getSpaceInformation(), parameters))
    {
        planner->setProblemDefinition(ready.setup->getProblemDefinition());
    }

    ob::PlannerStatus solve(double seconds = kEnough) { return planner->solve(ob::timedPlannerTerminationCondition(seconds)); }
    og::PathGeometric path() const { return *ready.setup->getProblemDefinition()->getSolutionPath()->as<og::PathGeometric>(); }
    std::uint64_t edges() const { return std::stoull(planner->getPlannerProgressProperties().at("edges INTEGER")()); }

    /// From the problem's start to its goal, proven and of valid states.
    void requireSolved(ob::PlannerStatus status, const Problem& problem) const
    {
        REQUIRE(status == ob::PlannerStatus::EXACT_SOLUTION);
        og::PathGeometric found = path();
        CHECK(certifyPath(*ready.mapping, found).verdict == Verdict::Free);
        CHECK(ready.mapping->toConfiguration(found.getState(0)).isApprox(problem.start, 1e-12));
        CHECK(ready.mapping->toConfiguration(found.getStates().back()).isApprox(*problem.goal, 1e-12));
        for (const ob::State* state : found.getStates())
            CHECK(ready.setup->getSpaceInformation()->isValid(state));
    }

    ProblemSetup ready;
    ob::PlannerPtr planner;
};

}  // namespace gapless::test
