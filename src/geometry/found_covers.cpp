#include "geometry/found_covers.h"

#include <algorithm>
#include <string>

#include <gapless/core/error.h>
#include <gapless/geometry/ball_cover.h>

#include "core/content_bytes.h"
#include "core/disk_cache.h"
#include "geometry/geometry_content.h"

namespace gapless {

namespace {

std::string contentOf(const std::vector<Ball>& balls)
{
    ContentWriter content;
    for (const Ball& ball : balls)
    {
        content.put(ball.centre);
        content.putDouble(ball.radius);
    }
    return content.bytes();
}

std::vector<Ball> takeBalls(ContentReader& content)
{
    std::vector<Ball> balls;
    while (content.left() > 0)
    {
        Ball& ball = balls.emplace_back();
        for (int k = 0; k < 3; ++k)
            ball.centre[k] = content.takeDouble();
        ball.radius = content.takeDouble();
    }
    return balls;
}

/// What is covered in rows, and balls, takes less than a file; about all else centres are looked for, which takes milliseconds.
bool takesLong(const Convex& leaf)
{
    return leaf.type == Convex::Type::Triangle || leaf.type == Convex::Type::Cylinder || leaf.type == Convex::Type::Cone;
}

bool isTriangleLeaf(const Convex& leaf)
{
    return leaf.type == Convex::Type::Triangle;
}

bool isBallLeaf(const Convex& leaf)
{
    return leaf.type == Convex::Type::Point;
}

std::string contentOf(const HullTree& tree)
{
    ContentWriter content;
    content.put32(static_cast<std::uint32_t>(tree.nodes().size()));
    for (const HullTree::Node& node : tree.nodes())
    {
        content.putDouble(node.size);
        content.put32(node.children);
        content.putDouble(node.hull.radius());
        content.put32(static_cast<std::uint32_t>(node.hull.count()));
        for (std::size_t i = 0; i < node.hull.count(); ++i)
            content.put(node.hull.point(i));
    }
    return content.bytes();
}

std::vector<HullTree::Node> takeHulls(ContentReader& content)
{
    const std::uint32_t count = content.take32();
    if (count == 0)
        throw InputError("not a tree of hulls");
    std::vector<HullTree::Node> nodes;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const double size = content.takeDouble();
        const std::uint32_t children = content.take32();
        const double radius = content.takeDouble();
        const std::uint32_t held = content.take32();
        if (held == 0 || held > OuterHull::kMost || (children != 0 && (children <= i || children >= count - 1)))
            throw InputError("not a tree of hulls");
        std::vector<Vec3> points(held);
        for (Vec3& point : points)
            for (int k = 0; k < 3; ++k)
                point[k] = content.takeDouble();
        nodes.push_back({OuterHull(std::move(points), radius), size, children, RssTree::kRoot});
    }
    return nodes;
}

}  // namespace

std::vector<Ball> findCover(const std::vector<PlacedShape>& shapes, const std::vector<Convex>& leaves, double outward)
{
    const DiskCache cache = DiskCache::ofUser();
    if (!cache.isOn() || std::none_of(leaves.begin(), leaves.end(), takesLong))
        return coverByBalls(leaves, outward);
    // Leaves and how far they may be off follow from the shapes.
    const Digest key = DiskCache::keyOf("cover by balls", asText(digestOfShapes(shapes)));
    if (std::optional<std::vector<Ball>> kept = cache.findAs(key, takeBalls))
        return *std::move(kept);
    std::vector<Ball> balls = coverByBalls(leaves, outward);
    cache.keep(key, contentOf(balls));
    return balls;
}

HullTree findHulls(const std::vector<PlacedShape>& shapes, const std::vector<Convex>& leaves, const RssTree& tree)
{
    constexpr std::size_t kMostPrimitives = 64, kMostLeaves = 100000, kLeastKept = 100;
    const bool is_mesh = std::any_of(leaves.begin(), leaves.end(), isTriangleLeaf);
    const bool are_balls = leaves.size() > 1 && std::all_of(leaves.begin(), leaves.end(), isBallLeaf);
    if (are_balls || leaves.size() > (is_mesh ? kMostLeaves : kMostPrimitives))
        return {};
    const DiskCache cache = DiskCache::ofUser();
    if (!cache.isOn() || leaves.size() < kLeastKept)
        return HullTree(leaves, tree);
    const Digest key = DiskCache::keyOf("tree of hulls", asText(digestOfShapes(shapes)));
    if (std::optional<std::vector<HullTree::Node>> kept = cache.findAs(key, takeHulls))
        return HullTree(leaves, tree, *std::move(kept));
    HullTree hulls(leaves, tree);
    cache.keep(key, contentOf(hulls));
    return hulls;
}

}  // namespace gapless
