#include <gapless/geometry/inner_contact.h>

#include <algorithm>
#include <utility>

namespace gapless {

namespace {

/// Objects of more are looked at by their trees.
constexpr std::size_t kMostPrimitives = 8;

Convex asConvex(const Ball& ball)
{
    Convex c;
    c.a = ball.centre;
    c.radius = ball.radius;
    return c;
}

/// A leaf below a node whose bounding volume is within `reach` of the point (in the tree's frame), found by descending to the nearer child; null
/// where that ends farther away.
const Convex* nearLeaf(const CollisionGeometry& geometry, NodeIndex within, const Vec3& point, double reach)
{
    const RssTree& tree = geometry.tree();
    const auto distances = [&](NodeIndex index) {
        const RssNode& node = tree.node(index);
        const double to_rectangle = (point - node.nearestInRectangle(point)).norm();
        return std::pair(to_rectangle, to_rectangle - node.radius);
    };
    if (distances(within).second > reach)
        return nullptr;
    NodeIndex index = within;
    while (!tree.node(index).isLeaf())
    {
        const auto [first, second] = tree.node(index).children();
        const auto [to_first, gap_first] = distances(first);
        const auto [to_second, gap_second] = distances(second);
        if (std::min(gap_first, gap_second) > reach)
            return nullptr;
        index = to_first <= to_second ? first : second;
    }
    return &geometry.leaves()[tree.node(index).leaf()];
}

bool isFewPrimitives(const CollisionGeometry& geometry)
{
    return geometry.triangleCount() == 0 && geometry.leaves().size() <= kMostPrimitives;
}

}  // namespace

// All is seen from B, where nearest points are in closed form. Of coordinates of at most D, a centre seen from there is off by fewer than 16
// roundings, a nearest point from the leaf by as many, and the two points, taken along the way between these and back to F, by 24: less than
// the 192 u D (supportRounding()) that are in the error.
std::optional<InnerContact> findInnerContact(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X,
                                             double threshold, double error, bool balls_a, bool balls_b, const NodePair& within)
{
    if (!balls_a)
    {
        if (!balls_b)
            return {};
        std::optional<InnerContact> contact =
            findInnerContact(B, A, X.swapped(), threshold, error, true, false, {within.b, within.a});
        if (contact)
            contact = InnerContact{contact->point_b + X.p_AB, contact->point_a + X.p_AB, contact->upper, contact->gap};
        return contact;
    }
    const bool by_leaves = isFewPrimitives(B);
    const Mat3 R_BA = X.R_B.transpose() * X.R_A;
    const Vec3 p_BA = -X.toB(X.p_AB);
    std::optional<InnerContact> contact;
    const auto isClose = [&](const Ball& a, const Convex& b) {
        const ConvexDistance d =
            convexDistance(asConvex(a).placed(X.R_A, Vec3::Zero()), b.placed(X.R_B, X.p_AB), Vec3::Zero(), threshold);
        if (d.upper + error <= threshold)
            contact = InnerContact{d.point_a, d.point_b, d.upper + error, d.upper};
        return contact.has_value();
    };
    // The same of a ball about c, and a ball of that radius about a point, both seen from B.
    const auto areClose = [&](const Vec3& c, double radius_a, const Vec3& point, double radius_b) {
        const Vec3 way = point - c;
        const double length = way.norm();
        const double share_a = length > radius_a ? radius_a / length : 1.0;
        const double share_b = std::min(length > 0.0 ? radius_b / length : 0.0, 1.0 - share_a);
        const Vec3 point_a = X.fromB(c + share_a * way) + X.p_AB, point_b = X.fromB(point - share_b * way) + X.p_AB;
        const double upper = (point_a - point_b).norm() + error;
        if (upper <= threshold)
            contact = InnerContact{point_a, point_b, upper, length - radius_a - radius_b};
        return contact.has_value();
    };
    for (const Ball& a : A.innerBalls())
    {
        const Vec3 c = R_BA * a.centre + p_BA;
        const auto isNear = [&](const Vec3& point, double radius) {
            const double reach = a.radius + threshold + radius;
            return (point - c).squaredNorm() <= reach * reach;
        };
        if (!isNear(B.centre(), B.radius()))
            continue;
        if (by_leaves)
            for (const Convex& leaf : B.leaves())
            {
                const std::optional<Vec3> nearest = nearestPoint(leaf, c);
                if (nearest && isNear(*nearest, leaf.radius) && areClose(c, a.radius, *nearest, leaf.radius))
                    return contact;
            }
        else if (balls_b)
        {
            for (const Ball& b : B.innerBalls())
                if (isNear(b.centre, b.radius) && areClose(c, a.radius, b.centre, b.radius))
                    return contact;
        }
        else if (const Convex* leaf = nearLeaf(B, within.b, c, a.radius + threshold); leaf && isClose(a, *leaf))
            return contact;
    }
    return contact;
}

}  // namespace gapless
