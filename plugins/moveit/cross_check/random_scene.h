// Random planning scenes with every kind of shape that MoveIt has.
#pragma once

#include <random>

#include <moveit/planning_scene/planning_scene.h>

namespace gapless_moveit {

/// Some objects about the robot, of any kind of shape but planes with an offset, an attached body on `link`, random padding and scale, some
/// entries of the allowed collision matrix.
planning_scene::PlanningScenePtr randomScene(const moveit::core::RobotModelConstPtr& model, const std::string& link,
                                             std::mt19937_64& random);

}  // namespace gapless_moveit
