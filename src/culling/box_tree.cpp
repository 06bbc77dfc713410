#include <gapless/culling/box_tree.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace gapless {

namespace {

constexpr int kItemsPerLeaf = 4;

double surface(const AxisAlignedBox& box)
{
    const Vec3 d = (box.high - box.low).cwiseMax(0.0);
    return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
}

Vec3 centre(const AxisAlignedBox& box)
{
    return 0.5 * (box.low + box.high);
}

}  // namespace

BoxTree::BoxTree(const std::vector<AxisAlignedBox>& boxes, const std::vector<int>& groups)
{
    order_.resize(boxes.size());
    std::iota(order_.begin(), order_.end(), 0);
    nodes_.reserve(boxes.size());
    if (!boxes.empty())
        build(boxes, groups, 0, static_cast<int>(boxes.size()));
}

void BoxTree::build(const std::vector<AxisAlignedBox>& boxes, const std::vector<int>& groups, int begin, int end)
{
    const std::size_t index = nodes_.size();
    Node node;
    node.box = emptyBox();
    node.group = groups[static_cast<std::size_t>(order_[static_cast<std::size_t>(begin)])];
    for (int i = begin; i < end; ++i)
    {
        const auto item = static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]);
        extend(node.box, boxes[item]);
        if (groups[item] != node.group)
            node.group = -1;
    }
    node.first = begin;
    node.count = end - begin <= kItemsPerLeaf ? end - begin : 0;
    nodes_.push_back(node);
    if (node.count == 0)
    {
        const int middle = split(boxes, begin, end);
        build(boxes, groups, begin, middle);
        build(boxes, groups, middle, end);
    }
    nodes_[index].skip = static_cast<std::int32_t>(nodes_.size());
}

// The surface heuristic: the larger the surface of a box, the more walks enter it, and each looks at the items in it. Only the borders
// between 16 equal bins of the centres' range are compared, for which a pass over the items and two over the bins, from behind and from
// before, are enough: nothing is sorted, and a border that is off by part of a bin costs little. Each side gets at least a sixteenth of
// the items, so that the depth is O(log n); where no border does that, as with centres that are all at one place, the items are halved at
// the median.
int BoxTree::split(const std::vector<AxisAlignedBox>& boxes, int begin, int end)
{
    constexpr int kBins = 16;
    const auto box_of = [&](int i) -> const AxisAlignedBox& { return boxes[static_cast<std::size_t>(i)]; };
    const auto first = order_.begin() + begin, last = order_.begin() + end;
    AxisAlignedBox centres = emptyBox();
    for (auto it = first; it != last; ++it)
        extend(centres, {centre(box_of(*it)), centre(box_of(*it))});
    int axis = 0;
    const double width = (centres.high - centres.low).maxCoeff(&axis);
    const int half = begin + (end - begin) / 2;
    const auto median = [&] {
        std::nth_element(first, order_.begin() + half, last,
                         [&](int i, int j) { return centre(box_of(i))[axis] < centre(box_of(j))[axis]; });
        return half;
    };
    const auto bin = [&](int i) {
        const double x = (centre(box_of(i))[axis] - centres.low[axis]) / width * kBins;
        return std::clamp(static_cast<int>(x), 0, kBins - 1);
    };
    if (!(width > 0.0) || !(width < std::numeric_limits<double>::max()))
        return median();
    std::array<AxisAlignedBox, kBins> bounds;
    std::array<int, kBins> counts{};
    bounds.fill(emptyBox());
    for (auto it = first; it != last; ++it)
    {
        const auto b = static_cast<std::size_t>(bin(*it));
        extend(bounds[b], box_of(*it));
        ++counts[b];
    }
    std::array<double, kBins> cost_after{};
    AxisAlignedBox box = emptyBox();
    int count = 0;
    for (std::size_t b = kBins - 1; b > 0; --b)
    {
        extend(box, bounds[b]);
        count += counts[b];
        cost_after[b] = count > 0 ? count * surface(box) : 0.0;
    }
    box = emptyBox();
    count = 0;
    double least = std::numeric_limits<double>::infinity();
    int best = -1;
    for (std::size_t b = 0; b + 1 < kBins; ++b)
    {
        extend(box, bounds[b]);
        count += counts[b];
        const double cost = (count > 0 ? count * surface(box) : 0.0) + cost_after[b + 1];
        const int smaller = std::min(count, end - begin - count);
        // A split that is too lopsided to keep the depth logarithmic is not looked at.
        if (smaller >= std::max(1, (end - begin) / 16) && cost < least)
        {
            least = cost;
            best = static_cast<int>(b);
        }
    }
    if (best < 0)
        return median();
    return static_cast<int>(std::partition(first, last, [&](int i) { return bin(i) <= best; }) - order_.begin());
}

}  // namespace gapless
