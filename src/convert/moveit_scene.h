// moveit_msgs/PlanningScene, or a PlanningSceneWorld alone, as YAML: what of it can be certified, every value with its line.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/moveit_object.h"

namespace gapless {

struct MoveitAttached
{
    MessageName link;
    MoveitObject object;
    std::vector<MessageName> touch_links;
};

struct MoveitRobotState
{
    struct Value
    {
        double value = 0.0;
        int line = 0;
    };
    struct Transform
    {
        MessagePose pose;
        int line = 0;
    };
    /// Of the file that it is read from.
    std::string label;
    std::map<std::string, Value> joints;
    /// Joints of several variables.
    std::map<std::string, Transform> transforms;
    std::vector<MoveitAttached> attached;
    bool is_diff = false;
};

struct MoveitCollisionMatrix
{
    std::vector<std::string> names;
    /// Pairs of names that have an entry, smaller name first, and those of them that may touch.
    std::set<std::pair<std::string, std::string>> entries, allowed;
    /// For pairs without an entry: whether a name may touch whatever it meets.
    std::map<std::string, bool> defaults;

    bool empty() const { return names.empty() && defaults.empty(); }
    /// As MoveIt decides: the pair's entry, else the defaults of both names, where one "no" wins.
    bool mayTouch(const std::string& a, const std::string& b) const;
};

struct MoveitScene
{
    struct FixedTransform
    {
        /// `pose` is that of `frame` in `parent`, which is the planning frame in what MoveIt writes.
        MessageName frame, parent;
        MessagePose pose;
    };

    std::string file;
    std::vector<MoveitObject> objects;
    MoveitRobotState robot_state;
    std::vector<FixedTransform> fixed_transforms;
    MoveitCollisionMatrix matrix;
};

/// `file` is the text's name in errors.
/// @throws InputError "file:line: ..." for unknown keys, values of the wrong kind, and for what has no exact counterpart in
///         a problem file: cones, prisms, planes, octomaps that are not binary, padding, scaled links, objects to be removed, moved or appended.
MoveitScene parseMoveitScene(std::string_view text, const std::string& file);

/// moveit_msgs/RobotState.
MoveitRobotState readRobotState(const YamlNode& node, const std::string& label, const std::string& what);

}  // namespace gapless
