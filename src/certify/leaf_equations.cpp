#include "certify/leaf_equations.h"

#include <algorithm>

namespace gapless {

IntervalVec3 LeafEquations::LeafVertexPath::position(const Interval& t) const
{
    motion_->reset(t);
    return error_ > 0.0 ? motion_->encloseBall(body_, p_B_, error_) : motion_->enclosePoint(body_, p_B_);
}

IntervalVec3 LeafEquations::LeafVertexPath::velocity(const Interval& t) const
{
    motion_->reset(t);
    if (error_ == 0.0)
        return motion_->velocity(body_, p_B_);
    const Interval off(-error_, error_);
    return motion_->rate(body_) * (IntervalVec3(p_B_) + IntervalVec3(off, off, off));
}

void LeafEquations::reset(const Motion& motion)
{
    given_ = &motion;
    is_current_ = false;
    clear();
}

bool LeafEquations::apply(const PairMotion& pair, const NodePair& leaves)
{
    const auto isTriangle = [](const CollisionObject& object, NodeIndex node) {
        const Convex* leaf = NodeRef{object.geometry.get(), node}.leaf();
        return leaf && leaf->type == Convex::Type::Triangle && leaf->radius == 0.0;
    };
    return pair.clearance == 0.0 && isTriangle(*pair.a, leaves.a) && isTriangle(*pair.b, leaves.b);
}

void LeafEquations::clear()
{
    tests_.clear();
    paths_.clear();
}

void LeafEquations::add(const PairMotion& pair, const NodePair& leaves)
{
    const VertexPath *a[3], *b[3];
    vertices(*pair.a, leaves.a, a);
    vertices(*pair.b, leaves.b, b);
    using Kind = ElementaryTest::Kind;
    for (const VertexPath* vertex : a)
        tests_.push_back({Kind::VertexFace, {vertex, b[0], b[1], b[2]}});
    for (const VertexPath* vertex : b)
        tests_.push_back({Kind::VertexFace, {vertex, a[0], a[1], a[2]}});
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            tests_.push_back({Kind::EdgeEdge, {a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]}});
}

ElementaryResult LeafEquations::solve(const Interval& t, double time_tolerance, std::uint64_t budget)
{
    if (!is_current_)
        motion_.reset(*given_, t);
    is_current_ = true;
    ElementaryOptions options;
    options.time_tolerance = options.unproved_tolerance = time_tolerance;
    options.budget = budget;
    return earliestContact(tests_, t, options);
}

void LeafEquations::vertices(const CollisionObject& object, NodeIndex node, const VertexPath* (&out)[3])
{
    const Convex& leaf = *NodeRef{object.geometry.get(), node}.leaf();
    out[0] = path(object, leaf.a);
    out[1] = path(object, leaf.b);
    out[2] = path(object, leaf.c);
}

/// Neighbouring triangles share their vertices, which are bounded once.
const VertexPath* LeafEquations::path(const CollisionObject& object, const Vec3& p_B)
{
    const auto same =
        std::find_if(paths_.begin(), paths_.end(), [&](const LeafVertexPath& p) { return p.isAt(object.body, p_B); });
    if (same != paths_.end())
        return &*same;
    paths_.emplace_back(motion_, object.body, p_B, object.geometry->placementError());
    return &paths_.back();
}

}  // namespace gapless
