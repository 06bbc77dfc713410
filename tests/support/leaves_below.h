// The pieces of an object that lie below a node of its tree.
#pragma once

#include <vector>

#include <gapless/geometry/collision_geometry.h>

namespace gapless::test {

/// Positions in leaves(), in the order of the tree.
inline std::vector<std::size_t> leavesBelow(const CollisionGeometry& geometry, NodeIndex index)
{
    const RssNode& node = geometry.tree().node(index);
    if (node.isLeaf())
        return {node.leaf()};
    std::vector<std::size_t> leaves;
    for (const NodeIndex child : node.children())
        for (const std::size_t leaf : leavesBelow(geometry, child))
            leaves.push_back(leaf);
    return leaves;
}

}  // namespace gapless::test
