// The scene of the experiment: a thin plate before the arm, a box carried by the hand.
#pragma once

#include <string>

#include <moveit/planning_scene/planning_scene.h>
#include <moveit/robot_model/robot_model.h>

namespace gapless::experiment {

/// The scene, metres, in the model's frame; the box is attached to the end effector of `group`, which it may touch.
/// @throws std::invalid_argument if the model has no such group or no end effector hangs on it.
planning_scene::PlanningScenePtr makeScene(const moveit::core::RobotModelConstPtr& model, const std::string& group);

}  // namespace gapless::experiment
