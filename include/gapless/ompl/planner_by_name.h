// OMPL's geometric planners by name.
#pragma once

#include <string>
#include <vector>

#include <ompl/base/Planner.h>
#include <ompl/base/SpaceInformation.h>

namespace gapless {

/// A planner with its default parameters. Names are OMPL's class names, such as "RRTConnect", upper and lower case alike.
/// @throws InputError naming the known planners for any other name.
ompl::base::PlannerPtr makePlanner(const std::string& name, const ompl::base::SpaceInformationPtr& si);

/// @throws InputError as makePlanner(), without making one.
void requireKnownPlanner(const std::string& name);

/// All names, sorted.
std::vector<std::string> plannerNames();

}  // namespace gapless
