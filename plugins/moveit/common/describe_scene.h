// From MoveIt's objects to the plain structs of the conversion.
#pragma once

#include <moveit_compat.h>

#include "common/mesh_store.h"
#include "conversion/scene_description.h"

namespace gapless_moveit {

/// Robot and attached bodies as in `start`, padding, world and allowed collision matrix of the scene as PlanningScene::checkCollision() uses
/// them. The description refers to the scene's matrix: use it before the scene changes.
/// @throws gapless::InputError for a shape of an unknown type, or a mesh that is none.
SceneDescription describeScene(const planning_scene::PlanningScene& scene, const moveit::core::RobotState& start,
                               const moveit::core::JointModelGroup& group, MeshStore& meshes);

/// The values of a state of the group.
std::vector<double> groupValues(const moveit::core::RobotState& state, const moveit::core::JointModelGroup& group);

/// Why motions of the scene are more than a matter of geometry; empty where they are not.
std::string beyondGeometry(const planning_scene::PlanningScene& scene);

}  // namespace gapless_moveit
