// The certificate of a trajectory after time parameterisation.
#pragma once

#include <moveit_compat.h>

#include "common/mesh_store.h"
#include "common/termination_listener.h"
#include "conversion/geometry_store.h"
#include "conversion/request_validation.h"

namespace gapless_moveit {

/// Certifies trajectories as they leave the planning pipeline. Safe to use from many threads.
class TimedTrajectoryCertifier
{
public:
    /// The way-points, joined as JointModelGroup::interpolate() joins them, for the group of the trajectory; all else as in `start`. Not
    /// certified either: where the scene cannot be.
    RequestValidation::PathAnswer certify(const planning_scene::PlanningScene& scene, const moveit::core::RobotState& start,
                                          const robot_trajectory::RobotTrajectory& trajectory, const ValidationSettings& settings,
                                          const Interruption& interrupted) const;

    /// How often MoveIt has terminated its planning so far.
    std::uint64_t terminations() const { return listener_.count(); }

private:
    mutable MeshStore meshes_;
    mutable GeometryStore geometries_;
    TerminationListener listener_;
};

}  // namespace gapless_moveit
