// Flat tree of axis-aligned boxes, read from front to back without a stack: the same layout on the CPU and on the GPU.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/core/types.h>

namespace gapless {

struct AxisAlignedBox
{
    Vec3 low = Vec3::Zero(), high = Vec3::Zero();
};

/// A box that holds nothing, to be extended.
inline AxisAlignedBox emptyBox()
{
    const double infinity = std::numeric_limits<double>::infinity();
    return {Vec3::Constant(infinity), Vec3::Constant(-infinity)};
}

inline void extend(AxisAlignedBox& box, const AxisAlignedBox& other)
{
    box.low = box.low.cwiseMin(other.low);
    box.high = box.high.cwiseMax(other.high);
}

/// Nodes in depth-first order: the first child of a node follows it, `skip` is the node after its last descendant. Walking is
/// `i = overlaps ? i + 1 : skip`, which ends since both are greater than i.
class BoxTree
{
public:
    struct Node
    {
        AxisAlignedBox box;
        std::int32_t skip = 0;
        /// Leaf: the items order()[first] ... order()[first + count - 1]. Inner node: count is 0.
        std::int32_t first = 0, count = 0;
        /// The group of all items below, or -1 if there are several.
        std::int32_t group = -1;
    };

    BoxTree() = default;
    /// Every item's box lies in its node and in all nodes above. Split where the sum of (surface x number) is least, over bins along
    /// the axis of the widest spread of centres; at the median where that fails, so that the depth stays O(log n).
    BoxTree(const std::vector<AxisAlignedBox>& boxes, const std::vector<int>& groups);

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<std::int32_t>& order() const { return order_; }

private:
    void build(const std::vector<AxisAlignedBox>& boxes, const std::vector<int>& groups, int begin, int end);
    int split(const std::vector<AxisAlignedBox>& boxes, int begin, int end);

    std::vector<Node> nodes_;
    std::vector<std::int32_t> order_;
};

}  // namespace gapless
