// The parameters of planners, by name.
#pragma once

#include <string>
#include <vector>

#include <ompl/base/Planner.h>

namespace gapless {

/// A parameter as the planner declares it.
struct PlannerParameter
{
    std::string name;
    std::string default_value;
    /// What the planner suggests, in OMPL's notation: "low:high", "low:step:high" or "a,b,c"; empty where it says nothing.
    std::string range;
};

/// The parameters of a planner with their defaults, by name.
/// @throws InputError as findPlanner() (planner_registry.h).
std::vector<PlannerParameter> plannerParameters(const std::string& name);

/// @throws InputError that names the planner, the parameter and, where it is known, the range, for an unknown parameter, a value
///         that cannot be read, or one outside the range; the planner is then as before.
void setPlannerParameter(ompl::base::Planner& planner, const std::string& name, const std::string& value);

}  // namespace gapless
