// What is checked for a request of a group: the rules of docs/moveit.md ("What is checked") and scene_conversion.h, written down a second
// time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conversion/scene_description.h"

namespace gapless_moveit::test {

/// What a link, an attached body or a world object is for these rules. The description must outlive it.
struct DescribedObject
{
    enum class Kind
    {
        Link,
        Attached,
        World,
    };
    Kind kind = Kind::World;
    std::string name;
    /// That carries it; none: the model frame.
    std::optional<LinkIndex> link;
    const std::vector<PlacedDescribedShape>* shapes = nullptr;
    /// The same where there is no padding.
    const std::vector<PlacedDescribedShape>* padded_shapes = nullptr;
    const std::set<std::string>* touch_links = nullptr;

    /// Against a world object, or within the robot and what it carries.
    const std::vector<PlacedDescribedShape>& shapesAgainst(const DescribedObject& other) const
    {
        return other.kind == Kind::World ? *padded_shapes : *shapes;
    }
};

/// By name, in alphabetical order.
using NamedPair = std::pair<std::string, std::string>;

/// All links, attached bodies and world objects by their names, which are all different.
std::map<std::string, DescribedObject> describedObjects(const SceneDescription& scene);

struct DocumentedPairs
{
    std::set<NamedPair> checked;
    /// Those of them for which the matrix has a conditional entry: there is no conversion then.
    std::set<NamedPair> conditional;
};

DocumentedPairs documentedPairs(const SceneDescription& scene);

}  // namespace gapless_moveit::test
