// What differs between MoveIt 1 and 2 for the shared code, here for MoveIt 2: headers, names of messages and members, the log.
#pragma once

#include <string>

#include <moveit/collision_detection/collision_env.hpp>
#include <moveit/collision_detection/collision_matrix.hpp>
#include <moveit/kinematic_constraints/utils.hpp>
#include <moveit/ompl_interface/detail/goal_union.hpp>
#include <moveit/ompl_interface/detail/state_validity_checker.hpp>
#include <moveit/ompl_interface/model_based_planning_context.hpp>
#include <moveit/ompl_interface/ompl_interface.hpp>
#include <moveit/ompl_interface/parameterization/joint_space/joint_model_state_space.hpp>
#include <moveit/planning_interface/planning_interface.hpp>
#include <moveit/planning_scene/planning_scene.hpp>
#include <moveit/robot_model/floating_joint_model.hpp>
#include <moveit/robot_model/planar_joint_model.hpp>
#include <moveit/robot_model/prismatic_joint_model.hpp>
#include <moveit/robot_model/revolute_joint_model.hpp>
#include <moveit/robot_model/robot_model.hpp>
#include <moveit/robot_state/attached_body.hpp>
#include <moveit/robot_state/robot_state.hpp>
#include <moveit/robot_trajectory/robot_trajectory.hpp>
#include <moveit/utils/logger.hpp>
#include <moveit_msgs/msg/move_it_error_codes.hpp>
#include <rclcpp/rclcpp.hpp>

namespace gapless_moveit::compat {

using ErrorCodes = moveit_msgs::msg::MoveItErrorCodes;
/// What PlanningContext::solve() returns: nothing here, bool on humble.
using SolveResult =
    decltype(std::declval<planning_interface::PlanningContext&>().solve(std::declval<planning_interface::MotionPlanResponse&>()));

/// Attached bodies of two links may touch where one names the other among its touch links.
constexpr bool kTouchLinksCoverAttached = true;
/// FloatingJointModel::interpolate() is Eigen's slerp, the short way.
constexpr bool kLongWayBetweenQuaternions = false;

/// The planning pipeline answers with PLANNING_FAILED for a request for which it gets no context.
constexpr bool kKeepsCodeWithoutContext = false;

inline robot_trajectory::RobotTrajectoryPtr& trajectoryOf(planning_interface::MotionPlanResponse& response)
{
    return response.trajectory;
}
inline auto& errorCodeOf(planning_interface::MotionPlanResponse& response)
{
    return response.error_code.val;
}
inline std::vector<robot_trajectory::RobotTrajectoryPtr>& trajectoriesOf(planning_interface::MotionPlanDetailedResponse& response)
{
    return response.trajectory;
}
inline auto& errorCodeOf(planning_interface::MotionPlanDetailedResponse& response)
{
    return response.error_code.val;
}

inline rclcpp::Logger logger()
{
    return moveit::getLogger("gapless");
}
inline void logInfo(const std::string& text)
{
    RCLCPP_INFO(logger(), "%s", text.c_str());
}
inline void logWarning(const std::string& text)
{
    RCLCPP_WARN(logger(), "%s", text.c_str());
}
inline void logError(const std::string& text)
{
    RCLCPP_ERROR(logger(), "%s", text.c_str());
}

}  // namespace gapless_moveit::compat
