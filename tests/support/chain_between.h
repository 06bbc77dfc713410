// Two objects and the joints between them, described as the body between these joints sees them.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "collision/relative_chain.h"

#include "convex_reference.h"
#include "leaves_below.h"
#include "random_input.h"
#include "reference_motion.h"

namespace gapless::test {

/// A joint that moves an object as seen from the body F: its axis goes through `point`.
struct SeenJoint
{
    JointType type = JointType::Fixed;
    Vec3 point = Vec3::Zero(), axis = Vec3::UnitZ();
    double low = 0.0, high = 0.0;

    double middle() const { return 0.5 * (low + high); }
    Pose at(double value) const
    {
        if (type == JointType::Revolute)
            return {Eigen::AngleAxisd(value, axis).toRotationMatrix(), Vec3::Zero()};
        return {Mat3::Identity(), type == JointType::Prismatic ? Vec3(value * axis) : Vec3(Vec3::Zero())};
    }
};

/// An object, where it is in F at the middle of the ranges, and the joint that moves it; Fixed: none does.
struct SeenObject
{
    std::vector<PlacedShape> shapes;
    SeenJoint joint;
};

/// Which of the two the chain carries behind both joints; Branched: each is behind its own.
enum class Layout
{
    FirstOutside,
    SecondOutside,
    Branched
};

/// The chain that looks so from F.
class ChainOf
{
public:
    /// @param random puts bodies that are fixed between, if not null
    ChainOf(const SeenObject& a, const SeenObject& b, Layout layout, Random* random = nullptr) : random_(random)
    {
        // The ancestor is no end of the model, and its own joint none of the chain.
        Joint turn;
        turn.name = "turn";
        turn.type = JointType::Revolute;
        const BodyIndex base = model_.addBody(
            "base", kWorld, {Eigen::AngleAxisd(0.7, Vec3(0.6, 0, 0.8)).toRotationMatrix(), Vec3(1, 2, 3)}, turn, 0);
        if (layout == Layout::Branched)
        {
            const CollisionObject first = outside(a, base, Vec3::Zero(), "a"), second = outside(b, base, Vec3::Zero(), "b");
            chain_ = std::make_unique<RelativeChain>(model_, first, second);
            return;
        }
        const bool a_outside = layout == Layout::FirstOutside;
        const SeenObject &outer = a_outside ? a : b, &inner = a_outside ? b : a;
        // F is behind the inner joint, whose point is its origin.
        const BodyIndex F = inner.joint.type == JointType::Fixed ? base : body("inner", base, Pose(), inner.joint);
        const Vec3 origin = inner.joint.type == JointType::Fixed ? Vec3(Vec3::Zero()) : inner.joint.point;
        const CollisionObject standing = attached(inner, base, inner.joint.at(inner.joint.middle()) * at(-origin), "inner_link"),
                              moved = outside(outer, F, origin, "outer");
        chain_ = std::make_unique<RelativeChain>(model_, a_outside ? moved : standing, a_outside ? standing : moved);
    }

    const RelativeChain& operator*() const { return *chain_; }

private:
    static Pose at(const Vec3& p) { return {Mat3::Identity(), p}; }

    /// A fixed body, if there are such, and what X is seen from it.
    BodyIndex fixed(BodyIndex parent, Pose& X)
    {
        if (!random_ || random_->chance(0.5))
            return parent;
        const Pose between = random_->pose(0.5);
        X = between.inverse() * X;
        return model_.addBody("fixed_" + std::to_string(model_.bodies().size()), parent, between, Joint(), 0);
    }
    BodyIndex body(const std::string& name, BodyIndex parent, Pose X, const SeenJoint& seen)
    {
        const BodyIndex from = fixed(parent, X);
        Joint joint;
        joint.name = "joint_" + name;
        joint.type = seen.type;
        joint.axis = seen.axis;
        if (seen.type != JointType::Fixed)
        {
            joint.lower = {seen.low};
            joint.upper = {seen.high};
        }
        return model_.addBody(name, from, X, joint, 0);
    }
    /// @param X_BF of the body that carries it
    CollisionObject attached(const SeenObject& object, BodyIndex body, Pose X_BF, const std::string& name)
    {
        const BodyIndex on = fixed(body, X_BF);
        std::vector<PlacedShape> shapes = object.shapes;
        for (PlacedShape& shape : shapes)
            shape.X_BS = X_BF * shape.X_BS;
        return {name, on, ObjectKind::Link, std::make_shared<CollisionGeometry>(shapes, name), {}, {}};
    }
    /// @param origin of the body F, as seen from F
    CollisionObject outside(const SeenObject& object, BodyIndex F, const Vec3& origin, const std::string& name)
    {
        const SeenJoint& joint = object.joint;
        const BodyIndex moved = body(name, F, at(joint.point - origin), joint);
        return attached(object, moved, joint.at(joint.middle()).inverse() * at(-joint.point), name + "_link");
    }

    Random* random_;
    KinematicModel model_;
    std::unique_ptr<RelativeChain> chain_;
};

/// Of the leaves below two nodes, by the reference's poses and distances. @param stop once it is less than this, that is enough
inline double distanceOf(const RelativeChain& pair, const NodePair& nodes, const Configuration& q, double stop = -1.0)
{
    const auto poses = referencePoses<double>(pair.chain, q, q, 0.0);
    const auto pieces = [&](const CollisionObject& object, NodeIndex node) {
        std::vector<Piece<double>> out;
        for (const std::size_t i : leavesBelow(*object.geometry, node))
            out.push_back(pieceOf<double>(object.geometry->leaves()[i]).placed(poses[object.body]));
        return out;
    };
    double least = std::numeric_limits<double>::infinity();
    const auto pieces_b = pieces(pair.b, nodes.b);
    for (const Piece<double>& x : pieces(pair.a, nodes.a))
        for (const Piece<double>& y : pieces_b)
            if ((least = std::min(least, pieceDistance(x, y, 50))) < stop)
                return least;
    return least;
}

}  // namespace gapless::test
