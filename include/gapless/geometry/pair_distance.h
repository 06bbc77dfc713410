// Distances of two objects and of two nodes of their trees at given poses.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <gapless/geometry/collision_geometry.h>
#include <gapless/geometry/convex_distance.h>

namespace gapless {

/// Two bodies at one instant, seen from a frame F (the world, or a body), with the origin moved to A so that rounding grows
/// with their distance, not with the world's coordinates: R_A = R_FA, R_B = R_FB, p_AB = p_FB - p_FA.
struct PairPose
{
    Mat3 R_A, R_B;
    Vec3 p_AB;
    /// R_A or R_B is exactly the identity: nothing needs turning.
    bool a_aligned = false, b_aligned = false;

    Vec3 toA(const Vec3& n) const { return a_aligned ? n : Vec3(R_A.transpose() * n); }
    Vec3 toB(const Vec3& n) const { return b_aligned ? n : Vec3(R_B.transpose() * n); }
    Vec3 fromA(const Vec3& n) const { return a_aligned ? n : Vec3(R_A * n); }
    Vec3 fromB(const Vec3& n) const { return b_aligned ? n : Vec3(R_B * n); }
    /// The same of B and A.
    PairPose swapped() const { return {R_B, R_A, -p_AB, b_aligned, a_aligned}; }
};

/// Seen from the world.
inline PairPose pairPose(const Pose& X_WA, const Pose& X_WB)
{
    return {X_WA.R, X_WB.R, X_WB.p - X_WA.p};
}

/// One object's tree, as what a node pair is made of.
struct NodeRef
{
    const CollisionGeometry* geometry;
    NodeIndex index;

    const RssNode& node() const { return geometry->tree().node(index); }
    const Convex* leaf() const
    {
        const RssNode& n = node();
        return n.isLeaf() ? &geometry->leaves()[n.leaf()] : nullptr;
    }
    /// Largest n.x over what the node bounds, for a unit vector n in the body's frame: of the leaf itself where it is one.
    double support(const Vec3& n) const
    {
        const RssNode& r = node();
        return r.isLeaf() ? geometry->leaves()[r.leaf()].support(n) : r.support(n);
    }
};

/// A node of each of two objects' trees.
struct NodePair
{
    NodeIndex a = RssTree::kRoot, b = RssTree::kRoot;
    Vec3 n = Vec3::Zero();  ///< a direction to try first, of unit length, A to B, in F; zero: none known

    /// Whether one of them is all of its object.
    bool hasRoot() const { return a == RssTree::kRoot || b == RssTree::kRoot; }
};

/// About the nearest point of the core of a set, in its frame; none of cones and triangles.
std::optional<Vec3> nearestPoint(const Convex& set, const Vec3& p);

/// What of a node reaches far along n (in the body's frame): a leaf, by descending to the child that reaches farther. Not more than the
/// farthest leaf does.
double greedySupport(const NodeRef& node, const Vec3& n);

/// Bound of n.x over the leaves below a node: support() of what it bounds, not of the bounding volume, and at most `slack` more than that of
/// the farthest leaf. Infinite where more than `most` nodes would have to be looked at. @param most less how many were
double hullSupport(const NodeRef& node, const Vec3& n, double slack, int& most);

/// The support gap of two nodes along the unit vector n (in F, A to B). Rounding: supportRounding(D).
inline double nodeGap(const NodeRef& A, const NodeRef& B, const PairPose& X, const Vec3& n)
{
    return n.dot(X.p_AB) - A.support(X.toA(n)) - B.support(-X.toB(n));
}

/// Lower bound of the distance of two nodes. Two leaves, or a leaf that is a primitive: by convexDistance with `decide`; else RSS.
/// `upper`, `point_a` and `point_b` (relative to A's origin, in F) hold for two leaves only; upper is infinite else.
ConvexDistance nodeDistance(const NodeRef& A, const NodeRef& B, const PairPose& X, const Vec3& hint, double decide);

/// Which node of a pair to open: the larger one that is not a leaf. @pre not both are leaves. @return true for A.
inline bool openFirst(const NodeRef& A, const NodeRef& B)
{
    const RssNode &a = A.node(), &b = B.node();
    return b.isLeaf() || (!a.isLeaf() && a.size() > b.size());
}

struct DistanceCounters
{
    std::uint64_t leaf_pairs = 0;
    std::uint64_t bounding_volumes = 0;
};

struct [[nodiscard]] GreedyDistance
{
    enum class Outcome
    {
        Apart,    ///< the distance is greater than the threshold, `lower` is a lower bound of it
        Close,    ///< two leaves are within the threshold: nearest points and `upper` are theirs
        Unclear,  ///< two leaves are so near the threshold that rounding does not tell
    };
    Outcome outcome = Outcome::Apart;
    double lower = 0.0;
    double upper = 0.0;
    /// Nearest points of the leaves, relative to A's origin, in F (Close and Unclear).
    Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
    NodePair leaves;  ///< these
    /// Of the nodes found apart those with the least lower bound, with the direction of the gap; the direction is zero where there are none.
    NodePair nearest;
};

/// GREEDY-DIST (Schwarzer, Saha, Latombe 2002, section 3.2): a lower bound of the distance of two objects' surfaces and
/// solid primitives, for little more than the price of a collision test: it opens a node pair only while that pair is not
/// proven farther apart than `threshold`, which is not negative. Insides of meshes are not looked at; see Containment.
/// @param error bound of all rounding at this pose (poses, placement, support), metres: subtracted from lower bounds and
///        added to upper ones.
/// @param within only what lies in these nodes is looked at.
/// @param most about so many tests are made; what would need more is Unclear.
/// @param apart if not null: node pairs found apart are appended, with the direction of the gap, together all of `within` where the
///        answer is Apart.
GreedyDistance greedyDistance(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold,
                              double error, DistanceCounters* counters = nullptr, const NodePair& within = {},
                              int most = std::numeric_limits<int>::max(), std::vector<NodePair>* apart = nullptr);

/// Is a connected part of one object inside a solid mesh of the other? @pre the surfaces do not touch.
/// @param point set to a common point (relative to A's origin, in F) where the answer is Inside, if not null.
[[nodiscard]] Containment::Answer insideOneAnother(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X,
                                                   Vec3* point = nullptr);

}  // namespace gapless
