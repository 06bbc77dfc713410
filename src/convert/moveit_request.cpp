#include "convert/moveit_request.h"

#include "io/input_text.h"

namespace gapless {
namespace {

const std::vector<std::string> kConstraintKeys = {"name", "joint_constraints", "position_constraints", "orientation_constraints",
                                                  "visibility_constraints"};

/// The first list of the message that is not empty, but for joint constraints; or null.
const YamlNode* poseConstraint(const YamlMap& constraints)
{
    for (const char* key : {"position_constraints", "orientation_constraints", "visibility_constraints"})
        if (!listOf(constraints, key).empty())
            return given(constraints, key);
    return nullptr;
}

MoveitRequest::Goal readGoal(const YamlNode& node, const std::string& label)
{
    const YamlMap map(node, label, "a goal", kConstraintKeys);
    if (const YamlNode* pose = poseConstraint(map))
        throw inputError(label, pose->line,
                         "a goal for a pose, which has no exact counterpart; give joint_constraints for all joints");
    MoveitRequest::Goal goal;
    goal.line = node.line;
    for (const auto& item : listOf(map, "joint_constraints"))
    {
        const YamlMap joint(*item, label, "a joint constraint",
                            {"joint_name", "position", "tolerance_above", "tolerance_below", "weight"});
        MoveitRequest::JointGoal value;
        value.joint = readMessageName(joint.require("joint_name"), label, "joint_name");
        value.position = readNumber(joint.require("position"), label, "position of joint '" + value.joint.text + "'");
        value.line = joint.require("position").line;
        for (const char* key : {"tolerance_above", "tolerance_below"})
            if (const YamlNode* tolerance = given(joint, key))
                readNonNegative(*tolerance, label, key);
        goal.joints.push_back(value);
    }
    return goal;
}

void refusePathConstraints(const YamlMap& request)
{
    const auto refuse = [&](const YamlNode& node) {
        return inputError(request.label(), node.line, "constraints on the path have no counterpart; leave them out");
    };
    if (const YamlNode* path = given(request, "path_constraints"))
    {
        const YamlMap map(*path, request.label(), "path_constraints", kConstraintKeys);
        if (!listOf(map, "joint_constraints").empty() || poseConstraint(map))
            throw refuse(*path);
    }
    if (const YamlNode* trajectory = given(request, "trajectory_constraints"))
        if (!listOf(YamlMap(*trajectory, request.label(), "trajectory_constraints", {"constraints"}), "constraints").empty())
            throw refuse(*trajectory);
}

}  // namespace

MoveitRequest parseMoveitRequest(std::string_view text, const std::string& file)
{
    const auto root = parseYaml(text, file);
    // How long, how fast and with which planner to plan is no part of the problem; nor is the workspace, which bounds joints of
    // several variables only.
    const YamlMap map(*root, file, "a motion plan request",
                      {"workspace_parameters", "start_state", "goal_constraints", "path_constraints", "trajectory_constraints",
                       "reference_trajectories", "pipeline_id", "planner_id", "group_name", "num_planning_attempts",
                       "allowed_planning_time", "max_velocity_scaling_factor", "max_acceleration_scaling_factor",
                       "cartesian_speed_end_effector_link", "cartesian_speed_limited_link", "max_cartesian_speed"});
    MoveitRequest request;
    request.file = file;
    const YamlNode* group = given(map, "group_name");
    if (group && !(group->kind == YamlNode::Kind::Scalar && group->text.empty()))
        request.group = readMessageName(*group, file, "group_name");
    if (const YamlNode* start = given(map, "start_state"))
        request.start = readRobotState(*start, file, "start_state");
    for (const auto& goal : readList(map.require("goal_constraints"), file, "goal_constraints"))
        request.goals.push_back(readGoal(*goal, file));
    if (request.goals.empty())
        throw inputError(file, map.require("goal_constraints").line, "the request has no goal; give one in goal_constraints");
    refusePathConstraints(map);
    return request;
}

MoveitTrajectory parseMoveitTrajectory(std::string_view text, const std::string& file)
{
    const auto root = parseYaml(text, file);
    const YamlMap map(*root, file, "a robot trajectory", {"joint_trajectory", "multi_dof_joint_trajectory"});
    if (const YamlNode* several = given(map, "multi_dof_joint_trajectory"))
    {
        const YamlMap values(*several, file, "multi_dof_joint_trajectory", {"header", "joint_names", "points"});
        if (!listOf(values, "points").empty())
            throw inputError(file, several->line,
                             "a trajectory of joints of several variables cannot be converted; leave them out");
    }
    const YamlMap joints(map.require("joint_trajectory"), file, "joint_trajectory", {"header", "joint_names", "points"});
    MoveitTrajectory trajectory;
    trajectory.file = file;
    for (const auto& name : listOf(joints, "joint_names"))
        trajectory.joints.push_back(readMessageName(*name, file, "a joint of joint_names"));
    for (const auto& item : readList(joints.require("points"), file, "points"))
    {
        const YamlMap point(*item, file, "a point", {"positions", "velocities", "accelerations", "effort", "time_from_start"});
        trajectory.points.push_back(readNumbers(point.require("positions"), file, "positions", trajectory.joints.size()));
    }
    if (trajectory.points.empty())
        throw inputError(file, joints.require("points").line, "the trajectory has no points; give at least one");
    return trajectory;
}

}  // namespace gapless
