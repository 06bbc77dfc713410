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

}  // namespace

std::vector<planning_interface::MotionPlanRequest> makeRandomRequests(const planning_scene::PlanningScene& scene,
                                                                      const std::string& group, int count, std::uint32_t seed)
{
    const moveit::core::JointModelGroup* joints = scene.getRobotModel()->getJointModelGroup(group);
    random_numbers::RandomNumberGenerator rng(seed);
    std::vector<planning_interface::MotionPlanRequest> requests(count);
    moveit::core::RobotState state = scene.getCurrentState();
    for (planning_interface::MotionPlanRequest& request : requests)
    {
        request.group_name = group;
        setToRandomFree(state, scene, joints, rng);
        moveit::core::robotStateToRobotStateMsg(state, request.start_state);
        setToRandomFree(state, scene, joints, rng);
        request.goal_constraints = {kinematic_constraints::constructGoalConstraints(state, joints)};
    }
    return requests;
}

}  // namespace gapless::experiment
