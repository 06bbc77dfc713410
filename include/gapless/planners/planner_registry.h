// The one table of planners: name, allocator, parameters. The command line, the benchmark and the MoveIt plugin use it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <ompl/base/Planner.h>

namespace gapless {

/// The planner progress property under which planners that check edges themselves, not by the motion validator, count those settled.
inline constexpr const char* kMotionsCheckedProperty = "motions checked INTEGER";

/// A parameter as the planner declares it.
struct PlannerParameter
{
    std::string name;
    std::string default_value;
    /// What the planner suggests, in OMPL's notation: "low:high", "low:step:high" or "a,b,c"; empty where it says nothing.
    std::string range;
};

struct PlannerEntry
{
    /// "gapless::ASBL" for ours; OMPL's class name, such as "RRTConnect", for OMPL's.
    std::string name;
    ompl::base::PlannerAllocator allocate;
};

/// All planners, ours first, then OMPL's geometric ones, each part sorted by name.
const std::vector<PlannerEntry>& plannerRegistry();

/// The entry of that name, upper and lower case alike.
/// @throws InputError naming the known planners for any other name.
const PlannerEntry& findPlanner(const std::string& name);

/// The parameters of a planner with their defaults, by name.
/// @throws InputError as findPlanner().
std::vector<PlannerParameter> plannerParameters(const std::string& name);

/// A planner with its default parameters but the given ones (name, value).
/// @throws InputError as findPlanner(), and as setPlannerParameter().
ompl::base::PlannerPtr makePlanner(const std::string& name, const ompl::base::SpaceInformationPtr& si,
                                   const std::vector<std::pair<std::string, std::string>>& parameters = {});

/// @throws InputError that names the planner, the parameter and, where it is known, the range, for an unknown parameter, a value
///         that cannot be read, or one outside the range; the planner is then as before.
void setPlannerParameter(ompl::base::Planner& planner, const std::string& name, const std::string& value);

}  // namespace gapless
