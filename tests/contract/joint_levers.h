// How far each joint moves points of each object, at most: crude bounds, written down from what a model is and not from gapless' own.
#pragma once

#include <algorithm>
#include <cmath>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/curve_motion.h>
#include <gapless/kinematics/motion.h>

namespace gapless::test {

/// By object and variable: metres of any of its points per radian or metre of the joint. No floating joints.
class JointLevers
{
public:
    /// Everywhere along the curve.
    JointLevers(const Scene& scene, const CurveMotion& curve)
    {
        Configuration most = Configuration::Zero(scene.model().configurationSize());
        for (const CurvePiece& piece : curve.pieces())
            for (Eigen::Index v = 0; v < most.size(); ++v)
                most[v] = std::max(most[v], piece.variables[static_cast<std::size_t>(v)].range().magnitude());
        const KinematicModel& model = scene.model();
        for (const CollisionObject& object : scene.objects())
        {
            Configuration lever = Configuration::Zero(most.size());
            double reach = object.geometry->reach();
            for (BodyIndex b = object.body; b != kWorld; b = model.body(b).parent)
            {
                addJoint(model, b, reach, lever);
                reach += extent(model, b, most) + model.body(b).X_PJ.p.norm();
            }
            levers_.push_back(lever);
        }
    }
    /// At one configuration, where folded arms are shorter.
    JointLevers(const Scene& scene, const Configuration& q)
    {
        const KinematicModel& model = scene.model();
        const Motion pose(model, q, q);
        for (const CollisionObject& object : scene.objects())
        {
            Configuration lever = Configuration::Zero(q.size());
            for (BodyIndex b = object.body; b != kWorld; b = model.body(b).parent)
            {
                double reach = 0.0;
                for (const PlacedShape& placed : object.geometry->shapes())
                {
                    const double size = CollisionGeometry({{placed.shape, Pose()}}, object.name).reach();
                    const Vec3 place = pose.worldPose(object.body, 0.0) * placed.X_BS.p;
                    reach = std::max(reach, (place - pose.worldPose(b, 0.0).p).norm() + size);
                }
                addJoint(model, b, reach, lever);
            }
            levers_.push_back(lever);
        }
    }

    /// Of two objects to each other. @param by_variable radians and metres, not negative
    double travel(const ObjectPair& pair, const Configuration& by_variable) const
    {
        return (levers_[pair.a] + levers_[pair.b]).dot(by_variable);
    }

private:
    static void addJoint(const KinematicModel& model, BodyIndex b, double reach, Configuration& lever)
    {
        const Joint& joint = model.body(b).joint;
        const int v = variable(model, b);
        const double factor = joint.mimic ? std::abs(joint.mimic->multiplier) : 1.0;
        if (joint.type == JointType::Revolute || joint.type == JointType::Continuous)
            lever[v] += factor * reach;
        else if (joint.type == JointType::Prismatic)
            lever[v] += factor;
        else if (joint.type == JointType::Planar)
            lever.segment<3>(v) += Vec3(1.0, 1.0, reach);
    }
    /// From a joint's frame to its body's origin.
    static double extent(const KinematicModel& model, BodyIndex b, const Configuration& most)
    {
        const Joint& joint = model.body(b).joint;
        const int v = variable(model, b);
        if (joint.type == JointType::Prismatic)
            return joint.mimic ? std::abs(joint.mimic->multiplier) * most[v] + std::abs(joint.mimic->offset) : most[v];
        return joint.type == JointType::Planar ? most[v] + most[v + 1] : 0.0;
    }
    static int variable(const KinematicModel& model, BodyIndex b)
    {
        const Body& body = model.body(b);
        return body.joint.mimic ? model.body(body.joint.mimic->master).variable.value_or(0) : body.variable.value_or(0);
    }

    IndexedVector<ObjectIndex, Configuration> levers_;
};

/// Bound of |derivative| over [0,1]. @param at_ends_only wrong: a polynomial may be slow at both its ends
inline double rateBound(const JointFunction& function, bool at_ends_only = false)
{
    if (const CircularArc* arc = function.arc())
        return arc->radius.magnitude() * arc->turn.magnitude();
    const Bernstein& p = *function.polynomial();
    double most = 0.0;
    for (int k = 0; k < p.degree(); ++k)
        if (!at_ends_only || k == 0 || k + 1 == p.degree())
            most = std::max(most, (p[k + 1] - p[k]).magnitude());
    return most * p.degree();
}

/// The same of all variables.
inline Configuration rateBounds(const std::vector<JointFunction>& variables, bool at_ends_only = false)
{
    Configuration out(static_cast<Eigen::Index>(variables.size()));
    for (Eigen::Index v = 0; v < out.size(); ++v)
        out[v] = rateBound(variables[static_cast<std::size_t>(v)], at_ends_only);
    return out;
}

}  // namespace gapless::test
