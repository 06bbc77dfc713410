#include "convert/moveit_scene.h"

#include <algorithm>
#include <cmath>

#include "io/input_text.h"
#include "io/octree_cubes.h"

namespace gapless {
namespace {

MoveitAttached readAttached(const YamlNode& node, const std::string& label)
{
    const YamlMap map(node, label, "an attached object", {"link_name", "object", "touch_links", "detach_posture", "weight"});
    MoveitAttached attached;
    attached.link = readMessageName(map.require("link_name"), label, "link_name");
    attached.object = readMoveitObject(map.require("object"), label);
    for (const auto& link : listOf(map, "touch_links"))
        attached.touch_links.push_back(readMessageName(*link, label, "a touch link"));
    return attached;
}

MoveitScene::FixedTransform readFixedTransform(const YamlNode& node, const std::string& label)
{
    const YamlMap map(node, label, "a fixed frame transform", {"header", "child_frame_id", "transform"});
    MoveitScene::FixedTransform fixed;
    // MoveIt's transforms lead to the planning frame, which it writes as the child: `transform` is the pose of the header's
    // frame in it.
    fixed.frame = readFrame(map);
    fixed.parent = readMessageName(map.require("child_frame_id"), label, "child_frame_id");
    if (fixed.parent.text.front() == '/')
        fixed.parent.text.erase(0, 1);
    fixed.pose = readTransform(map.require("transform"), label, "transform");
    return fixed;
}

std::vector<bool> readRow(const YamlNode& node, const std::string& label)
{
    const YamlNode* enabled = &node;
    if (node.kind == YamlNode::Kind::Map)
        enabled = &YamlMap(node, label, "a row of entry_values", {"enabled"}).require("enabled");
    std::vector<bool> row;
    for (const auto& value : readList(*enabled, label, "a row of entry_values"))
        row.push_back(readBool(*value, label, "a value of entry_values"));
    return row;
}

MoveitCollisionMatrix readMatrix(const YamlNode& node, const std::string& label)
{
    const YamlMap map(node, label, "allowed_collision_matrix",
                      {"entry_names", "entry_values", "default_entry_names", "default_entry_values"});
    MoveitCollisionMatrix matrix;
    for (const auto& name : listOf(map, "entry_names"))
        matrix.names.push_back(readName(*name, label, "a name of entry_names"));
    const auto& rows = listOf(map, "entry_values");
    const std::size_t count = matrix.names.size();
    const auto must = [&](std::size_t size, const std::string& what, int line) {
        if (size != count)
            throw inputError(label, line,
                             what + " has " + std::to_string(size) + " values; it must have " + std::to_string(count)
                                 + ", one for each of entry_names");
    };
    must(rows.size(), "entry_values", given(map, "entry_values") ? given(map, "entry_values")->line : node.line);
    std::vector<std::vector<bool>> values;
    for (const auto& row : rows)
    {
        values.push_back(readRow(*row, label));
        must(values.back().size(), "a row of entry_values", row->line);
    }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < i; ++j)
        {
            const std::pair<std::string, std::string> pair = std::minmax(matrix.names[i], matrix.names[j]);
            if (values[i][j] != values[j][i] || !matrix.entries.insert(pair).second)
                throw inputError(label, rows[i]->line,
                                 "entry_values says both true and false, or twice, whether '" + pair.first + "' and '"
                                     + pair.second + "' may touch; the matrix must be symmetric and its names differ");
            if (values[i][j])
                matrix.allowed.insert(pair);
        }
    const auto& default_names = listOf(map, "default_entry_names");
    const auto& default_values = listOf(map, "default_entry_values");
    if (default_names.size() != default_values.size())
        throw inputError(label, node.line,
                         "allowed_collision_matrix has " + std::to_string(default_names.size()) + " default_entry_names and "
                             + std::to_string(default_values.size()) + " default_entry_values; give as many");
    for (std::size_t i = 0; i < default_names.size(); ++i)
        matrix.defaults[readName(*default_names[i], label, "a name of default_entry_names")] =
            readBool(*default_values[i], label, "a value of default_entry_values");
    return matrix;
}

/// Padding and scale would have to count against the world but not against the robot itself.
void refuseUnless(double neutral, const YamlMap& scene, const std::string& key, const std::string& value_key)
{
    for (const auto& node : listOf(scene, key))
    {
        const YamlMap map(*node, scene.label(), key, {"link_name", value_key});
        const MessageName link = readMessageName(map.require("link_name"), scene.label(), "link_name");
        const double value = readNumber(map.require(value_key), scene.label(), value_key);
        if (value != neutral)
            throw inputError(scene.label(), map.require(value_key).line,
                             value_key + " of link '" + link.text + "' is " + formatNumber(value) + "; it must be "
                                 + formatNumber(neutral)
                                 + ": MoveIt changes the link towards the world only. Use a clearance instead");
    }
}

/// Of a list of integers from -128 to 255, as ROS prints them.
std::string readBytes(const YamlNode& node, const std::string& label)
{
    std::string bytes;
    for (const auto& item : readList(node, label, "data of octomap"))
    {
        const double value = readNumber(*item, label, "a byte of octomap");
        if (!(value >= -128.0 && value <= 255.0 && value == std::floor(value)))
            throw inputError(label, item->line,
                             "a byte of octomap is " + formatNumber(value) + "; it must be an integer from -128 to 255");
        bytes += static_cast<char>(static_cast<int>(value));
    }
    return bytes;
}

void readWorld(const YamlNode& node, MoveitScene& scene)
{
    const YamlMap map(node, scene.file, "world", {"collision_objects", "octomap"});
    for (const auto& object : listOf(map, "collision_objects"))
        scene.objects.push_back(readMoveitObject(*object, scene.file));
    const YamlNode* octomap = given(map, "octomap");
    if (!octomap)
        return;
    const YamlMap with_pose(*octomap, scene.file, "octomap", {"header", "origin", "octomap"});
    const YamlNode* tree = given(with_pose, "octomap");
    if (!tree)
        return;
    const YamlMap data(*tree, scene.file, "octomap", {"header", "binary", "id", "resolution", "data"});
    const YamlNode* bytes = given(data, "data");
    if (!bytes || (bytes->text.empty() && bytes->items.empty()))
        return;
    const YamlNode* binary = given(data, "binary");
    if (!binary || !readBool(*binary, scene.file, "binary of octomap"))
        throw inputError(scene.file, tree->line,
                         "the octomap is not binary, so that what is occupied is up to a threshold; give it with binary: true");
    const MessageName id = readMessageName(data.require("id"), scene.file, "id of octomap");
    const double resolution = readPositive(data.require("resolution"), scene.file, "resolution of octomap");
    const std::string label = scene.file + ":" + std::to_string(bytes->line) + ": octomap";
    const std::string file = binaryOctreeFile(readBytes(*bytes, scene.file), id.text, resolution, label);
    if (file.empty())
        return;
    MoveitObject object;
    object.line = octomap->line;
    // As MoveIt calls it, in its matrix of allowed collisions too.
    object.id = "<octomap>";
    object.frame = readFrame(with_pose);
    if (const YamlNode* origin = given(with_pose, "origin"))
        object.pose = readMessagePose(*origin, scene.file, "origin of octomap");
    object.shapes.push_back(
        {bytes->line, {{"type", "octree"}, {"bytes", nlohmann::json::binary({file.begin(), file.end()})}}, {}});
    scene.objects.push_back(std::move(object));
}

}  // namespace

