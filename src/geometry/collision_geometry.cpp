#include <gapless/geometry/collision_geometry.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <gapless/core/error.h>
#include <gapless/core/orthonormal.h>
#include <gapless/core/rounding.h>
#include <gapless/core/rounding_environment.h>
#include <gapless/geometry/inner_radius.h>
#include <gapless/geometry/shells.h>

#include "geometry/found_covers.h"

namespace gapless {

namespace {

void requirePositive(double value, const char* what, const std::string& name)
{
    if (!(value > 0.0) || !std::isfinite(value))
        throw InputError(name + ": " + what + " is " + std::to_string(value) + "; it has to be a finite number > 0, in metres");
}

// The convex leaf of a primitive in its own frame.
struct PrimitiveLeaf
{
    const std::string& name;

    Convex operator()(const Box& box) const
    {
        for (int k = 0; k < 3; ++k)
            requirePositive(box.half_extents[k], "a box extent", name);
        Convex leaf;
        leaf.type = Convex::Type::Box;
        leaf.b = Vec3(box.half_extents.x(), 0.0, 0.0);
        leaf.c = Vec3(0.0, box.half_extents.y(), 0.0);
        leaf.d = Vec3(0.0, 0.0, box.half_extents.z());
        return leaf;
    }
    Convex operator()(const Sphere& sphere) const
    {
        requirePositive(sphere.radius, "the sphere's radius", name);
        Convex leaf;
        leaf.radius = sphere.radius;
        return leaf;
    }
    Convex operator()(const Cylinder& cylinder) const
    {
        requirePositive(cylinder.radius, "the cylinder's radius", name);
        requirePositive(cylinder.half_length, "the cylinder's length", name);
        Convex leaf;
        leaf.type = Convex::Type::Cylinder;
        leaf.b = Vec3(0.0, 0.0, cylinder.half_length);
        leaf.c = Vec3(cylinder.radius, 0.0, 0.0);
        leaf.d = Vec3::UnitZ();
        return leaf;
    }
    Convex operator()(const Capsule& capsule) const
    {
        requirePositive(capsule.radius, "the capsule's radius", name);
        requirePositive(capsule.half_length, "the capsule's length", name);
        Convex leaf;
        leaf.type = Convex::Type::Segment;
        leaf.radius = capsule.radius;
        leaf.a = Vec3(0.0, 0.0, -capsule.half_length);
        leaf.b = Vec3(0.0, 0.0, capsule.half_length);
        return leaf;
    }
    Convex operator()(const Cone& cone) const
    {
        requirePositive(cone.radius, "the cone's radius", name);
        requirePositive(2.0 * cone.half_length, "the cone's length", name);
        Convex leaf;
        leaf.type = Convex::Type::Cone;
        leaf.a = Vec3(0.0, 0.0, -cone.half_length);
        leaf.b = Vec3(0.0, 0.0, 2.0 * cone.half_length);
        leaf.c = Vec3(cone.radius, 0.0, 0.0);
        leaf.d = Vec3::UnitZ();
        return leaf;
    }
    Convex operator()(const std::shared_ptr<const TriangleMesh>&) const { return {}; }
};

bool isIdentity(const Pose& X)
{
    return X.R == Mat3::Identity() && X.p == Vec3::Zero();
}

// Bounds the extent of a leaf along the three axes of the body.
void extend(const Convex& leaf, Vec3& low, Vec3& high)
{
    if (leaf.type == Convex::Type::Point)
    {
        low = low.cwiseMin(leaf.a - Vec3::Constant(leaf.radius));
        high = high.cwiseMax(leaf.a + Vec3::Constant(leaf.radius));
        return;
    }
    for (int k = 0; k < 3; ++k)
    {
        high[k] = std::max(high[k], leaf.support(Vec3::Unit(k)));
        low[k] = std::min(low[k], -leaf.support(-Vec3::Unit(k)));
    }
}

/// They are asked one by one. Of a cloud's hundred thousand, these are enough to be of use, and few enough to cost little.
constexpr std::size_t kMostInnerBalls = 2000;

// Largest distance of a point of the leaf from p, from above.
double farthest(const Convex& leaf, const Vec3& p)
{
    switch (leaf.type)
    {
        case Convex::Type::Point: return (leaf.a - p).norm() + leaf.radius;
        case Convex::Type::Segment: return std::max((leaf.a - p).norm(), (leaf.b - p).norm()) + leaf.radius;
        case Convex::Type::Triangle:
            return std::max({(leaf.a - p).norm(), (leaf.b - p).norm(), (leaf.c - p).norm()}) + leaf.radius;
        case Convex::Type::Rectangle:
        case Convex::Type::Box:
        {
            const Vec3 d = leaf.type == Convex::Type::Box ? leaf.d : Vec3(Vec3::Zero());
            double result = 0.0;
            for (int i = 0; i < 8; ++i)
                result = std::max(result, (leaf.a + ((i & 1) ? 1.0 : -1.0) * leaf.b + ((i & 2) ? 1.0 : -1.0) * leaf.c
                                           + ((i & 4) ? 1.0 : -1.0) * d - p)
                                              .norm());
            return result + leaf.radius;
        }
        case Convex::Type::Cylinder:
        {
            const Vec3 r = leaf.a - p;
            const double along = std::abs(r.dot(leaf.d)) + leaf.b.norm();
            const double across = (r - r.dot(leaf.d) * leaf.d).norm() + leaf.c.x();
            return std::hypot(along, across);
        }
        case Convex::Type::Cone:
        {
            // A convex function is largest at the apex or on the rim.
            const Vec3 r = leaf.a - p;
            const double across = (r - r.dot(leaf.d) * leaf.d).norm() + leaf.c.x();
            return std::max((leaf.a + leaf.b - p).norm(), std::hypot(r.dot(leaf.d), across));
        }
    }
    return 0.0;
}

}  // namespace

// All shapes are placed in the body's frame once, so that trees and distances know of one pose per body. What that costs in rounding is
// placement_error_, zero where no shape has a pose of its own; ball, reach and box are grown by it, since they are to hold the exact
// geometry.
CollisionGeometry::CollisionGeometry(std::vector<PlacedShape> shapes, const std::string& name) : shapes_(std::move(shapes))
{
    requireRounding();
    if (shapes_.empty())
        throw InputError(name + ": no shapes; a collision object needs at least one");
    double magnitude = 0.0;
    bool moved = false;
    leaves_.reserve(shapes_.size());
    for (PlacedShape& placed : shapes_)
    {
        // Of a cloud's hundred thousand shapes none is turned.
        if (placed.X_BS.R != Mat3::Identity() || !placed.X_BS.p.allFinite())
            placed.X_BS = orthonormal(placed.X_BS, name + ": a shape");
        moved = moved || !isIdentity(placed.X_BS);
        magnitude = std::max(magnitude, placed.X_BS.p.norm());
        if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape))
        {
            std::vector<Vec3> vertices;
            vertices.reserve((*mesh)->vertices().size());
            for (const Vec3& v : (*mesh)->vertices())
            {
                vertices.push_back(isIdentity(placed.X_BS) ? v : placed.X_BS * v);
                magnitude = std::max(magnitude, v.norm());
            }
            for (const auto& t : (*mesh)->triangles())
            {
                Convex leaf;
                leaf.type = Convex::Type::Triangle;
                leaf.a = vertices[static_cast<std::size_t>(t[0])];
                leaf.b = vertices[static_cast<std::size_t>(t[1])];
                leaf.c = vertices[static_cast<std::size_t>(t[2])];
                leaves_.push_back(leaf);
            }
            triangle_count_ += static_cast<int>((*mesh)->triangles().size());
            if ((*mesh)->isSolid())
                containment_.addSolid(vertices, (*mesh)->triangles());
            else
            {
                std::vector<int> group;
                const int count = connectedParts(vertices.size(), (*mesh)->triangles(), group);
                std::vector<bool> done(static_cast<std::size_t>(count), false);
                for (std::size_t i = 0; i < group.size(); ++i)
                    if (!done[static_cast<std::size_t>(group[i])])
                    {
                        done[static_cast<std::size_t>(group[i])] = true;
                        containment_.addPart(vertices[static_cast<std::size_t>((*mesh)->triangles()[i][0])]);
                    }
            }
        }
        else
        {
            const Convex own = std::visit(PrimitiveLeaf{name}, placed.shape);
            magnitude = std::max(magnitude, farthest(own, Vec3::Zero()));
            leaves_.push_back(own.placed(placed.X_BS.R, placed.X_BS.p));
            containment_.addPart(leaves_.back().centre());
        }
    }
    // R from a quaternion or angles is off by less than 16 u in norm, placing a point adds fewer than 8 roundings of
    // numbers <= 2 magnitude. A cylinder's axis and a box's half axes are placed with the same error.
    placement_error_ = moved ? 64.0 * kUnitRoundoff * magnitude : 0.0;
    containment_.finish();
    tree_ = RssTree(leaves_);

    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (const Convex& leaf : leaves_)
        extend(leaf, low, high);
    centre_ = 0.5 * (low + high);
    for (const Convex& leaf : leaves_)
    {
        radius_ = std::max(radius_, farthest(leaf, centre_));
        reach_ = std::max(reach_, farthest(leaf, Vec3::Zero()));
    }
    outward_ = placement_error_ + 64.0 * kUnitRoundoff * 2.0 * magnitude;
    radius_ = radius_ * kInflate + outward_;
    reach_ = reach_ * kInflate + outward_;
    box_centre_ = centre_;
    box_half_extents_ = 0.5 * (high - low) * kInflate + Vec3::Constant(outward_);
}

