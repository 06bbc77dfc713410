// What differs between MoveIt 1 and 2 for the shared code, here for MoveIt 1: headers, names of messages and members, the log.
#pragma once

#include <string>

#include <moveit/collision_detection/collision_env.h>
#include <moveit/collision_detection/collision_matrix.h>
#include <moveit/kinematic_constraints/utils.h>
#include <moveit/ompl_interface/detail/goal_union.h>
#include <moveit/ompl_interface/detail/state_validity_checker.h>
#include <moveit/ompl_interface/model_based_planning_context.h>
#include <moveit/ompl_interface/ompl_interface.h>
#include <moveit/ompl_interface/parameterization/joint_space/joint_model_state_space.h>
#include <moveit/planning_interface/planning_interface.h>
#include <moveit/planning_scene/planning_scene.h>
#include <moveit/robot_model/floating_joint_model.h>
#include <moveit/robot_model/planar_joint_model.h>
#include <moveit/robot_model/prismatic_joint_model.h>
#include <moveit/robot_model/revolute_joint_model.h>
#include <moveit/robot_model/robot_model.h>
#include <moveit/robot_state/attached_body.h>
#include <moveit/robot_state/robot_state.h>
#include <moveit/robot_trajectory/robot_trajectory.h>
#include <moveit_msgs/MoveItErrorCodes.h>
#include <ros/console.h>

namespace gapless_moveit::compat {

using ErrorCodes = moveit_msgs::MoveItErrorCodes;
/// What PlanningContext::solve() returns.
using SolveResult = bool;

/// AttachedBody: touch links name links only.
constexpr bool kTouchLinksCoverAttached = false;
/// FloatingJointModel::interpolate() does not flip the sign of a quaternion.
constexpr bool kLongWayBetweenQuaternions = true;

/// The planning pipeline answers with the error code of a request for which it gets no context.
constexpr bool kKeepsCodeWithoutContext = true;

inline robot_trajectory::RobotTrajectoryPtr& trajectoryOf(planning_interface::MotionPlanResponse& response)
{
    return response.trajectory_;
}
inline auto& errorCodeOf(planning_interface::MotionPlanResponse& response)
{
    return response.error_code_.val;
}
inline std::vector<robot_trajectory::RobotTrajectoryPtr>& trajectoriesOf(planning_interface::MotionPlanDetailedResponse& response)
{
    return response.trajectory_;
}
inline auto& errorCodeOf(planning_interface::MotionPlanDetailedResponse& response)
{
    return response.error_code_.val;
}

inline void logInfo(const std::string& text)
{
    ROS_INFO_STREAM_NAMED("gapless", text);
}
inline void logWarning(const std::string& text)
{
    ROS_WARN_STREAM_NAMED("gapless", text);
}
inline void logError(const std::string& text)
{
    ROS_ERROR_STREAM_NAMED("gapless", text);
}

}  // namespace gapless_moveit::compat
