#include <gapless/geometry/inner_contact.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace gapless {

namespace {

/// Objects of more are looked at by their trees.
constexpr std::size_t kMostPrimitives = 8;
/// Balls of an object that descend the other's tree where both have balls: all of a mesh, not a cloud's thousands.
constexpr int kMostDescents = 64;

Convex asPoint(const Vec3& p)
{
    Convex c;
    c.a = p;
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

// All is seen from B, where nearest points of balls and of few primitives are in closed form. Of coordinates of at most D, a centre seen from there is off
// by fewer than 16 roundings, a nearest point from the leaf by as many, one that was found in F by 48, and the two points, taken along the way between
// these and back to F, by 24: less than the 192 u D (supportRounding()) that are in the error.
class BallsWithin
{
public:
    BallsWithin(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold, double error)
        : A_(A), B_(B), X_(X), threshold_(threshold), error_(error), R_BA_(X.R_B.transpose() * X.R_A), p_BA_(-X.toB(X.p_AB))
    {}

    /// Of the one and of the other.
    std::optional<InnerContact> meetBalls() const
    {
        for (const Ball& a : A_.innerBalls())
            if (const Vec3 c = seen(a); isNearBox(a, c))
                for (const Ball& b : B_.innerBalls())
                    if (auto contact = areClose(a, c, b.centre, b.radius))
                        return contact;
        return {};
    }

    /// Balls within A, and all leaves of B.
    std::optional<InnerContact> meetPrimitives() const
    {
        for (const Ball& a : A_.innerBalls())
            if (const Vec3 c = seen(a); isNearBox(a, c))
                for (const Convex& leaf : B_.leaves())
                    if (const std::optional<Vec3> nearest = nearestPoint(leaf, c))
                        if (auto contact = areClose(a, c, *nearest, leaf.radius))
                            return contact;
        return {};
    }

    /// Balls within A, and of B a leaf below that node which is likely near.
    /// @param most so many balls at the most, of those that are near B
    std::optional<InnerContact> meetSurface(NodeIndex within, int most = std::numeric_limits<int>::max()) const
    {
        for (const Ball& a : A_.innerBalls())
        {
            const Vec3 c = seen(a);
            if (!isNearBox(a, c))
                continue;
            if (--most < 0)
                break;
            const Convex* const leaf = nearLeaf(B_, within, c, a.radius + threshold_);
            if (!leaf)
                continue;
            const ConvexDistance d =
                convexDistance(asPoint(X_.fromA(a.centre)), leaf->placed(X_.R_B, X_.p_AB), Vec3::Zero(), a.radius + threshold_);
            if (auto contact = areClose(a, c, X_.toB(d.point_b - X_.p_AB), 0.0))
            {
                // Seen from poses beside these a descent may lead elsewhere: how deep it is tells nothing of them.
                contact->gap = contact->upper - error_;
                return contact;
            }
        }
        return {};
    }

private:
    Vec3 seen(const Ball& a) const { return R_BA_ * a.centre + p_BA_; }

    bool isNearBox(const Ball& a, const Vec3& c) const
    {
        const double reach = a.radius + threshold_;
        return ((c - B_.boxCentre()).cwiseAbs() - B_.boxHalfExtents()).cwiseMax(0.0).squaredNorm() <= reach * reach;
    }

    /// Whether the ball, about c, and one of that radius about a point, both seen from B, are.
    std::optional<InnerContact> areClose(const Ball& a, const Vec3& c, const Vec3& point, double radius) const
    {
        const Vec3 way = point - c;
        const double reach = a.radius + threshold_ + radius;
        if (!(way.squaredNorm() <= reach * reach))
            return {};
        const double length = way.norm();
        const double share_a = length > a.radius ? a.radius / length : 1.0;
        const double share_b = std::min(length > 0.0 ? radius / length : 0.0, 1.0 - share_a);
        const Vec3 point_a = X_.fromB(c + share_a * way) + X_.p_AB, point_b = X_.fromB(point - share_b * way) + X_.p_AB;
        const double upper = (point_a - point_b).norm() + error_;
        if (!(upper <= threshold_))
            return {};
        return InnerContact{point_a, point_b, upper, length - a.radius - radius};
    }

    const CollisionGeometry &A_, &B_;
    const PairPose& X_;
    double threshold_, error_;
    Mat3 R_BA_;
    Vec3 p_BA_;
};

/// Of the two objects the other way round.
std::optional<InnerContact> turned(std::optional<InnerContact> contact, const PairPose& X)
{
    if (contact)
        contact = InnerContact{contact->point_b + X.p_AB, contact->point_a + X.p_AB, contact->upper, contact->gap};
    return contact;
}

}  // namespace

std::optional<InnerContact> findInnerContact(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X,
                                             double threshold, double error, bool balls_a, bool balls_b, const NodePair& within)
{
    if (!balls_a)
        return balls_b ? turned(findInnerContact(B, A, X.swapped(), threshold, error, true, false, {within.b, within.a}), X)
                       : std::nullopt;
    const BallsWithin balls(A, B, X, threshold, error);
    return isFewPrimitives(B) ? balls.meetPrimitives() : balls_b ? balls.meetBalls() : balls.meetSurface(within.b);
}

std::optional<InnerContact> findShallowContact(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X,
                                               double threshold, double error)
{
    if (isFewPrimitives(A) || isFewPrimitives(B))
        return {};
    if (auto contact = BallsWithin(A, B, X, threshold, error).meetSurface(RssTree::kRoot, kMostDescents))
        return contact;
    const PairPose X_swapped = X.swapped();
    return turned(BallsWithin(B, A, X_swapped, threshold, error).meetSurface(RssTree::kRoot, kMostDescents), X);
}

}  // namespace gapless
