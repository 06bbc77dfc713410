// The one table of planners: name, allocator, parameters. The command line, the benchmark and the MoveIt plugin use it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <ompl/base/Planner.h>

#include <gapless/planners/planner_parameters.h>

namespace gapless {

/// The planner progress property under which planners that check edges themselves, not by the motion validator, count those settled.
inline constexpr const char* kMotionsCheckedProperty = "motions checked INTEGER";

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

/// A planner with its default parameters but the given ones (name, value).
/// @throws InputError as findPlanner(), and as setPlannerParameter().
ompl::base::PlannerPtr makePlanner(const std::string& name, const ompl::base::SpaceInformationPtr& si,
                                   const std::vector<std::pair<std::string, std::string>>& parameters = {});

}  // namespace gapless
