#include "collision/relative_chain.h"

#include <algorithm>
#include <cmath>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

/// A little more than a full turn, so that rounding leaves no slit.
constexpr double kFullTurn = 2.0 * M_PI * (1.0 + 1e-12);

bool isSamePose(const Pose& x, const Pose& y)
{
    return x.R == y.R && x.p == y.p;
}

/// Which triangles bound a solid depends on how the leaves are divided into shapes, which the leaves alone do not tell.
bool isSameSolids(const CollisionGeometry& x, const CollisionGeometry& y)
{
    const auto same = [](const PlacedShape& s, const PlacedShape& t) {
        const auto *mesh_s = std::get_if<std::shared_ptr<const TriangleMesh>>(&s.shape),
                   *mesh_t = std::get_if<std::shared_ptr<const TriangleMesh>>(&t.shape);
        return (mesh_s == nullptr) == (mesh_t == nullptr)
               && (!mesh_s
                   || ((*mesh_s)->isSolid() == (*mesh_t)->isSolid()
                       && (*mesh_s)->triangles().size() == (*mesh_t)->triangles().size()));
    };
    return std::equal(x.shapes().begin(), x.shapes().end(), y.shapes().begin(), y.shapes().end(), same);
}

bool isSameGeometry(const CollisionGeometry& x, const CollisionGeometry& y)
{
    const auto same = [](const Convex& s, const Convex& t) {
        return s.type == t.type && s.radius == t.radius && s.a == t.a && s.b == t.b && s.c == t.c && s.d == t.d;
    };
    const bool shells = !x.containment().hasSolids() && !y.containment().hasSolids();
    return x.placementError() == y.placementError() && (shells || isSameSolids(x, y))
           && std::equal(x.leaves().begin(), x.leaves().end(), y.leaves().begin(), y.leaves().end(), same);
}

}  // namespace

RelativeChain::RelativeChain(const KinematicModel& model, const CollisionObject& object_a, const CollisionObject& object_b)
    : a(object_a), b(object_b)
{
    const BodyIndex ancestor = model.commonAncestor(a.body, b.body);
    this->a.body = append(model, a.body, ancestor);
    this->b.body = append(model, b.body, ancestor);
    low = Eigen::Map<const Configuration>(low_.data(), static_cast<Eigen::Index>(low_.size()));
    high = Eigen::Map<const Configuration>(high_.data(), static_cast<Eigen::Index>(high_.size()));
}

BodyIndex RelativeChain::append(const KinematicModel& model, BodyIndex body, BodyIndex ancestor)
{
    if (body == ancestor)
        return kWorld;
    const BodyIndex parent = append(model, model.body(body).parent, ancestor);
    const Body& source = model.body(body);
    const Joint& joint = source.joint;
    const bool single = joint.type == JointType::Revolute || joint.type == JointType::Prismatic;
    // Continuous joints would need cells that wrap, mimic joints their masters; planar and floating ones have no box.
    eligible_ = eligible_ && !joint.mimic && (joint.type == JointType::Fixed || (single && joint.lower.size() == 1));
    if (!eligible_)
        return kWorld;
    if (single)
    {
        low_.push_back(joint.lower[0]);
        // More than one turn brings nothing new.
        const bool turns = joint.type == JointType::Revolute;
        high_.push_back(
            turns ? std::min(joint.upper[0], joint.lower[0] + kFullTurn + 8.0 * kUnitRoundoff * std::abs(joint.lower[0]))
                  : joint.upper[0]);
        upper.push_back(joint.upper[0]);
        variable.push_back(*source.variable);
        eligible_ = std::isfinite(joint.lower[0]) && std::isfinite(joint.upper[0]);
    }
    return chain.addBody(source.name, parent, source.X_PJ, joint);
}

int jointsBetween(const KinematicModel& model, BodyIndex a, BodyIndex b)
{
    int joints = 0;
    while (a != b && joints <= RelativeChain::kMostVariables)
    {
        BodyIndex& outer = a > b ? a : b;  // parents precede their children
        joints += model.body(outer).joint.type != JointType::Fixed;
        outer = model.body(outer).parent;
    }
    return joints;
}

bool isSameChain(const RelativeChain& x, const RelativeChain& y)
{
    if (x.chain.bodies().size() != y.chain.bodies().size() || x.chain.configurationSize() != y.chain.configurationSize()
        || x.a.body != y.a.body || x.b.body != y.b.body || x.low != y.low || x.high != y.high || x.upper != y.upper)
        return false;
    for (const BodyIndex i : x.chain.bodies().indices())
    {
        const Body &s = x.chain.body(i), &t = y.chain.body(i);
        if (s.parent != t.parent || !isSamePose(s.X_PJ, t.X_PJ) || s.joint.type != t.joint.type || s.joint.axis != t.joint.axis)
            return false;
    }
    return isSameGeometry(*x.a.geometry, *y.a.geometry) && isSameGeometry(*x.b.geometry, *y.b.geometry);
}

}  // namespace gapless
