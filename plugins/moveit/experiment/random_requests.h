// Random planning requests: the same for every pipeline that is given the same seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <moveit/planning_interface/planning_interface.h>
#include <moveit/planning_scene/planning_scene.h>

namespace gapless::experiment {

/// `count` requests from a random state without collision to another, joints uniform within their limits; what else the
/// request says (planner, time) is left to the caller.
/// @throws std::runtime_error if the scene leaves hardly any room: no free state in 10,000 tries.
std::vector<planning_interface::MotionPlanRequest> makeRandomRequests(const planning_scene::PlanningScene& scene,
                                                                      const std::string& group, int count, std::uint32_t seed);

}  // namespace gapless::experiment
