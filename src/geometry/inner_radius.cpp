#include <gapless/geometry/inner_radius.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gapless/core/rounding.h>
#include <gapless/geometry/convex_distance.h>

namespace gapless {

namespace {

/// Lower bound of the distance of p from the object's triangles, but for supportRounding(). Depth first, the nearer child first: below a node
/// that is left out all are farther than one that was looked at.
double distanceFromTriangles(const CollisionGeometry& geometry, const Vec3& p)
{
    const RssTree& tree = geometry.tree();
    const auto gap = [&](NodeIndex index) {
        const RssNode& node = tree.node(index);
        const Vec3 way = p - node.nearestInRectangle(p);
        const double length = way.norm();
        return length > 0.0 ? way.dot(p) / length - node.support(way / length) : -std::numeric_limits<double>::infinity();
    };
    Convex point;
    point.a = p;
    double nearest = std::numeric_limits<double>::infinity();
    std::vector<std::pair<double, NodeIndex>> waiting = {{0.0, RssTree::kRoot}};
    while (!waiting.empty())
    {
        const auto [lower, index] = waiting.back();
        waiting.pop_back();
        if (lower >= nearest)
            continue;
        const RssNode& node = tree.node(index);
        if (!node.isLeaf())
        {
            const auto [first, second] = node.children();
            waiting.emplace_back(gap(first), first);
            waiting.emplace_back(gap(second), second);
            if (waiting[waiting.size() - 2].first < waiting.back().first)
                std::swap(waiting[waiting.size() - 2], waiting.back());
            continue;
        }
        const Convex& leaf = geometry.leaves()[node.leaf()];
        if (leaf.type == Convex::Type::Triangle)
            nearest = std::min(nearest, convexDistance(point, leaf, Vec3::Zero(), 0.0).lower);
    }
    return nearest;
}

}  // namespace

double innerRadius(const Convex& primitive, const Vec3& p)
{
    const Vec3 way = p - primitive.a;
    switch (primitive.type)
    {
        case Convex::Type::Point: return primitive.radius - way.norm();
        case Convex::Type::Segment:
        {
            const Vec3 along = primitive.b - primitive.a;
            const double share = std::clamp(way.dot(along) / along.squaredNorm(), 0.0, 1.0);
            return primitive.radius - (way - share * along).norm();
        }
        case Convex::Type::Box:
        {
            // Squares of what is thin may be nothing.
            const auto fromFace = [&](const Vec3& half_axis) {
                const double half = half_axis.stableNorm();
                return half > 0.0 ? half - std::abs(way.dot(half_axis / half)) : 0.0;
            };
            return std::min({fromFace(primitive.b), fromFace(primitive.c), fromFace(primitive.d)});
        }
        case Convex::Type::Cylinder:
        {
            const double along = way.dot(primitive.d), across = (way - along * primitive.d).norm();
            return std::min(primitive.c.x() - across, primitive.b.norm() - std::abs(along));
        }
        case Convex::Type::Cone:
        {
            const double along = way.dot(primitive.d), across = (way - along * primitive.d).norm();
            const double height = primitive.b.norm(), radius = primitive.c.x();
            return std::min(((height - along) * radius - across * height) / std::hypot(radius, height), along);
        }
        case Convex::Type::Triangle:
        case Convex::Type::Rectangle: break;
    }
    return 0.0;
}

double innerRadius(const CollisionGeometry& geometry, const Vec3& p)
{
    const RssTree& tree = geometry.tree();
    double radius = 0.0;
    std::vector<NodeIndex> waiting = {RssTree::kRoot};
    while (!waiting.empty())
    {
        const RssNode& node = tree.node(waiting.back());
        waiting.pop_back();
        // What does not hold p has no ball about it.
        if ((p - node.nearestInRectangle(p)).norm() > node.radius * kInflate)
            continue;
        if (node.isLeaf())
            radius = std::max(radius, innerRadius(geometry.leaves()[node.leaf()], p));
        else
            for (const NodeIndex child : node.children())
                waiting.push_back(child);
    }
    if (geometry.triangleCount() > 0 && geometry.containment().contains(p) == Containment::Answer::Inside)
        radius = std::max(radius, distanceFromTriangles(geometry, p));
    // Of primitives: sums of lengths up to their own, their distance, and the point's own.
    return radius - geometry.placementError() - supportRounding(geometry.reach() + p.norm());
}

}  // namespace gapless
