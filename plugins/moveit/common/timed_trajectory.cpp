#include "common/timed_trajectory.h"

#include <algorithm>

#include <gapless/core/error.h>

#include "common/certified_planning_context.h"
#include "common/describe_scene.h"

namespace gapless_moveit {

namespace {

struct CertifiedPath
{
    std::string group;
    std::vector<std::vector<double>> path;
};
thread_local CertifiedPath last_certified;

std::vector<TimedState> statesOf(const robot_trajectory::RobotTrajectory& trajectory, const moveit::core::JointModelGroup& group)
{
    std::vector<TimedState> states;
    for (std::size_t i = 0; i < trajectory.getWayPointCount(); ++i)
    {
        const moveit::core::RobotState& waypoint = trajectory.getWayPoint(i);
        TimedState state;
        state.time = trajectory.getWayPointDurationFromStart(i);
        state.positions = groupValues(waypoint, group);
        if (waypoint.hasVelocities())
            waypoint.copyJointGroupVelocities(&group, state.velocities);
        // Without velocities a controller does not look at them.
        if (waypoint.hasVelocities() && waypoint.hasAccelerations())
            waypoint.copyJointGroupAccelerations(&group, state.accelerations);
        states.push_back(std::move(state));
    }
    return states;
}

void replace(const std::vector<TimedState>& states, const moveit::core::JointModelGroup& group,
             robot_trajectory::RobotTrajectory& trajectory)
{
    moveit::core::RobotState waypoint = trajectory.getFirstWayPoint();
    trajectory.clear();
    double before = 0.0;
    for (const TimedState& state : states)
    {
        waypoint.setJointGroupPositions(&group, state.positions);
        waypoint.setJointGroupVelocities(&group, state.velocities);
        waypoint.dropAccelerations();
        waypoint.update();
        trajectory.addSuffixWayPoint(waypoint, state.time - before);
        before = state.time;
    }
}

GroupRates limitsOf(const moveit::core::JointModelGroup& group, const planning_interface::MotionPlanRequest& request)
{
    // 0: not given.
    const auto factor = [](double given) { return given > 0.0 && given <= 1.0 ? given : 1.0; };
    GroupRates limits;
    for (const std::string& name : group.getVariableNames())
    {
        const moveit::core::VariableBounds& bounds = group.getParentModel().getVariableBounds(name);
        const double velocity = bounds.velocity_bounded_ ? std::min(bounds.max_velocity_, -bounds.min_velocity_) : 1.0;
        const double acceleration =
            bounds.acceleration_bounded_ ? std::min(bounds.max_acceleration_, -bounds.min_acceleration_) : 1.0;
        limits.velocities.push_back(velocity * factor(request.max_velocity_scaling_factor));
        limits.accelerations.push_back(acceleration * factor(request.max_acceleration_scaling_factor));
    }
    return limits;
}

}  // namespace

void rememberCertifiedPath(const std::string& group, const std::vector<std::vector<double>>& path)
{
    last_certified = {group, path};
}

TimedCertification TimedTrajectoryCertifier::certify(const planning_scene::PlanningScene& scene,
                                                     const moveit::core::RobotState& start,
                                                     const planning_interface::MotionPlanRequest& request,
                                                     robot_trajectory::RobotTrajectory& trajectory,
                                                     const ValidationSettings& settings, const Interruption& interrupted) const
{
    TimedCertification answer;
    answer.is_hopeless = true;
    const moveit::core::JointModelGroup* const group = trajectory.getGroup();
    if (!group)
    {
        answer.reason = "the trajectory is of no group";
        return answer;
    }
    answer.reason = beyondGeometry(scene);
    if (!answer.reason.empty())
        return answer;
    try
    {
        const RequestValidation validation(describeScene(scene, start, *group, meshes_), settings, geometries_);
        geometries_.prune();
        meshes_.prune();
        const std::vector<TimedState> states = statesOf(trajectory, *group);
        answer = {certifyTrajectory(validation, states, interrupted)};
        if (answer.is_certified || answer.is_interrupted || states.empty() || states.back().time <= 0.0)
            return answer;
        const bool is_known = last_certified.group == group->getName() && !last_certified.path.empty()
                              && isOfPath(validation, states, last_certified.path);
        const TimedAnswer timed = retime(validation, is_known ? last_certified.path : groupPath(trajectory, *group),
                                         limitsOf(*group, request), interrupted);
        if (timed.is_certified)
        {
            compat::logInfo("the timed trajectory was not certified (" + answer.reason + "); timed anew it is, and lasts "
                            + std::to_string(timed.trajectory.back().time) + " s instead of "
                            + std::to_string(states.back().time));
            replace(timed.trajectory, *group, trajectory);
            return {timed};
        }
        answer.is_interrupted = timed.is_interrupted;
        answer.reason += "; timed anew: " + timed.reason;
        if (answer.is_interrupted)
            return answer;
        const RequestValidation::PathAnswer standing = certifyStanding(validation, states.front().positions, interrupted);
        answer.is_hopeless = !standing.is_certified && !standing.is_interrupted;
        if (answer.is_hopeless)
            answer.reason = "the robot as it stands at the start is not certified: " + standing.reason;
    }
    catch (const gapless::InputError& error)
    {
        answer.reason = error.what();
        answer.is_hopeless = true;
    }
    return answer;
}

}  // namespace gapless_moveit
