// Robots that drive at the same time: each goes on as soon as the order allows it.
//
// All robots run at the same speed, in the metric of the space with the others standing; who has to wait does so at his place. It is an execution that keeps the order, and the
// one that ends first: none can be anywhere earlier. In every square its way is monotone and leads through free cells, or what is proven otherwise (any_timing.h).
#pragma once

#include <vector>

#include <gapless/multirobot/coordinated_path.h>

namespace gapless {

/// How long a path of straight motions takes at unit speed, if all robots run through each segment together: the sum of the longest that any robot has in each.
/// @param mapping of the group's problem; metres and radians, as its space measures
double makespan(const RobotGroup& group, const StateMapping& mapping, const std::vector<Configuration>& waypoints);

/// Way-points of a path of straight motions by which all robots run through each segment together: where any robot begins, ends a motion, or waits. Numbers are rounded, so it
/// is to be certified as it is.
/// @param path of straight motions @param order of the path's curves
std::vector<Configuration> earlySchedule(const CoordinatedPath& path, const ExecutionOrder& order, const StateMapping& mapping);

}  // namespace gapless
