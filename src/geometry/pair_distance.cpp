#include <gapless/geometry/pair_distance.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace gapless {

namespace {

/// Deeper trees than this are not looked through: a depth of O(log n) with room to spare.
constexpr std::size_t kDeepest = 96;

Convex asConvex(const RssNode& node)
{
    Convex c;
    c.type = Convex::Type::Rectangle;
    c.radius = node.radius;
    c.a = node.centre;
    c.b = node.half_u * node.u;
    c.c = node.half_v * node.v;
    return c;
}

bool isPrimitive(const Convex* leaf)
{
    return leaf && leaf->type != Convex::Type::Triangle;
}

/// Are two nodes compared as the convex sets that they are, and not by their RSS?
bool isExact(const Convex* leaf_a, const Convex* leaf_b)
{
    return (leaf_a && leaf_b) || isPrimitive(leaf_a) || isPrimitive(leaf_b);
}

/// A lower bound of the distance of a node, a rectangle, and a solid by a few projections from one onto the other: where they prove the two
/// farther apart than `decide`, or come to a point of both.
std::optional<ConvexDistance> quickDistance(const Convex& A, const Convex& B, bool b_is_solid, double decide)
{
    constexpr int kMost = 3;
    const Convex &node = b_is_solid ? A : B, &solid = b_is_solid ? B : A;
    ConvexDistance result;
    result.upper = std::numeric_limits<double>::infinity();
    Vec3 at = node.a;
    for (int k = 0; k < kMost; ++k)
    {
        const std::optional<Vec3> in_solid = nearestPoint(solid, at);
        if (!in_solid)
            return {};
        const Vec3 way = *in_solid - at;
        const double length = way.norm();
        if (!(length > node.radius + solid.radius))
            return result;
        result.direction = way * ((b_is_solid ? 1.0 : -1.0) / length);
        result.lower = supportGap(A, B, result.direction);
        if (result.lower > decide)
            return result;
        result.lower = 0.0;
        at = *nearestPoint(node, *in_solid);
    }
    return {};
}

/// nodeDistance() of two nodes that are compared as convex sets. @param is_sharp false: any bound beyond `decide` will do, of two that are not
/// both leaves
ConvexDistance exactDistance(const NodeRef& A, const NodeRef& B, const PairPose& X, const Vec3& hint, double decide,
                             bool is_sharp)
{
    const Convex *leaf_a = A.leaf(), *leaf_b = B.leaf();
    const Convex placed_a = (leaf_a ? *leaf_a : asConvex(A.node())).placed(X.R_A, Vec3::Zero());
    const Convex placed_b = (leaf_b ? *leaf_b : asConvex(B.node())).placed(X.R_B, X.p_AB);
    if (leaf_a && leaf_b)
        return convexDistance(placed_a, placed_b, hint, decide);
    if (!is_sharp)
        if (const std::optional<ConvexDistance> quick = quickDistance(placed_a, placed_b, leaf_b != nullptr, decide))
            return *quick;
    ConvexDistance result = convexDistance(placed_a, placed_b, hint, decide);
    result.upper = std::numeric_limits<double>::infinity();
    return result;
}

/// A node as seen from F, relative to its body's origin.
struct Placed
{
    Vec3 centre, u, v;
};

Placed placedA(const PairPose& X, const RssNode& node)
{
    return {X.fromA(node.centre), X.fromA(node.u), X.fromA(node.v)};
}

Placed placedB(const PairPose& X, const RssNode& node)
{
    return {X.fromB(node.centre), X.fromB(node.u), X.fromB(node.v)};
}

Vec3 fromCentreToCentre(const Placed& A, const Placed& B, const PairPose& X)
{
    return X.p_AB + B.centre - A.centre;
}

/// The smaller, the likelier it is that opening two nodes at a distance of at least `lower` ends a search for closeness: the distance, and
/// where they overlap how deeply they do for their size.
/// @param across from centre to centre
double promise(const RssNode& a, const RssNode& b, const Vec3& across, double lower)
{
    if (lower > 0.0)
        return lower;
    const double size = a.size() + b.size();
    return -size / (size + across.norm());
}

}  // namespace

std::optional<Vec3> nearestPoint(const Convex& set, const Vec3& p)
{
    const Vec3 q = p - set.a;
    const auto along = [&](const Vec3& axis) -> Vec3 {
        const double square = axis.squaredNorm();
        return square > 0.0 ? Vec3(std::clamp(q.dot(axis) / square, -1.0, 1.0) * axis) : Vec3(Vec3::Zero());
    };
    switch (set.type)
    {
        case Convex::Type::Point: return set.a;
        case Convex::Type::Segment:
        {
            const Vec3 half = 0.5 * (set.b - set.a);
            const double square = half.squaredNorm();
            return set.a + (1.0 + (square > 0.0 ? std::clamp((q - half).dot(half) / square, -1.0, 1.0) : 0.0)) * half;
        }
        case Convex::Type::Rectangle: return set.a + along(set.b) + along(set.c);
        case Convex::Type::Box: return set.a + along(set.b) + along(set.c) + along(set.d);
        case Convex::Type::Cylinder:
        {
            const Vec3 across = q - q.dot(set.d) * set.d;
            const double distance = across.norm();
            return set.a + along(set.b) + (distance > set.c.x() ? set.c.x() / distance : 1.0) * across;
        }
        default: return {};
    }
}

