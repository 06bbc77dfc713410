// The scenes of the experiment: thin obstacles before the arm, and something in its hand.
#pragma once

#include <string>
#include <vector>

#include <moveit/planning_scene/planning_scene.h>
#include <moveit/robot_model/robot_model.h>

namespace gapless::experiment {

/// What makeScene() knows: "plate", one thin plate and a box in the hand; "shelf", four thin boards and a tray in the hand.
std::vector<std::string> sceneNames();

/// The scene of that name; what is in the hand is attached to the end effector of `group`, which it may touch.
/// @throws std::invalid_argument if there is no such scene, no such group, or no end effector on the group.
planning_scene::PlanningScenePtr makeScene(const std::string& name, const moveit::core::RobotModelConstPtr& model,
                                           const std::string& group);

}  // namespace gapless::experiment
