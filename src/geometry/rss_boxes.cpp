// A node's box holds the node, but no more of it than the boxes of its children do, and of a triangle no more than that. Rounding, with
// u = 2^-53: a node's coordinates are sums of fewer than 8 numbers that are no larger than |centre|, for which 8 u |centre| is added, and the half
// extent, which kInflate covers, as it does where a triangle's radius cancels. To floats they are rounded by a 2^-24th, or where they are
// denormal by 2^-150, and moved outwards by 2^-22 of themselves and 1e-30: by twice that, whatever the sum itself loses.
#include "geometry/rss_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/rounding.h>

#include "core/parallel_for.h"

namespace gapless {

namespace {

/// Not below x.
float roundedOutwards(double x)
{
    if (!(std::abs(x) < static_cast<double>(RssBox::kTooLarge)))
        return std::numeric_limits<float>::infinity();
    const float rounded = static_cast<float>(x);
    return rounded + (std::abs(rounded) * RssBox::kOutwards + RssBox::kLeastOutwards);
}

}  // namespace

IndexedVector<NodeIndex, RssBox> rssBoxes(const IndexedVector<NodeIndex, RssNode>& nodes, const std::vector<Convex>& leaves)
{
    IndexedVector<NodeIndex, RssBox> boxes(nodes.size());
    const auto setOwn = [&](NodeIndex index) {
        const RssNode& node = nodes[index];
        RssBox& box = boxes[index];
        box.size = roundedOutwards(node.size());
        const Convex* const triangle =
            node.isLeaf() && leaves[node.leaf()].type == Convex::Type::Triangle ? &leaves[node.leaf()] : nullptr;
        for (int k = 0; k < 3; ++k)
        {
            const double half = (node.half_u * std::abs(node.u[k]) + node.half_v * std::abs(node.v[k]) + node.radius) * kInflate
                                + 8.0 * kUnitRoundoff * std::abs(node.centre[k]);
            double low = node.centre[k] - half, high = node.centre[k] + half;
            if (triangle)
            {
                const double grow = triangle->radius * kInflate;
                low = std::max(low, std::min({triangle->a[k], triangle->b[k], triangle->c[k]}) - grow);
                high = std::min(high, std::max({triangle->a[k], triangle->b[k], triangle->c[k]}) + grow);
            }
            box.low[k] = -roundedOutwards(-low);
            box.high[k] = roundedOutwards(high);
        }
    };
    constexpr std::size_t kWorthThreads = 50000, kAtOnce = 4096;
    const auto makeWorker = [&] {
        return [&](std::size_t n) {
            setOwn(NodeIndex(n));
            return true;
        };
    };
    parallelFor(nodes.size(), nodes.size() < kWorthThreads ? 1 : 0, makeWorker, kAtOnce);
    for (std::size_t n = nodes.size(); n-- > 0;)
    {
        const RssNode& node = nodes[NodeIndex(n)];
        if (node.isLeaf())
            continue;
        RssBox& box = boxes[NodeIndex(n)];
        const auto [first, second] = node.children();
        box.setChildren(first);
        for (int k = 0; k < 3; ++k)
        {
            box.low[k] = std::max(box.low[k], std::min(boxes[first].low[k], boxes[second].low[k]));
            box.high[k] = std::min(box.high[k], std::max(boxes[first].high[k], boxes[second].high[k]));
        }
    }
    return boxes;
}

}  // namespace gapless
