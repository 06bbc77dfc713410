// A MoveIt scene and request for one robot as what our problem files say.
#pragma once

#include <string>
#include <vector>

#include "convert/moveit_request.h"
#include "convert/moveit_robot.h"
#include "convert/scene_files.h"

namespace gapless {

/// The content of problem files that differ in their goal only.
struct MoveitProblem
{
    const CopiedRobot* robot = nullptr;
    std::string group;
    std::vector<std::string> joint_names;
    nlohmann::json start, other_joints, base, obstacles, attached, allowed;
    std::vector<nlohmann::json> goals;

    /// One of them, without its name. It points into this object.
    ConvertedScene withGoal(std::size_t index) const;
};

/// Values within kLimitMargin outside of the limits become the limit, with a warning.
/// @throws InputError for one that is farther out.
void fitToLimits(const Joint& joint, std::vector<double>& values, const std::string& what, const std::string& label, int line);

/// `robot` gets the meshes that the scene names, and an SRDF without disabled pairs where the scene's matrix wants one.
/// @throws InputError naming file and line for names that the robot does not have, frames that move with it, values outside
///         of joint limits, and goals that leave joints out.
MoveitProblem convertMoveitProblem(const MoveitScene& scene, const MoveitRequest& request, MoveitRobot& robot);

}  // namespace gapless