double greedySupport(const NodeRef& node, const Vec3& n)
{
    const RssTree& tree = node.geometry->tree();
    const RssNode* at = &node.node();
    while (!at->isLeaf())
    {
        const auto [first, second] = at->children();
        const RssNode &x = tree.node(first), &y = tree.node(second);
        at = x.support(n) >= y.support(n) ? &x : &y;
    }
    return node.geometry->leaves()[at->leaf()].support(n);
}

double hullSupport(const NodeRef& node, const Vec3& n, double slack, int& most)
{
    // Depth first, the child that reaches farther first; of the others only those that reach beyond what was found, and the slack.
    struct Waiting
    {
        NodeIndex node;
        double support;
    };
    std::array<Waiting, kDeepest> waiting;
    std::size_t count = 0;
    const RssTree& tree = node.geometry->tree();
    double best = -std::numeric_limits<double>::infinity();
    NodeIndex index = node.index;
    for (;;)
    {
        if (--most < 0)
            return std::numeric_limits<double>::infinity();
        const RssNode& at = tree.node(index);
        if (at.isLeaf())
            best = std::max(best, node.geometry->leaves()[at.leaf()].support(n));
        else
        {
            const auto [first, second] = at.children();
            Waiting nearer{second, tree.node(second).support(n)}, farther{first, tree.node(first).support(n)};
            if (nearer.support > farther.support)
                std::swap(nearer, farther);
            if (nearer.support > best + slack)
            {
                if (count == kDeepest)
                    return std::numeric_limits<double>::infinity();
                waiting[count++] = nearer;
            }
            if (farther.support > best + slack)
            {
                index = farther.node;
                continue;
            }
        }
        while (count > 0 && waiting[count - 1].support <= best + slack)
            --count;
        if (count == 0)
            return best + slack;
        index = waiting[--count].node;
    }
}

ConvexDistance nodeDistance(const NodeRef& A, const NodeRef& B, const PairPose& X, const Vec3& hint, double decide)
{
    if (isExact(A.leaf(), B.leaf()))
        return exactDistance(A, B, X, hint, decide, true);
    const RssNode &a = A.node(), &b = B.node();
    const Placed at_a = placedA(X, a), at_b = placedB(X, b);
    const RssDistance rss = rssDistance(a, at_a.u, at_a.v, b, at_b.u, at_b.v, fromCentreToCentre(at_a, at_b, X), decide);
    ConvexDistance result;
    result.lower = rss.lower;
    result.upper = std::numeric_limits<double>::infinity();
    result.direction = rss.direction;
    return result;
}

