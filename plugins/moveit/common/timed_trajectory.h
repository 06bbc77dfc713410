// The certificate of a trajectory after time parameterisation, and another timing where it has none.
#pragma once

#include <moveit_compat.h>

#include "common/mesh_store.h"
#include "common/termination_listener.h"
#include "conversion/geometry_store.h"
#include "conversion/timed_trajectories.h"

namespace gapless_moveit {

/// Notes that a path of the group was certified by the calling thread, for the adapter that gets it timed in that thread.
void rememberCertifiedPath(const std::string& group, const std::vector<std::vector<double>>& path);

struct TimedCertification : RequestValidation::PathAnswer
{
    /// Not certified, and no other path from the same start would be.
    bool is_hopeless = false;
};

/// Certifies trajectories as they leave the planning pipeline. Safe to use from many threads.
class TimedTrajectoryCertifier
{
public:
    /// The trajectory as a controller drives it, for its group; all else as in `start`. Where that is not certified, and as long as it is not
    /// interrupted, the path is timed anew, with blends as short as the proof needs: the certified path of this thread if the trajectory
    /// begins and ends as that does, else the trajectory's own way-points. If that is certified it replaces the trajectory.
    /// Not certified either: where the scene cannot be.
    /// @param request whose scaling factors the robot's limits are taken with; those it has not are 1 per second, 1 per second squared, as
    ///        MoveIt's own parameterisations take them
    TimedCertification certify(const planning_scene::PlanningScene& scene, const moveit::core::RobotState& start,
                               const planning_interface::MotionPlanRequest& request,
                               robot_trajectory::RobotTrajectory& trajectory, const ValidationSettings& settings,
                               const Interruption& interrupted) const;

    /// How often MoveIt has terminated its planning so far.
    std::uint64_t terminations() const { return listener_.count(); }

private:
    mutable MeshStore meshes_;
    mutable GeometryStore geometries_;
    TerminationListener listener_;
};

}  // namespace gapless_moveit
