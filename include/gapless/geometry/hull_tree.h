// Few points whose convex hull, grown by a radius, holds an object, and the same of its parts.
//
// Every leaf is the Minkowski sum of a core and a ball. Its corners are points whose hull holds the core: of what is flat its own; of cylinders and
// cones those of a prism or a pyramid about them. Let S be the points, r the largest radius of a leaf, and e such that no corner is farther than e from
// conv S. As distance from a convex set is convex, no core is farther either, and all leaves lie in conv S grown by r + e.
// The distance of a corner is bounded from above by that of a mean of points of S, which the iteration of Gilbert, Johnson and Keerthi (1988) finds;
// it holds wherever the iteration ends.
// S is what lies farthest in directions all over the sphere, and then, one after the other, the corner that is farthest from conv S, until all are
// near enough, or there are kMost; while there are few, until they hold what is flat exactly.
// Ehmann, Lin: "Accurate and fast proximity queries between polyhedra using convex surface decomposition", Eurographics 2001, have trees of hulls,
// too; theirs are exact and go down to the faces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gapless/core/types.h>
#include <gapless/geometry/convex.h>
#include <gapless/geometry/rss_tree.h>

namespace gapless {

class OuterHull
{
public:
    static constexpr std::size_t kMost = 256;

    /// Of the leaves below a node of their tree.
    OuterHull(const std::vector<Convex>& leaves, const RssTree& tree, NodeIndex within);
    /// Of these points, of which there are some, and that radius.
    OuterHull(std::vector<Vec3> points, double radius);

    /// Of points: a multiple of sixteen, the last one repeated where there are fewer.
    std::size_t count() const { return coordinates_.size() / 3; }
    /// All their coordinates along the first axis, then along the second, then along the third, metres, in the body's frame.
    const double* coordinates() const { return coordinates_.data(); }
    /// The same as the nearest floats, of which twice as many are in a register.
    const float* floats() const { return floats_.data(); }
    Vec3 point(std::size_t i) const { return {coordinates_[i], coordinates_[count() + i], coordinates_[2 * count() + i]}; }
    /// Their mean, about.
    const Vec3& centre() const { return centre_; }
    /// r + e of the file comment, rounded up.
    double radius() const { return radius_; }
    /// Upper bound of the points' distances from the body's origin.
    double reach() const { return reach_; }

private:
    std::vector<double> coordinates_;
    std::vector<float> floats_;
    Vec3 centre_ = Vec3::Zero();
    double radius_ = 0.0;
    double reach_ = 0.0;
};

/// In the body's frame, metres.
struct OrientedBox
{
    Mat3 axes = Mat3::Identity();  ///< the columns
    Vec3 centre = Vec3::Zero(), half = Vec3::Zero();
};

/// The hulls of the upper nodes of an RSS tree.
class HullTree
{
public:
    struct Node
    {
        OuterHull hull;
        double size;             ///< of the node, metres
        std::uint32_t children;  ///< the first of two, one behind the other; 0: none
        NodeIndex of;            ///< what the hull holds
    };
    static constexpr std::uint32_t kRoot = 0;

    HullTree() = default;
    HullTree(const std::vector<Convex>& leaves, const RssTree& tree);
    /// @param nodes some: those of a tree of these leaves; what they hold is found anew
    HullTree(const std::vector<Convex>& leaves, const RssTree& tree, std::vector<Node> nodes);

    const Node& node(std::uint32_t index) const { return nodes_[index]; }
    const std::vector<Node>& nodes() const { return nodes_; }
    /// Whether the first hull is about all that there is to know: the object is one leaf, or triangles that lie flush with its surface. Nothing is
    /// proven by it.
    bool isConvex() const { return is_convex_; }
    /// About the points of the first hull, along the axes of the root: it tells where to look first, nothing is proven by it.
    const OrientedBox& box() const { return box_; }
    /// That of nodes which are not divided: as many are larger as smaller, metres. Zero of no nodes.
    double partSize() const { return part_size_; }

private:
    void setPartSize();

    std::vector<Node> nodes_;
    OrientedBox box_;
    double part_size_ = 0.0;
    bool is_convex_ = false;
};

}  // namespace gapless
