#include "random_requests.h"

#include <stdexcept>

#include <moveit/kinematic_constraints/utils.h>
#include <moveit/robot_state/conversions.h>
#include <random_numbers/random_numbers.h>

namespace gapless::experiment {

namespace {

constexpr int kTries = 10000;

/// Sets the group of `state` to random positions without collision.
void setToRandomFree(moveit::core::RobotState& state, const planning_scene::PlanningScene& scene,
                     const moveit::core::JointModelGroup* group, random_numbers::RandomNumberGenerator& rng)
{
    for (int i = 0; i < kTries; ++i)
    {
        state.setToRandomPositions(group, rng);
        state.update();
        if (!scene.isStateColliding(state, group->getName()))
            return;
    }
    throw std::runtime_error("no state without collision in " + std::to_string(kTries) + " tries");
}

/// A volume that a fixed robot of a few metres cannot leave; MoveIt warns where none is given.
moveit_msgs::WorkspaceParameters makeWorkspace(const planning_scene::PlanningScene& scene)
{
    moveit_msgs::WorkspaceParameters workspace;
    workspace.header.frame_id = scene.getPlanningFrame();
    workspace.min_corner.x = workspace.min_corner.y = workspace.min_corner.z = -10.0;
    workspace.max_corner.x = workspace.max_corner.y = workspace.max_corner.z = 10.0;
    return workspace;
}

}  // namespace

std::vector<planning_interface::MotionPlanRequest> makeRandomRequests(const planning_scene::PlanningScene& scene,
                                                                      const std::string& group, int count, std::uint32_t seed)
{
    const moveit::core::JointModelGroup* joints = scene.getRobotModel()->getJointModelGroup(group);
    random_numbers::RandomNumberGenerator rng(seed);
    std::vector<planning_interface::MotionPlanRequest> requests(count);
    moveit::core::RobotState state = scene.getCurrentState();
    const moveit_msgs::WorkspaceParameters workspace = makeWorkspace(scene);
    for (planning_interface::MotionPlanRequest& request : requests)
    {
        request.group_name = group;
        request.workspace_parameters = workspace;
        setToRandomFree(state, scene, joints, rng);
        moveit::core::robotStateToRobotStateMsg(state, request.start_state);
        setToRandomFree(state, scene, joints, rng);
        request.goal_constraints = {kinematic_constraints::constructGoalConstraints(state, joints)};
    }
    return requests;
}

}  // namespace gapless::experiment
