// Binary tree of rectangle-swept spheres over the convex leaves of an object.
//
// Larsen, Gottschalk, Lin, Manocha: "Fast distance queries with rectangular swept sphere volumes", ICRA 2000.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gapless/core/index.h>
#include <gapless/geometry/convex.h>

namespace gapless {

/// Into RssTree::nodes().
using NodeIndex = Index<struct RssNode>;

/// All points within `radius` of the rectangle {centre + s u + t v : |s| <= half_u, |t| <= half_v}.
/// u and v are unit and orthogonal up to rounding; nothing rests on that being exact, because `radius` is computed as the
/// largest distance of any enclosed point from the rectangle as stored.
struct RssNode
{
    Vec3 centre = Vec3::Zero();
    Vec3 u = Vec3::UnitX(), v = Vec3::UnitY();
    double half_u = 0.0, half_v = 0.0, radius = 0.0;

    bool isLeaf() const { return link_ < 0; }
    /// @pre an inner node
    std::array<NodeIndex, 2> children() const { return {NodeIndex(link_), NodeIndex(link_ + 1)}; }
    /// Which convex piece. @pre a leaf
    std::size_t leaf() const
    {
        const std::int32_t piece = ~link_;
        return static_cast<std::size_t>(piece);
    }
    /// The second child stands behind the first.
    void setChildren(NodeIndex first) { link_ = static_cast<std::int32_t>(first.value()); }
    void setLeaf(std::size_t piece) { link_ = ~static_cast<std::int32_t>(piece); }
    /// Radius of a ball about the centre that holds the node: its size.
    double size() const { return half_u + half_v + radius; }
    /// max over the node of n.x for a unit vector n.
    double support(const Vec3& n) const
    {
        return n.dot(centre) + half_u * std::abs(n.dot(u)) + half_v * std::abs(n.dot(v)) + radius;
    }
    /// About the point of the rectangle nearest to p.
    Vec3 nearestInRectangle(const Vec3& p) const
    {
        const Vec3 q = p - centre;
        return centre + std::clamp(q.dot(u), -half_u, half_u) * u + std::clamp(q.dot(v), -half_v, half_v) * v;
    }

private:
    std::int32_t link_ = -1;  // the first child, or the complement of the piece
};

/// A box that holds the pieces in a node, axis aligned in the tree's frame and rounded outwards: it tells less than the node, and is soon
/// looked at.
struct RssBox
{
    /// By this part of itself, and by so many metres, each coordinate is moved outwards where it is rounded to a float.
    static constexpr float kOutwards = 0x1p-22F, kLeastOutwards = 1e-30F;
    /// What is not smaller, or no number, is without end: -infinity of `low`, infinity of `high`.
    static constexpr float kTooLarge = 0x1p127F;

    float low[3], high[3];
    float size = 0.0F;  ///< of the node, about

    bool isLeaf() const { return link_ < 0; }
    /// As of the node.
    std::array<NodeIndex, 2> children() const { return {NodeIndex(link_), NodeIndex(link_ + 1)}; }
    void setChildren(NodeIndex first) { link_ = static_cast<std::int32_t>(first.value()); }

private:
    std::int32_t link_ = -1;  // the first child
};

class RssTree
{
public:
    RssTree() = default;
    /// Every leaf lies in its node and in all nodes above. Leaves are split at the mean of their centres along the widest
    /// axis, at the median where that would be lopsided, so the depth is O(log n).
    explicit RssTree(const std::vector<Convex>& leaves);

    const IndexedVector<NodeIndex, RssNode>& nodes() const { return nodes_; }
    const RssNode& node(NodeIndex index) const { return nodes_[index]; }
    const RssBox& box(NodeIndex index) const { return boxes_[index]; }
    static constexpr NodeIndex kRoot{0};
    /// No point of a node is farther from the frame's origin: nodes may stand out of what they hold.
    double reach() const { return reach_; }

private:
    IndexedVector<NodeIndex, RssNode> nodes_;
    IndexedVector<NodeIndex, RssBox> boxes_;  // of these
    double reach_ = 0.0;
};

/// Lower bound of the distance of two nodes, and the unit direction (A to B) whose support gap it is.
struct RssDistance
{
    double lower = 0.0;
    Vec3 direction = Vec3::UnitX();
};

/// Nodes in one frame: A's rectangle as (axes uA, vA), B's as (uB, vB), `between` = centre of B - centre of A.
/// The nearest points of the two rectangles are sought by alternating projection; the bound is the support gap along the
/// line between them, so that an unfinished search costs sharpness, never soundness. Rounding: supportRounding(D).
/// Where two points turn up that are within `decide` (>= 0), the search ends with lower = -1: the caller will open the nodes.
RssDistance rssDistance(const RssNode& A, const Vec3& uA, const Vec3& vA, const RssNode& B, const Vec3& uB, const Vec3& vB,
                        const Vec3& between, double decide);

}  // namespace gapless
