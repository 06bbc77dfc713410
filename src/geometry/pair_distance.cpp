#include <gapless/geometry/pair_distance.h>

#include <algorithm>
#include <array>
#include <limits>
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

RssDistance placedDistance(const RssNode& a, const Placed& A, const RssNode& b, const Placed& B, const PairPose& X, double decide)
{
    return rssDistance(a, A.u, A.v, b, B.u, B.v, X.p_AB + B.centre - A.centre, decide);
}

/// The smaller, the likelier it is that opening two nodes at a distance of at least `lower` ends a search for closeness: the distance, and
/// where they overlap how deeply they do for their size.
double promise(const PairPose& X, const RssNode& a, const RssNode& b, double lower)
{
    if (lower > 0.0)
        return lower;
    const double size = a.size() + b.size();
    return -size / (size + (X.p_AB + X.fromB(b.centre) - X.fromA(a.centre)).norm());
}

}  // namespace

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
    const RssNode &a = A.node(), &b = B.node();
    const Convex *leaf_a = A.leaf(), *leaf_b = B.leaf();
    if (isExact(leaf_a, leaf_b))
    {
        const Convex placed_a = (leaf_a ? *leaf_a : asConvex(a)).placed(X.R_A, Vec3::Zero());
        const Convex placed_b = (leaf_b ? *leaf_b : asConvex(b)).placed(X.R_B, X.p_AB);
        ConvexDistance result = convexDistance(placed_a, placed_b, hint, decide);
        if (!leaf_a || !leaf_b)
            result.upper = std::numeric_limits<double>::infinity();
        return result;
    }
    const RssDistance rss = placedDistance(a, placedA(X, a), b, placedB(X, b), X, decide);
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
                              double error, DistanceCounters* counters, NodeIndex node_a, NodeIndex node_b, int most)
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
    const auto openUnlessApart = [&](NodeIndex a, NodeIndex b, double lower, const Vec3& direction) {
        if (lower - error > threshold)
            result.lower = std::min(result.lower, lower - error);
        else
            stack.push_back({a, b, lower, direction, promise(X, A.tree().node(a), B.tree().node(b), lower)});
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
            const RssDistance d = placedDistance(node_A, at_a ? *at_a : placedA(X, node_A), node_B,
                                                 at_b ? *at_b : placedB(X, node_B), X, threshold);
            openUnlessApart(a, b, d.lower, d.direction);
            return true;
        }
        const ConvexDistance d = nodeDistance(A_node, B_node, X, hint, threshold);
        if (!leaves)
            openUnlessApart(a, b, d.lower, d.direction);
        else if (d.lower - error > threshold)
            result.lower = std::min(result.lower, d.lower - error);
        else
        {
            result.point_a = d.point_a;
            result.point_b = d.point_b;
            result.upper = d.upper + error;
            result.lower = std::min(result.lower, std::max(0.0, d.lower - error));
            result.outcome = d.upper + error <= threshold ? GreedyDistance::Outcome::Close : GreedyDistance::Outcome::Unclear;
            return result.outcome != GreedyDistance::Outcome::Close;
        }
        return true;
    };
    if (!visit(node_a, node_b, Vec3::Zero(), nullptr, nullptr))
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
        for (const Vec3& representative : other.containment().representatives())
        {
            const Vec3 p = R_solid.transpose() * (R_other * representative + p_solid_other);
            const Vec3 d = (p - solid.boxCentre()).cwiseAbs() - solid.boxHalfExtents();
            if (d.maxCoeff() > 0.0)
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
    };
    ask(A, B, X.R_A, X.R_B, X.p_AB, Vec3::Zero());
    if (result != Containment::Answer::Inside)
        ask(B, A, X.R_B, X.R_A, -X.p_AB, X.p_AB);
    return result;
}

}  // namespace gapless
