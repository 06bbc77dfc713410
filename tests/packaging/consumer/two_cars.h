// Several robots by gapless::SuperGraph, and the order that their path has to keep; docs/recipes.md shows and explains it.
#pragma once

// [recipe: several robots]
#include <cstdio>
#include <optional>
#include <string>

#include <gapless/multirobot/any_timing.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/planner_registry.h>

/// Plans for all robots of the problem. Returns how many orders between two of them make the path free at any speeds; none: there is no path, or no proof of that.
inline std::optional<std::size_t> planForAll(const std::string& file)
{
    gapless::LoadOptions options;
    options.takes_cars = true;
    const gapless::Problem problem = gapless::loadProblem(file, options);
    const gapless::ProblemSetup ready = gapless::makeProblemSetup(problem);
    ready.setup->setPlanner(gapless::makePlanner("gapless::SuperGraph", ready.setup->getSpaceInformation(),
                                                 {{"smoothing_time", "0"}}));
    if (!ready.setup->solve(10.0) || !ready.setup->haveExactSolutionPath())
        return std::nullopt;
    gapless::DrivenPath driven;
    for (const ompl::base::State* state : ready.setup->getSolutionPath().getStates())
        driven.waypoints.push_back(ready.mapping->toConfiguration(state));
    const gapless::RobotGroup robots(problem);
    const gapless::CoordinatedPath path(robots, *ready.mapping, driven);
    gapless::AnyTiming timing(path);
    const std::optional<gapless::ExecutionOrder> order = timing.dependencies();
    if (!order)
        return std::nullopt;
    for (const gapless::Dependency& d : order->dependencies())
        std::printf("%s passes %g of its way only after %s has passed %g\n", robots.name(d.waits).c_str(), d.s,
                    robots.name(d.first).c_str(), d.t);
    return order->dependencies().size();
}
// [recipe: end]
