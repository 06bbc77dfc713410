// moveit_msgs/CollisionObject as YAML.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "convert/moveit_values.h"

namespace gapless {

/// A primitive or a mesh of a collision object.
struct MoveitShape
{
    int line = 0;
    /// As in our JSON problem sets: {type: box, size: ..}, ...; or {type: mesh, resource: URL, scale: [..]}; or {type: octree, bytes: ..}, those of an OctoMap's file.
    nlohmann::json shape;
    /// In the object.
    MessagePose pose;
};

struct MoveitObject
{
    int line = 0;
    std::string id;
    /// What `pose` is relative to; empty for the planning frame.
    MessageName frame;
    MessagePose pose;
    std::vector<MoveitShape> shapes;
};

/// @throws InputError "label:line: ..." for unknown keys, values of the wrong kind, and for cones, prisms, planes, and objects
///         to be removed, moved or appended.
MoveitObject readMoveitObject(const YamlNode& node, const std::string& label);

}  // namespace gapless