// Depth first. Any two points of the two nodes given lie in a node pair that is on the stack, or in one that was proven farther apart
// than the threshold, whose bound `lower` is no more than, or in two leaves that rounding left unclear. So when the stack is empty,
// `lower` bounds the distance; and it is greater than the threshold unless something was unclear. Two leaves that are Close end the
// search, unclear ones do not: others may be nearer, and a witness is worth more.
//
// The paper's recursion takes the children as they come. Here the more promising one is opened first, which finds a collision sooner and
// costs nothing where there is none, for then all have to be looked at anyway. The node that stays closed is turned into F once for both
// children of the other.
GreedyDistance greedyDistance(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold,
                              double error, DistanceCounters* counters, const NodePair& within, int most,
                              std::vector<NodePair>* apart)
{
    // A pair of nodes that is not proven apart, to be opened.
    struct Item
    {
        NodeIndex a, b;
        double lower;
        Vec3 direction;
        double promise;
    };
    thread_local std::vector<Item> stack;
    stack.clear();
    GreedyDistance result;
    result.lower = std::numeric_limits<double>::infinity();
    const auto isApart = [&](NodeIndex a, NodeIndex b, double lower, const Vec3& direction) {
        if (!(lower - error > threshold))
            return false;
        if (lower - error < result.lower)
        {
            result.lower = lower - error;
            result.nearest = {a, b, direction};
        }
        if (apart)
            apart->push_back({a, b, direction});
        return true;
    };
    // Compares two nodes, of which one may be placed already, and keeps them for opening if they may be within the threshold.
    // @return false once two leaves are.
    const auto visit = [&](NodeIndex a, NodeIndex b, const Vec3& hint, const Placed* at_a, const Placed* at_b) {
        const NodeRef A_node{&A, a}, B_node{&B, b};
        const RssNode &node_A = A_node.node(), &node_B = B_node.node();
        const bool leaves = node_A.isLeaf() && node_B.isLeaf();
        if (counters)
            ++(leaves ? counters->leaf_pairs : counters->bounding_volumes);
        if (!isExact(A_node.leaf(), B_node.leaf()))
        {
            const Placed placed_a = at_a ? *at_a : placedA(X, node_A), placed_b = at_b ? *at_b : placedB(X, node_B);
            const Vec3 across = fromCentreToCentre(placed_a, placed_b, X);
            const RssDistance d = rssDistance(node_A, placed_a.u, placed_a.v, node_B, placed_b.u, placed_b.v, across, threshold);
            if (!isApart(a, b, d.lower, d.direction))
                stack.push_back({a, b, d.lower, d.direction, promise(node_A, node_B, across, d.lower)});
            return true;
        }
        ConvexDistance d = exactDistance(A_node, B_node, X, hint, threshold, false);
        // Iterated until it is beyond the threshold, which need not be by the error.
        const double sharper = d.lower > threshold ? threshold + error : threshold - error;
        if (leaves && d.lower <= sharper && sharper < d.upper)
            d = exactDistance(A_node, B_node, X, hint, sharper, false);
        if (isApart(a, b, d.lower, d.direction))
            return true;
        if (!leaves)
        {
            const Vec3 across = X.p_AB + X.fromB(node_B.centre) - X.fromA(node_A.centre);
            stack.push_back({a, b, d.lower, d.direction, promise(node_A, node_B, across, d.lower)});
        }
        else
        {
            result.point_a = d.point_a;
            result.point_b = d.point_b;
            result.leaves = {a, b};
            result.upper = d.upper + error;
            result.lower = std::min(result.lower, std::max(0.0, d.lower - error));
            result.outcome = d.upper + error <= threshold ? GreedyDistance::Outcome::Close : GreedyDistance::Outcome::Unclear;
            return result.outcome != GreedyDistance::Outcome::Close;
        }
        return true;
    };
    if (!visit(within.a, within.b, within.n, nullptr, nullptr))
        return result;
    for (int tests = 0; !stack.empty(); tests += 2)
    {
        if (tests >= most)
        {
            result.outcome = GreedyDistance::Outcome::Unclear;
            return result;
        }
        const Item item = stack.back();
        stack.pop_back();
        const NodeRef a{&A, item.a}, b{&B, item.b};
        const Vec3 hint = item.lower > 0.0 ? item.direction : Vec3::Zero();
        const bool open_a = openFirst(a, b);
        const Placed closed = open_a ? placedB(X, b.node()) : placedA(X, a.node());
        for (const NodeIndex child : (open_a ? a : b).node().children())
            if (!(open_a ? visit(child, item.b, hint, nullptr, &closed) : visit(item.a, child, hint, &closed, nullptr)))
                return result;
        // The more promising child goes first.
        const std::size_t n = stack.size();
        if (n >= 2 && stack[n - 1].promise > stack[n - 2].promise)
            std::swap(stack[n - 1], stack[n - 2]);
    }
    return result;
}

Containment::Answer insideOneAnother(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, Vec3* point)
{
    Containment::Answer result = Containment::Answer::Outside;
    const auto ask = [&](const CollisionGeometry& solid, const CollisionGeometry& other, const Mat3& R_solid, const Mat3& R_other,
                         const Vec3& p_solid_other, const Vec3& p_A_solid) {
        if (!solid.containment().hasSolids())
            return;
        const auto isBeyond = [&](const Vec3& p, double radius) {
            return ((p - solid.boxCentre()).cwiseAbs() - solid.boxHalfExtents()).maxCoeff() > radius;
        };
        const Mat3 R = R_solid.transpose() * R_other;
        const Vec3 origin = R_solid.transpose() * p_solid_other;
        const auto seenFromSolid = [&](const Vec3& p) { return Vec3(R * p + origin); };
        const std::vector<Containment::Group>& groups = other.containment().groups();
        for (std::size_t g = 0; g < groups.size();)
        {
            const Containment::Group& group = groups[g];
            // What placing the centre is off by: the combined turn by 4 u an entry, and each of the two sums by 4 u of its terms at the most.
            const double rounding = 32.0 * kUnitRoundoff * (group.centre.lpNorm<1>() + p_solid_other.lpNorm<1>());
            const bool is_beyond =
                group.end - group.begin > 1 && isBeyond(seenFromSolid(group.centre), group.radius * kInflate + rounding);
            const bool has_parts = group.skip_to > g + 1;
            g = is_beyond ? group.skip_to : g + 1;
            if (is_beyond || has_parts)
                continue;
            for (std::size_t i = group.begin; i < group.end; ++i)
            {
                const Vec3& representative = other.containment().representatives()[i];
                const Vec3 p = seenFromSolid(representative);
                if (isBeyond(p, 0.0))
                    continue;
                const Containment::Answer answer = solid.containment().contains(p);
                if (answer == Containment::Answer::Inside)
                {
                    result = answer;
                    if (point)
                        *point = p_A_solid + p_solid_other + R_other * representative;
                    return;
                }
                if (answer == Containment::Answer::Unknown && result == Containment::Answer::Outside)
                    result = answer;
            }
        }
    };
    ask(A, B, X.R_A, X.R_B, X.p_AB, Vec3::Zero());
    if (result != Containment::Answer::Inside)
        ask(B, A, X.R_B, X.R_A, -X.p_AB, X.p_AB);
    return result;
}

}  // namespace gapless
