#include <gapless/geometry/pair_distance.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace gapless {

namespace {

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

}  // namespace

ConvexDistance nodeDistance(const NodeRef& A, const NodeRef& B, const PairPose& X, const Vec3& hint, double decide)
{
    const RssNode &a = A.node(), &b = B.node();
    const Convex *leaf_a = A.leaf(), *leaf_b = B.leaf();
    if ((leaf_a && leaf_b) || isPrimitive(leaf_a) || isPrimitive(leaf_b))
    {
        const Convex placed_a = (leaf_a ? *leaf_a : asConvex(a)).placed(X.R_A, Vec3::Zero());
        const Convex placed_b = (leaf_b ? *leaf_b : asConvex(b)).placed(X.R_B, X.p_AB);
        ConvexDistance result = convexDistance(placed_a, placed_b, hint, decide);
        if (!leaf_a || !leaf_b)
            result.upper = std::numeric_limits<double>::infinity();
        return result;
    }
    const Vec3 between = X.p_AB + X.R_B * b.centre - X.R_A * a.centre;
    const RssDistance rss = rssDistance(a, X.R_A * a.u, X.R_A * a.v, b, X.R_B * b.u, X.R_B * b.v, between);
    ConvexDistance result;
    result.lower = rss.lower;
    result.upper = std::numeric_limits<double>::infinity();
    result.direction = rss.direction;
    return result;
}

GreedyDistance greedyDistance(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold, double error,
                              DistanceCounters* counters)
{
    struct Item
    {
        int a, b;
        Vec3 hint;
    };
    thread_local std::vector<Item> stack;
    stack.clear();
    stack.push_back({RssTree::kRoot, RssTree::kRoot, Vec3::Zero()});
    GreedyDistance result;
    result.lower = std::numeric_limits<double>::infinity();
    while (!stack.empty())
    {
        const Item item = stack.back();
        stack.pop_back();
        const NodeRef a{&A, item.a}, b{&B, item.b};
        const bool leaves = a.node().isLeaf() && b.node().isLeaf();
        if (counters)
            ++(leaves ? counters->leaf_pairs : counters->bounding_volumes);
        const ConvexDistance d = nodeDistance(a, b, X, item.hint, threshold);
        if (d.lower - error > threshold)
        {
            result.lower = std::min(result.lower, d.lower - error);
            continue;
        }
        if (leaves)
        {
            result.point_a = d.point_a;
            result.point_b = d.point_b;
            result.upper = d.upper + error;
            if (d.upper + error <= threshold)
            {
                result.outcome = GreedyDistance::Outcome::Close;
                result.lower = 0.0;
                return result;
            }
            result.outcome = GreedyDistance::Outcome::Unclear;
            result.lower = std::min(result.lower, std::max(0.0, d.lower - error));
            continue;
        }
        if (openFirst(a, b))
        {
            const int left = a.node().left;
            stack.push_back({left, item.b, d.direction});
            stack.push_back({left + 1, item.b, d.direction});
        }
        else
        {
            const int left = b.node().left;
            stack.push_back({item.a, left, d.direction});
            stack.push_back({item.a, left + 1, d.direction});
        }
    }
    return result;
}

Containment::Answer insideOneAnother(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X)
{
    Containment::Answer result = Containment::Answer::Outside;
    const auto ask = [&](const CollisionGeometry& solid, const CollisionGeometry& other, const Mat3& R_solid, const Mat3& R_other,
                         const Vec3& p_solid_other) {
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
                result = answer;
            else if (answer == Containment::Answer::Unknown && result == Containment::Answer::Outside)
                result = answer;
        }
    };
    ask(A, B, X.R_A, X.R_B, X.p_AB);
    if (result != Containment::Answer::Inside)
        ask(B, A, X.R_B, X.R_A, -X.p_AB);
    return result;
}

}  // namespace gapless
