// One problem of a JSON problem set as the text of a problem file.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "convert/robot_files.h"

namespace gapless {

struct ConvertedScene
{
    /// Of the problem file, without extension.
    std::string name;
    const CopiedRobot* robot = nullptr;
    std::string group;
    std::vector<std::string> joint_names;
    /// Values of further joints in `start`, by name; those that the robot cannot set are left out.
    const nlohmann::json* other_joints = nullptr;
    /// Pose of the robot's root, {xyz, quat_xyzw}; null where it is the world's origin.
    const nlohmann::json* base = nullptr;
    const nlohmann::json* obstacles = nullptr;
    /// As obstacles, with `link` and `touch_links`.
    const nlohmann::json* attached = nullptr;
    const nlohmann::json* start = nullptr;
    const nlohmann::json* goal = nullptr;
    /// Pairs of links to be checked against each other, or null for all.
    const nlohmann::json* self_pairs = nullptr;
    /// Pairs of names that may touch, besides the SRDF's.
    const nlohmann::json* allowed = nullptr;
    /// What is known about the motion, written as a comment; may be null.
    const nlohmann::json* expected = nullptr;
};

/// The problem file's text. Meshes and maps of obstacles are written below `folder`/meshes and `folder`/maps.
/// @throws InputError, or an exception of nlohmann::json for a value of the wrong kind; `source` is named in the former.
std::string problemText(const ConvertedScene& scene, const std::string& folder, const std::string& source);

}  // namespace gapless
