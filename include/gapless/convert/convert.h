// Problem sets in other formats as problem files: JSON, and MoveIt's messages as YAML.
#pragma once

#include <string>
#include <vector>

#include <gapless/io/problem.h>

namespace gapless {

/// Writes each problem of a JSON file as a problem file into `output_dir` (made if missing), with copies of the robot's URDF,
/// SRDF and collision meshes, and meshes of obstacles as OBJ, beside it. Numbers are written so that they read back as the
/// same doubles. Names of problem files: SET_ID.yaml, edge_K_SET_ID.yaml (K counts from 0), CASE.yaml for one case alone;
/// goals after the first of a problem become SET_ID_goalN.yaml.
///
/// Formats: "exact-motion-problems/1" (many problems of one robot, or one case) and "exact-motion-edges/1" (motions in
/// scenes of such files). Where a problem lists `self_pairs`, all other pairs of links become allowed collisions.
///
/// Files appear under their names complete, and only once everything has been converted; files of the same names are
/// replaced, others in the folder left alone.
/// @returns the paths of the problem files.
/// @throws InputError naming the file for JSON that is malformed or of another format, files that are missing, two problems
///         of one name, or a folder that cannot be written.
std::vector<std::string> convertProblemSet(const std::string& in_json, const std::string& output_dir,
                                           const LoadOptions& options = {});

/// What goes with a MoveIt scene; empty names are files that there are none of.
struct MoveitInput
{
    /// The robot, which neither scene nor request hold. The SRDF defines the request's group.
    std::string urdf, srdf;
    /// With one scene file: its request (needed), and a trajectory.
    std::string request, path;
    /// With a folder: leave out the problems that cannot be converted instead of converting none.
    bool skip_bad = false;
};

/// How far a value may lie outside of its joint's limits and still be taken for the limit, radians or metres: states and
/// limits written with six digits, such as -3.1415926 for a limit of -3.14159, differ by less.
inline constexpr double kLimitMargin = 1e-5;

struct ConvertedFiles
{
    std::vector<std::string> problems;
    /// Path files, as readPath() takes them.
    std::vector<std::string> paths;
    /// Of the problems left out with skip_bad, why: one line each.
    std::vector<std::string> skipped;
};

/// The same for MoveIt's messages as YAML, as MoveIt prints them and as robowflex and MotionBenchMaker write them. `in` is a
/// scene (moveit_msgs/PlanningScene or PlanningSceneWorld), or a folder with scene0001.yaml, request0001.yaml
/// (moveit_msgs/MotionPlanRequest) and, where there is one, path0001.yaml (moveit_msgs/RobotTrajectory), and so on.
/// Problem files are named after the scene, or FOLDER_0001.yaml; goals after the first NAME_goalN.yaml, paths NAME_path.json.
///
/// The problem's world is MoveIt's planning frame. What has no exact counterpart is refused; docs/problem_sets.md lists it.
/// A value that lies outside of its joint's limits by no more than kLimitMargin becomes the limit, with a warning.
/// @throws InputError naming file and line for that, malformed YAML, unknown keys and names, and values out of limits. With skip_bad
///         only if the robot or the folder is at fault.
ConvertedFiles convertMoveitProblems(const std::string& in, const MoveitInput& input, const std::string& output_dir,
                                     const LoadOptions& options = {});

}  // namespace gapless
