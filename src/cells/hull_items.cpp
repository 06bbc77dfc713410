#include "cells/hull_items.h"

#include <cmath>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

/// Corners of the polygons that hold the discs of cylinders and cones.
constexpr int kCorners = 12;
/// By which they are larger than they would have to be: their directions are orthonormal but for rounding.
constexpr double kPolygonSlack = 1.0 + 1e-12;

void addDisc(const Vec3& centre, const Vec3& axis, double radius, std::vector<Vec3>& points)
{
    const Vec3 u = axis.unitOrthogonal(), v = axis.cross(u).normalized();
    const double corner = radius / std::cos(M_PI / kCorners) * kPolygonSlack;
    for (int k = 0; k < kCorners; ++k)
    {
        const double angle = 2.0 * M_PI * k / kCorners;
        points.push_back(centre + corner * std::cos(angle) * u + corner * std::sin(angle) * v);
    }
}

/// Points whose hull holds the core of the leaf.
void addCorners(const Convex& leaf, std::vector<Vec3>& points)
{
    const auto spread = [&](const Vec3& centre, std::initializer_list<Vec3> halves) {
        const std::size_t begin = points.size();
        points.push_back(centre);
        for (const Vec3& half : halves)
            for (std::size_t i = begin, end = points.size(); i < end; ++i)
            {
                points.push_back(points[i] + half);
                points[i] -= half;
            }
    };
    switch (leaf.type)
    {
        case Convex::Type::Point: points.push_back(leaf.a); break;
        case Convex::Type::Segment: points.insert(points.end(), {leaf.a, leaf.b}); break;
        case Convex::Type::Triangle: points.insert(points.end(), {leaf.a, leaf.b, leaf.c}); break;
        case Convex::Type::Rectangle: spread(leaf.a, {leaf.b, leaf.c}); break;
        case Convex::Type::Box: spread(leaf.a, {leaf.b, leaf.c, leaf.d}); break;
        case Convex::Type::Cylinder:
            addDisc(leaf.a - leaf.b, leaf.d, leaf.c.x(), points);
            addDisc(leaf.a + leaf.b, leaf.d, leaf.c.x(), points);
            break;
        case Convex::Type::Cone:
            addDisc(leaf.a, leaf.d, leaf.c.x(), points);
            points.push_back(leaf.a + leaf.b);
            break;
    }
}

void addRectangle(const RssNode& node, std::vector<Vec3>& points)
{
    const Vec3 u = node.half_u * node.u, v = node.half_v * node.v;
    points.insert(points.end(), {node.centre - u - v, node.centre + u + v});
    if (node.half_u > 0.0 && node.half_v > 0.0)
        points.insert(points.end(), {node.centre - u + v, node.centre + u - v});
}

}  // namespace

HullItems hullItems(const CollisionGeometry& geometry, double size)
{
    HullItems result;
    const RssTree& tree = geometry.tree();
    std::vector<NodeIndex> stack{RssTree::kRoot};
    while (!stack.empty())
    {
        const RssNode& node = tree.node(stack.back());
        stack.pop_back();
        const bool is_small = node.size() <= size;
        if (!node.isLeaf() && !is_small)
        {
            for (const NodeIndex child : node.children())
                stack.push_back(child);
            continue;
        }
        const RssNode* leaf = &node;
        while (!leaf->isLeaf())
            leaf = &tree.node(leaf->children()[0]);
        const Convex& convex = geometry.leaves()[leaf->leaf()];
        HullItem item;
        item.first = static_cast<int>(result.points.size());
        item.sample = convex.centre();
        const bool has_few_corners = convex.type == Convex::Type::Point || convex.type == Convex::Type::Segment
                                     || convex.type == Convex::Type::Triangle || convex.type == Convex::Type::Rectangle;
        if (node.isLeaf() && (has_few_corners || !is_small))
        {
            addCorners(convex, result.points);
            item.radius = convex.radius;
        }
        else
        {
            addRectangle(node, result.points);
            item.radius = node.radius;
        }
        item.count = static_cast<int>(result.points.size()) - item.first;
        // A point is a sum of at most four products of numbers no greater than the reach.
        item.radius = (item.radius + 16.0 * kUnitRoundoff * (geometry.reach() + node.size())) * kInflate;
        result.items.push_back(item);
    }
    return result;
}

}  // namespace gapless
