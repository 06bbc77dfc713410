// Trajectory files: joint names, and points with times, positions, and if given velocities and accelerations; or splines.
//
// Read are, told apart by what is in them and CSV by the file's name:
// - {"joint_names": [...], "points": [{"positions": [...], "velocities": [...], "accelerations": [...], "time_from_start": s}, ...]}, as
//   JSON or YAML; that is trajectory_msgs/JointTrajectory as `ros2 topic echo` prints it, with time_from_start {sec, nanosec}, or ROS 1's
//   {secs, nsecs};
// - moveit_msgs/RobotTrajectory, a map with one of those as "joint_trajectory", and no joints in "multi_dof_joint_trajectory";
// - {"joint_names": [...], "degree": p, "knots": [s, ...], "control_points": [[...], ...]}, a B-spline (spline_curves.h), and
//   {"joint_names": [...], "polynomials": [{"duration": s, "coefficients": [[...], ...]}, ...]}, powers of seconds from each piece's begin;
// - CSV (*.csv), a header with time_from_start, the joints' names, and NAME/velocity and NAME/acceleration for all joints or none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gapless/io/problem.h>
#include <gapless/kinematics/trajectory.h>

namespace gapless {

/// A point as it stands in a file; velocities and accelerations are empty where they are not given.
struct TrajectoryRow
{
    double time = 0.0;
    std::vector<double> positions, velocities, accelerations;
};

/// The points of a trajectory text, with values in the order of `names`, whatever their order in the text. `label` is the text's name in
/// errors, and says by its end whether it is CSV.
/// @throws InputError with the line for text that is none of the formats, unknown or duplicate keys, names that are not exactly `names`, no
///         points, values that are too many, too few or no finite numbers, and times that are negative or do not rise.
std::vector<TrajectoryRow> parseTrajectory(std::string_view text, const std::string& label,
                                           const std::vector<std::string>& names);

/// A trajectory file of the problem's planning joints (problem.variableNames()), values literal; what does not plan stands still as in the
/// problem's start. Where the first point is later than 0 s the robot comes from that start, standing still.
/// @throws InputError also if the file cannot be read, a position lies outside of its limits by more than 1e-9, or a start is needed and
///         the problem has none.
std::vector<TrajectoryPoint> readTrajectory(const std::string& file, const Problem& problem);

/// The curve of any trajectory file: of points as a controller interpolates them, or as splines give it.
/// @throws InputError as readTrajectory() and curveOf(); for splines with Interpolation::None, which says nothing of them, too.
CurveMotion readCurve(const std::string& file, const Problem& problem, Interpolation interpolation = Interpolation::Splines);

/// The points as JSON text, the first of the formats. Numbers read back as the same doubles.
/// @throws InputError if a value is not finite, for JSON has no such numbers.
std::string trajectoryText(const Problem& problem, const std::vector<TrajectoryPoint>& points);

/// Writes a trajectory file: complete under its name, or not at all.
/// @throws InputError naming the file if it cannot be written.
void writeTrajectory(const std::string& file, const Problem& problem, const std::vector<TrajectoryPoint>& points);

}  // namespace gapless
