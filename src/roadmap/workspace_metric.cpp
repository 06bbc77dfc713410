#include "roadmap/workspace_metric.h"

#include <algorithm>
#include <cmath>

#include <gapless/kinematics/motion_bound.h>

namespace gapless {

namespace {

/// How far any point of a link travels when one joint turns by an angle of one, the others as in `start`.
double leverOf(const Problem& problem, const PlanningJoint& joint)
{
    const KinematicModel& model = problem.scene->model();
    Configuration turned = problem.start;
    const JointType type = model.body(joint.body).joint.type;
    if (type == JointType::Floating)
    {
        // The quaternion that turns by one about x, after the one that there is.
        const Eigen::Vector4d v = problem.start.segment<4>(joint.variable + 3);
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(1.0, Vec3::UnitX()));
        turned.segment<4>(joint.variable + 3) = (turn * Eigen::Quaterniond(v[3], v[0], v[1], v[2])).normalized().coeffs();
    }
    else
        turned[joint.variable + joint.count - 1] += 1.0;
    const Motion motion(model, problem.start, turned);
    double lever = 0.0;
    for (const CollisionObject& object : problem.scene->objects())
        if (!model.body(object.body).is_static)
        {
            MotionBound bound;
            bound.reset(motion, object.body, *object.geometry);
            lever = std::max(lever, bound.travel());
        }
    return lever;
}

/// Of two unit quaternions, without the loss of digits that an arc cosine has where they are near each other.
double angleBetween(const double* p, const double* q)
{
    using Four = Eigen::Map<const Eigen::Vector4d>;
    const double a = (Four(p) - Four(q)).norm(), b = (Four(p) + Four(q)).norm();
    return 4.0 * std::atan2(std::min(a, b), std::max(a, b));
}

}  // namespace

WorkspaceMetric::WorkspaceMetric(const Problem& problem, const NodeStates& nodes)
{
    for (const PlanningJoint& joint : problem.joints)
    {
        const JointType type = problem.scene->model().body(joint.body).joint.type;
        parts_.push_back({type, per_node_, turns(type) ? leverOf(problem, joint) : 1.0});
        per_node_ += static_cast<std::size_t>(joint.count);
    }
    values_.reserve(per_node_ * nodes.size());
    for (std::uint32_t node = 0; node < nodes.size(); ++node)
    {
        const Configuration q = nodes.configuration(node);
        for (const PlanningJoint& joint : problem.joints)
            for (int i = 0; i < joint.count; ++i)
                values_.push_back(q[joint.variable + i]);
    }
    for (std::uint32_t node = 1; node < nodes.size(); ++node)
        extent_ = std::max(extent_, 2.0 * distance(0, node));
}

double WorkspaceMetric::distance(std::uint32_t a, std::uint32_t b) const
{
    double sum = 0.0;
    for (const Part& part : parts_)
    {
        const double* const p = values_.data() + a * per_node_ + part.first;
        const double* const q = values_.data() + b * per_node_ + part.first;
        // The short way round, which is the one that continuous joints and planar ones go.
        const auto turned = [&](int i) {
            const double angle = std::abs(p[i] - q[i]);
            return std::min(angle, std::abs(2.0 * M_PI - angle));
        };
        const auto shifted = [&](int count) {
            double squares = 0.0;
            for (int i = 0; i < count; ++i)
                squares += (p[i] - q[i]) * (p[i] - q[i]);
            return std::sqrt(squares);
        };
        switch (part.type)
        {
            case JointType::Fixed: break;
            case JointType::Revolute:
            case JointType::Prismatic: sum += part.lever * std::abs(p[0] - q[0]); break;
            case JointType::Continuous: sum += part.lever * turned(0); break;
            case JointType::Planar: sum += shifted(2) + part.lever * turned(2); break;
            case JointType::Floating: sum += shifted(3) + part.lever * angleBetween(p + 3, q + 3); break;
        }
    }
    return sum;
}

}  // namespace gapless
