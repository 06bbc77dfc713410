// What dense samples of a path show, independent of gapless: MoveIt's own collision check, more often than MoveIt asks it.
#pragma once

#include <cstddef>
#include <string>

#include <moveit/planning_scene/planning_scene.h>
#include <moveit/robot_trajectory/robot_trajectory.h>

namespace gapless::experiment {

/// Samples of one path; one-way: no colliding sample proves nothing.
struct SampledPath
{
    std::size_t waypoints = 0;
    std::size_t samples = 0;
    std::size_t colliding = 0;  ///< samples
    // Of the first colliding sample; meaningless without one.
    std::size_t segment = 0;  ///< from way-point `segment` to the next
    double t = 0.0;           ///< along the segment or its time, 0 to 1
    std::string bodies;       ///< "A, B"
};

/// Samples every segment of the path as MoveIt interpolates it, `per_step` samples for each step of length `step` or part of one.
/// @param step in the metric of the path's group: for revolute joints the sum of the joints' way, radians.
SampledPath samplePath(const planning_scene::PlanningScene& scene, const robot_trajectory::RobotTrajectory& path, double step,
                       int per_step);

/// Samples a timed trajectory at `rate` per second, and at its end, as joint_trajectory_controller drives it between two way-points: a quintic where
/// both have velocities and accelerations, a cubic where both have velocities, else a line; values literally. No variable of the group may
/// be of a multi-variable joint's rotation.
SampledPath sampleDriven(const planning_scene::PlanningScene& scene, const robot_trajectory::RobotTrajectory& trajectory,
                         double rate);

/// Largest distance of a point of `path` from the polyline `reference` (a lower bound, from samples as above); Euclidean in the
/// variables of the group, none of which may wrap.
double largestDeviation(const robot_trajectory::RobotTrajectory& path, const robot_trajectory::RobotTrajectory& reference,
                        double step, int per_step);

}  // namespace gapless::experiment
