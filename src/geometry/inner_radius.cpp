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

double innerRadius(const Shape& shape, const Vec3& p)
{
    const double across = std::hypot(p.x(), p.y());
    if (const auto* box = std::get_if<Box>(&shape))
        return (box->half_extents - p.cwiseAbs()).minCoeff();
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return sphere->radius - p.norm();
    if (const auto* cylinder = std::get_if<Cylinder>(&shape))
        return std::min(cylinder->radius - across, cylinder->half_length - std::abs(p.z()));
    if (const auto* capsule = std::get_if<Capsule>(&shape))
        return capsule->radius - std::hypot(across, std::max(0.0, std::abs(p.z()) - capsule->half_length));
    if (const auto* cone = std::get_if<Cone>(&shape))
    {
        const double height = 2.0 * cone->half_length;
        const double from_side =
            ((cone->half_length - p.z()) * cone->radius - across * height) / std::hypot(cone->radius, height);
        return std::min(from_side, p.z() + cone->half_length);
    }
    return 0.0;
}

double innerRadius(const CollisionGeometry& geometry, const Vec3& p)
{
    double radius = 0.0;
    bool has_triangles = false;
    for (const PlacedShape& placed : geometry.shapes())
        if (std::holds_alternative<std::shared_ptr<const TriangleMesh>>(placed.shape))
            has_triangles = true;
        else
            radius = std::max(radius, innerRadius(placed.shape, placed.X_BS.R.transpose() * (p - placed.X_BS.p)));
    if (has_triangles && geometry.containment().contains(p) == Containment::Answer::Inside)
        radius = std::max(radius, distanceFromTriangles(geometry, p));
    // Of primitives: sums and turns of lengths up to the shape's and the point's own.
    return radius - geometry.placementError() - supportRounding(geometry.reach() + p.norm());
}

}  // namespace gapless
