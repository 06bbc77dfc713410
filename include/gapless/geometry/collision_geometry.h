// The collision geometry of one object: its convex leaves, the RSS tree over them and what is needed for insides.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <gapless/core/types.h>
#include <gapless/geometry/ball_tree.h>
#include <gapless/geometry/containment.h>
#include <gapless/geometry/convex.h>
#include <gapless/geometry/hull_tree.h>
#include <gapless/geometry/rss_tree.h>
#include <gapless/geometry/shape.h>

namespace gapless {

/// Immutable, safe to share between threads. Coordinates are in the frame of the body that carries the object.
class CollisionGeometry
{
public:
    /// `name` is used in messages.
    /// @throws InputError if `shapes` is empty, a dimension is not finite and positive, or a pose is not rigid (orthonormal.h).
    CollisionGeometry(std::vector<PlacedShape> shapes, const std::string& name);

    const std::vector<Convex>& leaves() const { return leaves_; }
    const RssTree& tree() const { return tree_; }
    const Containment& containment() const { return containment_; }
    /// The shapes as given, for other collision libraries, viewers and exporters.
    const std::vector<PlacedShape>& shapes() const { return shapes_; }

    /// Ball around all leaves. It holds the exact geometry too: rounding is in the radius.
    const Vec3& centre() const { return centre_; }
    double radius() const { return radius_; }
    /// Largest distance of any point from the body's origin.
    double reach() const { return reach_; }
    /// Axis-aligned box in the body frame, outward rounded.
    const Vec3& boxCentre() const { return box_centre_; }
    const Vec3& boxHalfExtents() const { return box_half_extents_; }
    /// How far a stored point may lie from the point that the shapes define, from placing shapes in the body frame, metres.
    double placementError() const { return placement_error_; }

    /// Balls that together hold the exact geometry (ball_cover.h), found when first asked for.
    const BallTree& cover() const;
    /// Balls that lie within the exact geometry, about centres of cover()'s, found with these; of very many, some.
    const std::vector<Ball>& innerBalls() const;

    /// Hulls of all leaves, and of parts of them, found when first asked for; of several balls, clouds of primitives and very large meshes an empty
    /// tree.
    const HullTree& hulls() const;

    int triangleCount() const { return triangle_count_; }
    /// Bytes held by leaves, tree and containment data.
    std::size_t memoryBytes() const;

private:
    struct Cover
    {
        std::once_flag once, hulls_once;
        BallTree tree;
        std::vector<Ball> inner;
        HullTree hulls;
    };

    const Cover& madeCover() const;

    std::vector<PlacedShape> shapes_;
    std::vector<Convex> leaves_;
    RssTree tree_;
    Containment containment_;
    Vec3 centre_ = Vec3::Zero();
    double radius_ = 0.0;
    double reach_ = 0.0;
    Vec3 box_centre_ = Vec3::Zero();
    Vec3 box_half_extents_ = Vec3::Zero();
    double placement_error_ = 0.0;
    int triangle_count_ = 0;
    double outward_ = 0.0;  // how far the exact geometry may be from the leaves, and a bit
    std::shared_ptr<Cover> cover_ = std::make_shared<Cover>();
};

}  // namespace gapless
