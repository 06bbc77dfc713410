#include <gapless/geometry/hull_tree.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <queue>

#include <gapless/core/rounding.h>

#include "geometry/simplex.h"

namespace gapless {

namespace {

/// Levels of a tree below its root: of many leaves fewer, but one, so that leaves are looked at about so often in all. The last ones are of parts that
/// are large, metres, beside links.
constexpr std::size_t kLevels = 6, kLevelsOfLarge = 2, kMostLeavesOfLevels = 100000;
constexpr double kLargePart = 0.15;
/// Near enough, in sizes of the node and in metres. A choice of speed, as all of these: what is nearer is worth no further point.
constexpr double kNearEnough = 0.002, kLeastNear = 1e-4;
/// As good as in the hull, in what is near enough.
constexpr double kLeastFar = 1e-4;
/// Flush with the surface of a hull, in sizes of the node. Vertices of what is meant to be convex are often rounded to tenths of a millimetre.
constexpr double kFlush = 0.01;
/// Directions to begin with go to a grid of so many steps from the middle to the border of each face of a cube.
constexpr int kStepsOfGrid = 2;
/// Up to so many points nearer corners are worth one: of what is flat, those are all, and hold it exactly.
constexpr std::size_t kFewPoints = 24;
/// Most distances looked for, besides one for each corner.
constexpr int kMostLooks = 20000;
/// Of the polygon about a circle.
constexpr int kCornersOfCircle = 16;
/// Leaves beside one another share corners, which are looked at once where they are still in one of so many places, of few leaves of fewer: they have to
/// be cleared. A box has as many corners as there are places for a leaf.
constexpr unsigned kMostBitsOfPlace = 12;
constexpr std::size_t kPlacesPerLeaf = 8;

/// Calls use(corner) for points of whose hull the core of a leaf is a part. Rounding moves none by more than a few units of its size in the
/// last place; that of a circle's is in `out`.
template <class F>
void forEachCorner(const Convex& leaf, const F& use)
{
    const auto circle = [&](const Vec3& centre) {
        const Vec3 x = leaf.d.unitOrthogonal(), y = leaf.d.cross(x);
        const double out = leaf.c.x() / std::cos(M_PI / kCornersOfCircle) * (1.0 + 64.0 * kUnitRoundoff);
        for (int k = 0; k < kCornersOfCircle; ++k)
        {
            const double angle = 2.0 * M_PI * k / kCornersOfCircle;
            use(Vec3(centre + out * (std::cos(angle) * x + std::sin(angle) * y)));
        }
    };
    switch (leaf.type)
    {
        case Convex::Type::Point: use(leaf.a); break;
        case Convex::Type::Segment:
            use(leaf.a);
            use(leaf.b);
            break;
        case Convex::Type::Triangle:
            use(leaf.a);
            use(leaf.b);
            use(leaf.c);
            break;
        case Convex::Type::Rectangle:
        case Convex::Type::Box:
            for (const double b : {-1.0, 1.0})
                for (const double c : {-1.0, 1.0})
                {
                    const Vec3 corner = leaf.a + b * leaf.b + c * leaf.c;
                    if (leaf.type == Convex::Type::Rectangle)
                        use(corner);
                    else
                        for (const double d : {-1.0, 1.0})
                            use(Vec3(corner + d * leaf.d));
                }
            break;
        case Convex::Type::Cylinder:
            circle(leaf.a + leaf.b);
            circle(leaf.a - leaf.b);
            break;
        case Convex::Type::Cone:
            use(Vec3(leaf.a + leaf.b));
            circle(leaf.a);
            break;
    }
}

/// One of the corners far along n, as far as the tree tells at a glance.
Vec3 farCorner(const std::vector<Convex>& leaves, const RssTree& tree, NodeIndex within, const Vec3& n)
{
    const RssNode* node = &tree.node(within);
    while (!node->isLeaf())
    {
        const auto [first, second] = node->children();
        const RssNode &x = tree.node(first), &y = tree.node(second);
        node = x.support(n) >= y.support(n) ? &x : &y;
    }
    Vec3 farthest = Vec3::Zero();
    double reach = -std::numeric_limits<double>::infinity();
    forEachCorner(leaves[node->leaf()], [&](const Vec3& corner) {
        if (const double along = corner.dot(n); along > reach)
        {
            reach = along;
            farthest = corner;
        }
    });
    return farthest;
}

/// Distances from the hull of points.
class DistanceFromHull
{
public:
    /// Upper bound of that of p, about sharp where it is not as good as none beside `near`. @param points some, and those of the last call first
    double operator()(const std::vector<Vec3>& points, const Vec3& p, double near)
    {
        constexpr int kMostIterations = 24;
        constexpr double kSharp = 0.05, kNone = 1e-6;
        // Corners that follow one another are mostly near the same face.
        Simplex simplex;
        for (int i = 0; i < size_; ++i)
            simplex.add({last_[i] - p, last_[i], Vec3::Zero()});
        if (size_ == 0)
            simplex.add({points.front() - p, points.front(), Vec3::Zero()});
        double upper = std::numeric_limits<double>::infinity(), size = p.norm();
        for (int iteration = 0; iteration < kMostIterations; ++iteration)
        {
            size = std::max(size, simplex.vertex[simplex.size - 1].a.norm());
            const bool is_outside = reduce(simplex);
            const Vec3 v = simplex.nearest();
            upper = std::min(upper, v.norm());
            if (!is_outside || upper <= kNone * near)
                break;
            const auto isNearer = [&](const Vec3& x, const Vec3& y) { return v.dot(x) < v.dot(y); };
            const Vec3& nearest = *std::min_element(points.begin(), points.end(), isNearer);
            const Vec3 w = nearest - p;
            if (v.dot(v - w) <= kSharp * v.squaredNorm() || !simplex.add({w, nearest, Vec3::Zero()}))
                break;
        }
        size_ = simplex.size;
        for (int i = 0; i < size_; ++i)
        {
            last_[i] = simplex.vertex[i].a;
            size = std::max(size, last_[i].norm());
        }
        // The weights add up to 1, and the mean is, but for fewer than 64 roundings of numbers of this size.
        return upper + 64.0 * kUnitRoundoff * (size + upper);
    }

private:
    std::array<Vec3, 4> last_;
    int size_ = 0;
};

/// Where a corner was seen of late.
class SeenCorners
{
public:
    explicit SeenCorners(std::size_t leaves)
    {
        while (bits_ < kMostBitsOfPlace && (std::size_t{1} << bits_) < kPlacesPerLeaf * leaves)
            ++bits_;
        places_.assign(std::size_t{1} << bits_, Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
    }

    /// @return false: certainly for the first time, or again after long
    bool isSeen(const Vec3& corner)
    {
        std::uint64_t bits[3];
        std::memcpy(bits, corner.data(), sizeof bits);
        constexpr std::uint64_t kFactors[3] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9};
        const std::uint64_t hash = bits[0] * kFactors[0] ^ bits[1] * kFactors[1] ^ bits[2] * kFactors[2];
        Vec3& place = places_[hash >> (64U - bits_)];
        const bool is_seen = place == corner;
        place = corner;
        return is_seen;
    }

private:
    unsigned bits_ = 1;
    std::vector<Vec3> places_;
};

OrientedBox boxOfPoints(const OuterHull& hull, const RssNode& node)
{
    OrientedBox box;
    box.axes << node.u, node.v, node.u.cross(node.v);
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (std::size_t i = 0; i < hull.count(); ++i)
    {
        const Vec3 along = box.axes.transpose() * hull.point(i);
        low = low.cwiseMin(along);
        high = high.cwiseMax(along);
    }
    box.centre = box.axes * (0.5 * (low + high));
    box.half = 0.5 * (high - low);
    return box;
}

/// Whether the leaf is alone, or they are triangles one side of each of which is as good as empty.
bool areConvex(const std::vector<Convex>& leaves, const HullTree::Node& all)
{
    const OuterHull& hull = all.hull;
    const auto isFlush = [&](const Convex& leaf) {
        const Vec3 across = (leaf.b - leaf.a).cross(leaf.c - leaf.a);
        if (leaf.type != Convex::Type::Triangle)
            return false;
        const double near = kFlush * all.size * across.norm();
        double above = 0.0, below = 0.0;
        for (std::size_t i = 0; i < hull.count() && std::min(above, below) <= near; ++i)
        {
            const double height = across.dot(hull.point(i) - leaf.a);
            above = std::max(above, height);
            below = std::max(below, -height);
        }
        return std::min(above, below) <= near;
    };
    return leaves.size() == 1 || std::all_of(leaves.begin(), leaves.end(), isFlush);
}

}  // namespace

OuterHull::OuterHull(const std::vector<Convex>& leaves, const RssTree& tree, NodeIndex within)
{
    const double near = std::max(kNearEnough * tree.node(within).size(), kLeastNear);
    std::vector<Vec3> points;
    for (int i = -kStepsOfGrid; i <= kStepsOfGrid; ++i)
        for (int j = -kStepsOfGrid; j <= kStepsOfGrid; ++j)
            for (int k = -kStepsOfGrid; k <= kStepsOfGrid; ++k)
            {
                if (std::max({std::abs(i), std::abs(j), std::abs(k)}) != kStepsOfGrid)
                    continue;
                const Vec3 corner = farCorner(leaves, tree, within, Vec3(i, j, k));
                if (points.size() < kMost && std::find(points.begin(), points.end(), corner) == points.end())
                    points.push_back(corner);
            }

    // A corner that is not in the hull, yet.
    struct Far
    {
        double distance;    // upper bound
        std::size_t known;  // of so many points' hull
        Vec3 corner;
        bool operator<(const Far& other) const { return distance < other.distance; }
    };
    std::priority_queue<Far> far;
    double beyond = 0.0, largest = 0.0;  // e of what is left out, and r
    DistanceFromHull distanceFromHull;
    const auto look = [&](const Vec3& corner) {
        const double distance = distanceFromHull(points, corner, near);
        if (distance <= kLeastFar * near)
            beyond = std::max(beyond, distance);
        else
            far.push({distance, points.size(), corner});
    };
    std::vector<std::size_t> held;
    std::vector<NodeIndex> stack(1, within);
    while (!stack.empty())
    {
        const RssNode& node = tree.node(stack.back());
        stack.pop_back();
        if (node.isLeaf())
            held.push_back(node.leaf());
        else
            for (const NodeIndex child : node.children())
                stack.push_back(child);
    }
    SeenCorners seen(held.size());
    for (const std::size_t i : held)
    {
        largest = std::max(largest, leaves[i].radius);
        forEachCorner(leaves[i], [&](const Vec3& corner) {
            if (!seen.isSeen(corner))
                look(corner);
        });
    }
    for (int looks = 0; !far.empty() && looks < kMostLooks; ++looks)
    {
        const Far farthest = far.top();
        if (farthest.known == points.size() && points.size() >= (farthest.distance > near ? kMost : kFewPoints))
            break;
        far.pop();
        // It may be nearer to what the hull has become.
        if (farthest.known < points.size())
            look(farthest.corner);
        else
            points.push_back(farthest.corner);
    }
    if (!far.empty())
        beyond = std::max(beyond, far.top().distance);

    *this = OuterHull(std::move(points), (largest + beyond) * kInflate);
}

OuterHull::OuterHull(std::vector<Vec3> points, double radius) : radius_(radius)
{
    points.resize((points.size() + 15) / 16 * 16, Vec3(points.back()));
    coordinates_.reserve(3 * points.size());
    for (int axis = 0; axis < 3; ++axis)
        for (const Vec3& point : points)
            coordinates_.push_back(point[axis]);
    floats_.assign(coordinates_.begin(), coordinates_.end());
    for (const Vec3& point : points)
    {
        centre_ += point / static_cast<double>(points.size());
        reach_ = std::max(reach_, point.norm() * kInflate);
    }
}

HullTree::HullTree(const std::vector<Convex>& leaves, const RssTree& tree)
{
    struct Open
    {
        NodeIndex node;
        std::size_t levels;  // below it
    };
    std::vector<Open> opened(
        1, Open{RssTree::kRoot, std::min(kLevels, std::max<std::size_t>(1, kMostLeavesOfLevels / leaves.size()))});
    const auto add = [&](NodeIndex node) { nodes_.push_back({OuterHull(leaves, tree, node), tree.node(node).size(), 0, node}); };
    add(RssTree::kRoot);
    for (std::size_t i = 0; i < opened.size(); ++i)
    {
        const Open at = opened[i];
        const RssNode& node = tree.node(at.node);
        if (node.isLeaf() || at.levels == 0 || (at.levels <= kLevelsOfLarge && node.size() < kLargePart))
            continue;
        nodes_[i].children = static_cast<std::uint32_t>(nodes_.size());
        for (const NodeIndex child : node.children())
        {
            add(child);
            opened.push_back({child, at.levels - 1});
        }
    }
    is_convex_ = areConvex(leaves, nodes_.front());
    box_ = boxOfPoints(nodes_.front().hull, tree.node(RssTree::kRoot));
    setPartSize();
}

HullTree::HullTree(const std::vector<Convex>& leaves, const RssTree& tree, std::vector<Node> nodes)
    : nodes_(std::move(nodes)), is_convex_(areConvex(leaves, nodes_.front()))
{
    nodes_.front().of = RssTree::kRoot;
    for (const Node& node : nodes_)
    {
        const RssNode& held = tree.node(node.of);
        for (std::size_t k = 0; node.children != 0 && k < 2; ++k)
            nodes_[node.children + k].of = held.isLeaf() ? node.of : held.children()[k];
    }
    box_ = boxOfPoints(nodes_.front().hull, tree.node(RssTree::kRoot));
    setPartSize();
}

void HullTree::setPartSize()
{
    std::vector<double> sizes;
    for (const Node& node : nodes_)
        if (node.children == 0)
            sizes.push_back(node.size);
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    part_size_ = *middle;
}

}  // namespace gapless
