// Timed trajectories as a joint trajectory controller executes them.
//
// As ros2_control's joint_trajectory_controller interpolates (and ROS 1's before it), with p, v, a the two points' positions, velocities and
// accelerations and T the seconds between them, per segment by what both points give:
// - positions alone: straight;
// - positions and velocities: the cubic with these at both ends;
// - and accelerations: the quintic with these at both ends.
// The curve is that of real arithmetic: what a controller rounds is of the order of 1e-12 and belongs to its tracking error.
#pragma once

#include <optional>
#include <vector>

#include <gapless/kinematics/curve_motion.h>

namespace gapless {

struct TrajectoryPoint
{
    double time = 0.0;  ///< seconds from the start
    /// Full configurations of the model, radians and metres, literal; velocities and accelerations per second. Those of joints that stand
    /// still are 0.
    Configuration position;
    std::optional<Configuration> velocity, acceleration;
};

enum class Interpolation
{
    /// As above.
    Splines,
    /// Set-points jump, and how the joints get there is not known: each has any value between those of the two points.
    None,
};

/// The curve through the points; a single one stands still.
/// @throws InputError naming the point if there is none, times do not rise, a configuration does not fit the model or is not finite,
///         there are accelerations without velocities, or a floating joint turns.
CurveMotion curveOf(const KinematicModel& model, const std::vector<TrajectoryPoint>& points,
                    Interpolation interpolation = Interpolation::Splines);

}  // namespace gapless
