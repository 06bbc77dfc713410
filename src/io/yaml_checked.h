// Typed access to a YAML tree: every value that is missing, of the wrong kind or unknown is an error with its line.
#pragma once

#include <string>
#include <vector>

#include <gapless/core/types.h>

#include "io/yaml_tree.h"

namespace gapless {

/// A map of a YAML file all of whose keys are known. `what` names it in messages ("obstacle", "the problem").
class YamlMap
{
public:
    /// @throws InputError if `node` is no map or has a key that is not in `known`.
    YamlMap(const YamlNode& node, std::string label, std::string what, const std::vector<std::string>& known);

    /// Null if the key is absent.
    const YamlNode* find(const std::string& key) const;
    /// @throws InputError if the key is absent.
    const YamlNode& require(const std::string& key) const;
    int line() const { return node_.line; }
    const std::string& label() const { return label_; }

private:
    const YamlNode& node_;
    std::string label_;
    std::string what_;
};

/// Each throws InputError "label:line: `what` must be ..." if the node is something else.
double readNumber(const YamlNode& node, const std::string& label, const std::string& what);
double readPositive(const YamlNode& node, const std::string& label, const std::string& what);
double readNonNegative(const YamlNode& node, const std::string& label, const std::string& what);
std::vector<double> readNumbers(const YamlNode& node, const std::string& label, const std::string& what);
std::vector<double> readNumbers(const YamlNode& node, const std::string& label, const std::string& what, std::size_t count);
Vec3 readVec3(const YamlNode& node, const std::string& label, const std::string& what);
bool readBool(const YamlNode& node, const std::string& label, const std::string& what);
/// A non-empty scalar.
std::string readName(const YamlNode& node, const std::string& label, const std::string& what);
std::vector<std::string> readNames(const YamlNode& node, const std::string& label, const std::string& what);
/// The items of a list; none for a key without a value.
const std::vector<std::shared_ptr<const YamlNode>>& readList(const YamlNode& node, const std::string& label,
                                                             const std::string& what);
/// {xyz: [..], rpy: [..]} or {xyz: [..], quat_xyzw: [..]}; what is left out is zero.
Pose readPose(const YamlNode& node, const std::string& label, const std::string& what);

}  // namespace gapless
