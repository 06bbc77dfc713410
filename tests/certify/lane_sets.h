// Sets that balls and nodes in lanes are asked about, with what tells the truth of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "certify/lane_kernels.h"
#include "lane_kernels_support.h"
#include "support/convex_reference.h"
#include "support/random_scene.h"

namespace gapless::test {

/// A set, and how the kernels are asked about it.
struct TestedSet
{
    std::string name;
    Piece<Long> piece;
    std::function<LaneGaps(const LaneKernels&, const BallLanes&, const LaneTest&)> ask;
    std::function<LaneGaps(const LaneKernels&, const RssLanes&, const LaneTest&)> ask_rss;
    Vec3 about = Vec3::Zero();
    double size = 1.0;
};

inline TestedSet setOf(const std::string& name, Convex leaf)
{
    TestedSet set;
    set.name = name;
    leaf.radius = 0.0;
    set.piece = pieceOf<Long>(leaf);
    set.about = leaf.centre();
    set.size = leaf.type == Convex::Type::Triangle ? (leaf.b - leaf.a).norm() + (leaf.c - leaf.a).norm()
               : leaf.type == Convex::Type::Segment
                   ? (leaf.b - leaf.a).norm()
                   : leaf.b.norm() + leaf.c.norm() + (leaf.type == Convex::Type::Box ? leaf.d.norm() : 0.0);
    if (set.size == 0.0)
        set.size = 1.0;
    if (leaf.type == Convex::Type::Cylinder)
    {
        set.ask = [c = laneCylinder(leaf)](const LaneKernels& kernels, const BallLanes& ball, const LaneTest& test) {
            return kernels.ballCylinder(ball, c, test);
        };
        set.ask_rss = [c = laneCylinder(leaf)](const LaneKernels& kernels, const RssLanes& rss, const LaneTest& test) {
            return kernels.rssCylinder(rss, c, test);
        };
    }
    else if (leaf.type == Convex::Type::Triangle)
    {
        set.ask = [c = laneTriangle(leaf)](const LaneKernels& kernels, const BallLanes& ball, const LaneTest& test) {
            return kernels.ballTriangle(ball, c, test);
        };
        set.ask_rss = [c = laneTriangle(leaf)](const LaneKernels& kernels, const RssLanes& rss, const LaneTest& test) {
            return kernels.rssTriangle(rss, c, test);
        };
    }
    else
    {
        set.ask = [c = laneBox(leaf)](const LaneKernels& kernels, const BallLanes& ball, const LaneTest& test) {
            return kernels.ballBox(ball, c, test);
        };
        set.ask_rss = [c = laneBox(leaf)](const LaneKernels& kernels, const RssLanes& rss, const LaneTest& test) {
            return kernels.rssBox(rss, c, test);
        };
    }
    return set;
}

inline TestedSet setOf(const RssNode& node)
{
    Convex rectangle;
    rectangle.type = Convex::Type::Rectangle;
    rectangle.a = node.centre;
    rectangle.b = node.half_u * node.u;
    rectangle.c = node.half_v * node.v;
    TestedSet set = setOf("node", rectangle);
    set.ask = [node](const LaneKernels& kernels, const BallLanes& ball, const LaneTest& test) {
        return kernels.ballNode(ball, node, test);
    };
    set.ask_rss = [node](const LaneKernels& kernels, const RssLanes& rss, const LaneTest& test) {
        return kernels.rssNode(rss, node, test);
    };
    return set;
}

inline Convex cylinderLeaf(double radius, double half_length)
{
    Convex out;
    out.type = Convex::Type::Cylinder;
    out.b = Vec3(0, 0, half_length);
    out.c = Vec3(radius, 0, 0);
    out.d = Vec3::UnitZ();
    return out;
}

inline Convex leafOf(Convex::Type type, const Vec3& a, const Vec3& b = Vec3::Zero(), const Vec3& c = Vec3::Zero(),
                     const Vec3& d = Vec3::Zero())
{
    Convex out;
    out.type = type;
    out.a = a;
    out.b = b;
    out.c = c;
    out.d = d;
    return out;
}

/// Sets of each kind that stand straight, in numbers that are sums of few powers of two, so that points on them are on them exactly.
inline std::vector<TestedSet> straightSets()
{
    using Type = Convex::Type;
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
    RssNode node;
    node.half_u = 1.0;
    node.half_v = 0.5;
    return {setOf("point", leafOf(Type::Point, Vec3::Zero())),
            setOf("segment", leafOf(Type::Segment, -x, x)),
            setOf("rectangle", leafOf(Type::Rectangle, Vec3::Zero(), x, 0.5 * y)),
            setOf("box", leafOf(Type::Box, Vec3::Zero(), x, 0.5 * y, 0.25 * z)),
            setOf("cube", leafOf(Type::Box, Vec3::Zero(), z, x, y)),
            setOf("cylinder", cylinderLeaf(0.5, 1.0)),
            setOf("disc", cylinderLeaf(2.0, 0x1p-10)),
            setOf("triangle", leafOf(Type::Triangle, -x, x, 2 * y)),
            setOf(node)};
}

/// Sets of each kind, turned and anywhere, flat and degenerate ones too.
inline std::vector<TestedSet> randomSets(Random& random, double far)
{
    using Type = Convex::Type;
    const Pose X = random.pose(far);
    const auto half = [&](int k) { return Vec3(X.R.col(k) * random.logUniform(0.01, 3.0)); };
    Convex cylinder = cylinderLeaf(random.logUniform(0.01, 2.0), random.logUniform(0.01, 2.0));
    RssNode node;
    node.centre = X.p;
    node.u = X.R.col(0);
    node.v = X.R.col(1);
    node.half_u = random.uniform(0, 1);
    node.half_v = random.uniform(0, 1);
    const Vec3 a = X.p + random.inCube(1), b = X.p + random.inCube(1), c = X.p + random.inCube(1);
    return {setOf("point", leafOf(Type::Point, X.p)),
            setOf("segment", leafOf(Type::Segment, a, b)),
            setOf("segment without length", leafOf(Type::Segment, a, a)),
            setOf("rectangle", leafOf(Type::Rectangle, X.p, half(0), half(1))),
            setOf("rectangle without width", leafOf(Type::Rectangle, X.p, half(0), Vec3::Zero())),
            setOf("box", leafOf(Type::Box, X.p, half(0), half(1), half(2))),
            setOf("cylinder", cylinder.placed(X.R, X.p)),
            setOf("triangle", leafOf(Type::Triangle, a, b, c)),
            setOf("triangle with equal corners", leafOf(Type::Triangle, a, b, b)),
            setOf("triangle with equal corners", leafOf(Type::Triangle, a, a, b)),
            setOf("triangle with equal corners", leafOf(Type::Triangle, a, b, a)),
            setOf("triangle of one point", leafOf(Type::Triangle, a, a, a)),
            setOf("sliver", leafOf(Type::Triangle, a, b, 0.5 * (a + b) + random.inCube(1e-9))),
            setOf("sliver", leafOf(Type::Triangle, a, b, a + 0.3 * (b - a) + random.inCube(1e-15))),
            setOf("needle", leafOf(Type::Triangle, a, b, b + random.inCube(1e-7))),
            setOf(node)};
}

inline Long distanceOf(const Piece<Long>& piece, const V3<Long>& x)
{
    return lengthOf<Long>(x - nearestOnCore(piece, x));
}

}  // namespace gapless::test
