#include "io/yaml_checked.h"

#include <algorithm>

#include "io/input_text.h"
#include "io/rotation.h"

namespace gapless {
namespace {

std::string quoted(const YamlNode& node)
{
    switch (node.kind)
    {
        case YamlNode::Kind::Null: return "nothing";
        case YamlNode::Kind::Scalar: return "'" + node.text.substr(0, 60) + "'";
        case YamlNode::Kind::Sequence: return "a list";
        case YamlNode::Kind::Map: return "a map";
    }
    return "nothing";
}

InputError mustBe(const YamlNode& node, const std::string& label, const std::string& what, const std::string& kind)
{
    return inputError(label, node.line, what + " is " + quoted(node) + "; it must be " + kind);
}

}  // namespace

YamlMap::YamlMap(const YamlNode& node, std::string label, std::string what, const std::vector<std::string>& known)
    : node_(node), label_(std::move(label)), what_(std::move(what))
{
    std::string expected;
    for (const std::string& key : known)
        expected += (expected.empty() ? "" : ", ") + key;
    if (node.kind != YamlNode::Kind::Map)
        throw mustBe(node, label_, what_, "a map with the keys " + expected);
    for (const YamlNode::Key& key : node.keys)
        if (std::find(known.begin(), known.end(), key.text) == known.end())
            throw inputError(label_, key.line, "unknown key '" + key.text + "' in " + what_ + "; known are " + expected);
}

const YamlNode* YamlMap::find(const std::string& key) const
{
    for (std::size_t i = 0; i < node_.keys.size(); ++i)
        if (node_.keys[i].text == key)
            return node_.items[i].get();
    return nullptr;
}

const YamlNode& YamlMap::require(const std::string& key) const
{
    const YamlNode* found = find(key);
    if (!found)
        throw inputError(label_, node_.line, what_ + " has no '" + key + "'");
    return *found;
}

double readNumber(const YamlNode& node, const std::string& label, const std::string& what)
{
    const auto value = node.kind == YamlNode::Kind::Scalar ? parseNumber(node.text) : std::nullopt;
    if (!value)
        throw mustBe(node, label, what, "a finite number");
    return *value;
}

double readPositive(const YamlNode& node, const std::string& label, const std::string& what)
{
    const double value = readNumber(node, label, what);
    if (!(value > 0.0))
        throw mustBe(node, label, what, "greater than 0");
    return value;
}

double readNonNegative(const YamlNode& node, const std::string& label, const std::string& what)
{
    const double value = readNumber(node, label, what);
    if (value < 0.0)
        throw mustBe(node, label, what, "0 or more");
    return value;
}

std::vector<double> readNumbers(const YamlNode& node, const std::string& label, const std::string& what)
{
    if (node.kind != YamlNode::Kind::Sequence)
        throw mustBe(node, label, what, "a list of numbers");
    std::vector<double> values;
    values.reserve(node.items.size());
    for (const auto& item : node.items)
        values.push_back(readNumber(*item, label, "a value of " + what));
    return values;
}

std::vector<double> readNumbers(const YamlNode& node, const std::string& label, const std::string& what, std::size_t count)
{
    std::vector<double> values = readNumbers(node, label, what);
    if (values.size() != count)
        throw inputError(label, node.line,
                         what + " has " + std::to_string(values.size()) + " values; it must have " + std::to_string(count));
    return values;
}

Vec3 readVec3(const YamlNode& node, const std::string& label, const std::string& what)
{
    const std::vector<double> values = readNumbers(node, label, what, 3);
    return {values[0], values[1], values[2]};
}

bool readBool(const YamlNode& node, const std::string& label, const std::string& what)
{
    if (node.kind == YamlNode::Kind::Scalar)
    {
        if (node.text == "true" || node.text == "True" || node.text == "TRUE")
            return true;
        if (node.text == "false" || node.text == "False" || node.text == "FALSE")
            return false;
    }
    throw mustBe(node, label, what, "true or false");
}

std::string readName(const YamlNode& node, const std::string& label, const std::string& what)
{
    if (node.kind != YamlNode::Kind::Scalar || node.text.empty())
        throw mustBe(node, label, what, "a name");
    return node.text;
}

std::vector<std::string> readNames(const YamlNode& node, const std::string& label, const std::string& what)
{
    std::vector<std::string> names;
    for (const auto& item : readList(node, label, what))
        names.push_back(readName(*item, label, "an entry of " + what));
    return names;
}

const std::vector<std::shared_ptr<const YamlNode>>& readList(const YamlNode& node, const std::string& label,
                                                             const std::string& what)
{
    if (node.kind != YamlNode::Kind::Sequence && node.kind != YamlNode::Kind::Null)
        throw mustBe(node, label, what, "a list");
    return node.items;
}

Pose readPose(const YamlNode& node, const std::string& label, const std::string& what)
{
    const YamlMap map(node, label, what, {"xyz", "rpy", "quat_xyzw"});
    Pose pose;
    if (const YamlNode* xyz = map.find("xyz"))
        pose.p = readVec3(*xyz, label, "xyz");
    const YamlNode* rpy = map.find("rpy");
    const YamlNode* quat = map.find("quat_xyzw");
    if (rpy && quat)
        throw inputError(label, quat->line, what + " has both rpy and quat_xyzw; give one of them");
    if (rpy)
        pose.R = rotationFromRpy(readVec3(*rpy, label, "rpy"));
    if (quat)
    {
        const std::vector<double> q = readNumbers(*quat, label, "quat_xyzw", 4);
        const auto unit = unitQuaternion({q[0], q[1], q[2], q[3]});
        if (!unit)
            throw inputError(label, quat->line, "quat_xyzw is not of unit length within 1e-6");
        pose.R = rotationFromQuaternion(*unit);
    }
    return pose;
}

}  // namespace gapless
