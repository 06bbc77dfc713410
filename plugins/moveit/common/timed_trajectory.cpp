#include "common/timed_trajectory.h"

#include <gapless/core/error.h>

#include "common/certified_planning_context.h"
#include "common/describe_scene.h"

namespace gapless_moveit {

RequestValidation::PathAnswer TimedTrajectoryCertifier::certify(const planning_scene::PlanningScene& scene,
                                                                const moveit::core::RobotState& start,
                                                                const robot_trajectory::RobotTrajectory& trajectory,
                                                                const ValidationSettings& settings,
                                                                const Interruption& interrupted) const
{
    RequestValidation::PathAnswer answer;
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
        return validation.certify(groupPath(trajectory, *group), true, interrupted);
    }
    catch (const gapless::InputError& error)
    {
        answer.reason = error.what();
    }
    return answer;
}

}  // namespace gapless_moveit