bool MoveitCollisionMatrix::mayTouch(const std::string& a, const std::string& b) const
{
    const std::pair<std::string, std::string> pair = std::minmax(a, b);
    if (entries.count(pair) > 0)
        return allowed.count(pair) > 0;
    const auto default_a = defaults.find(a), default_b = defaults.find(b);
    if (default_a == defaults.end() && default_b == defaults.end())
        return false;
    return (default_a == defaults.end() || default_a->second) && (default_b == defaults.end() || default_b->second);
}

MoveitRobotState readRobotState(const YamlNode& node, const std::string& label, const std::string& what)
{
    const YamlMap map(node, label, what, {"joint_state", "multi_dof_joint_state", "attached_collision_objects", "is_diff"});
    MoveitRobotState state;
    state.label = label;
    const auto sameCount = [&](std::size_t names, std::size_t values, const std::string& values_key, int line) {
        if (names != values)
            throw inputError(label, line,
                             what + " has " + std::to_string(values) + " " + values_key + " for " + std::to_string(names)
                                 + " joints; give one for each");
    };
    if (const YamlNode* joints = given(map, "joint_state"))
    {
        const YamlMap values(*joints, label, "joint_state of " + what, {"header", "name", "position", "velocity", "effort"});
        const auto &names = listOf(values, "name"), &positions = listOf(values, "position");
        sameCount(names.size(), positions.size(), "positions", joints->line);
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            const MessageName name = readMessageName(*names[i], label, "a joint of " + what);
            const double value = readNumber(*positions[i], label, "position of joint '" + name.text + "'");
            if (!state.joints.emplace(name.text, MoveitRobotState::Value{value, positions[i]->line}).second)
                throw inputError(label, name.line, what + " names joint '" + name.text + "' twice; give it once");
        }
    }
    if (const YamlNode* joints = given(map, "multi_dof_joint_state"))
    {
        const YamlMap values(*joints, label, "multi_dof_joint_state of " + what,
                             {"header", "joint_names", "transforms", "twist", "wrench"});
        const auto &names = listOf(values, "joint_names"), &transforms = listOf(values, "transforms");
        sameCount(names.size(), transforms.size(), "transforms", joints->line);
        for (std::size_t i = 0; i < names.size(); ++i)
            state.transforms[readName(*names[i], label, "a joint of " + what)] = {
                readTransform(*transforms[i], label, "a transform of " + what), transforms[i]->line};
    }
    for (const auto& attached : listOf(map, "attached_collision_objects"))
        state.attached.push_back(readAttached(*attached, label));
    if (const YamlNode* is_diff = given(map, "is_diff"))
        state.is_diff = readBool(*is_diff, label, "is_diff");
    return state;
}

MoveitScene parseMoveitScene(std::string_view text, const std::string& file)
{
    const auto root = parseYaml(text, file);
    MoveitScene scene;
    scene.file = file;
    const auto isWorld = [](const YamlNode::Key& key) { return key.text == "collision_objects"; };
    if (std::any_of(root->keys.begin(), root->keys.end(), isWorld))
    {
        readWorld(*root, scene);
        return scene;
    }
    const YamlMap map(*root, file, "a planning scene",
                      {"name", "robot_state", "robot_model_name", "fixed_frame_transforms", "allowed_collision_matrix",
                       "link_padding", "link_scale", "object_colors", "world", "is_diff"});
    if (const YamlNode* world = given(map, "world"))
        readWorld(*world, scene);
    if (const YamlNode* state = given(map, "robot_state"))
        scene.robot_state = readRobotState(*state, file, "robot_state");
    for (const auto& fixed : listOf(map, "fixed_frame_transforms"))
        scene.fixed_transforms.push_back(readFixedTransform(*fixed, file));
    if (const YamlNode* matrix = given(map, "allowed_collision_matrix"))
        scene.matrix = readMatrix(*matrix, file);
    refuseUnless(0.0, map, "link_padding", "padding");
    refuseUnless(1.0, map, "link_scale", "scale");
    return scene;
}

}  // namespace gapless