const CollisionGeometry::Cover& CollisionGeometry::madeCover() const
{
    std::call_once(cover_->once, [&] {
        BallTree tree({centre_, radius_}, findCover(shapes_, leaves_, outward_));
        std::vector<Ball> inner;
        for (const BallNode& node : tree.nodes())
            if (node.isLeaf() && inner.size() < kMostInnerBalls)
                if (const double radius = innerRadius(*this, node.ball.centre); radius > 0.0)
                    inner.push_back({node.ball.centre, radius});
        cover_->tree = std::move(tree);
        cover_->inner = std::move(inner);
    });
    return *cover_;
}

const BallTree& CollisionGeometry::cover() const
{
    return madeCover().tree;
}

const std::vector<Ball>& CollisionGeometry::innerBalls() const
{
    return madeCover().inner;
}

const HullTree& CollisionGeometry::hulls() const
{
    std::call_once(cover_->hulls_once, [&] { cover_->hulls = findHulls(shapes_, leaves_, tree_); });
    return cover_->hulls;
}

std::size_t CollisionGeometry::memoryBytes() const
{
    return leaves_.size() * sizeof(Convex) + tree_.nodes().size() * (sizeof(RssNode) + sizeof(RssBox))
           + containment_.memoryBytes();
}

}  // namespace gapless
