// A YAML document as a tree that cannot surprise: bounded depth and size, unique keys, a line for every node.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gapless {

struct YamlNode
{
    enum class Kind
    {
        Null,
        Scalar,
        Sequence,
        Map,
    };
    struct Key
    {
        std::string text;
        int line = 0;
    };

    Kind kind = Kind::Null;
    /// One-based.
    int line = 0;
    /// Scalar only.
    std::string text;
    /// Map only, parallel to `items`.
    std::vector<Key> keys;
    std::vector<std::shared_ptr<const YamlNode>> items;
    /// Nodes in this subtree, aliases counted as often as they are used.
    std::size_t size = 1;
};

/// The one document in `text`. Aliases are shared subtrees; the bound on the size counts them in full, so that no reader
/// of the tree can be led through more than 10^7 nodes.
/// @throws InputError "label:line: ..." for malformed YAML, several documents, duplicate keys, keys that are no
///         scalars, nesting deeper than 32, or too many nodes.
std::shared_ptr<const YamlNode> parseYaml(std::string_view text, const std::string& label);

}  // namespace gapless
