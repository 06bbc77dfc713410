// What each joint does during a motion, worked out once from the two configurations, so that a pose at t takes a sine and a cosine.
//
// By Rodrigues' formula a turn by the angle a about a fixed axis is a sum of three fixed matrices, cos(a) C + sin(a) S + K, into which
// the rotations before it, of the joint's frame and of the first configuration, are multiplied. These matrices are the same for every
// motion of a model, but for floating joints, whose axis is another one each time. Rounding is bounded once for all t, at the end of
// reset(): what the terms of boundRounding() are made of, angles, rates and offsets, does not change with t. Bodies that stand still keep
// theirs from the first reset() with their model.
#include <gapless/kinematics/motion.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>

#include "core/format_number.h"
#include "kinematics/way_round.h"

namespace gapless {

namespace {

Mat3 crossMatrix(const Vec3& k)
{
    Mat3 K;
    K << 0.0, -k.z(), k.y(), k.z(), 0.0, -k.x(), -k.y(), k.x(), 0.0;
    return K;
}

// SO(3) as SO3StateSpace interpolates it: R(t) = R_start * Rot(axis, t * rate), with the sign of the second quaternion chosen
// by the sign of the dot product of the two, computed in the same order of operations.
//
// The angle is twice atan2(sine, cosine) of half of it, not the arc cosine of the dot product: that would lose half of the digits where
// the two rotations are near each other. As the sign makes the dot product positive, it is at most a half turn.
void so3Motion(const double* from, const double* to, JointMotion& motion)
{
    const double dot = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
    const double sign = dot < 0.0 ? -1.0 : 1.0;
    const Eigen::Quaterniond q0 = Eigen::Quaterniond(from[3], from[0], from[1], from[2]).normalized();
    const Eigen::Quaterniond q1 = Eigen::Quaterniond(sign * to[3], sign * to[0], sign * to[1], sign * to[2]).normalized();
    const Eigen::Quaterniond relative = q0.conjugate() * q1;
    const double sine = relative.vec().norm();
    motion.R_start = q0.toRotationMatrix();
    motion.angle = 0.0;
    motion.angle_rate = 2.0 * std::atan2(sine, relative.w());
    motion.axis = sine > 0.0 ? Vec3(relative.vec() / sine) : Vec3::UnitZ();
    // Where OMPL takes the two for equal (1 - |dot| < 1e-9, lengths within 1e-9 of 1) its curve keeps the first rotation: that is
    // within the whole turn. Elsewhere its weights are those of the lengths as they are, off by e: the curve is the same great
    // circle, run through at another pace. With h = angle/2 in [0, pi/2], r = b/a the ratio of the weights and f the angle reached, half
    // the rotation: |df| <= |d ln r| sin(f) sin(h - f) / sin(h) <= |d ln r| / 2, and |d ln r| <= 2 e (lengths) + 0.65 * 2 e (dot).
    const double e = std::max(std::abs(Eigen::Map<const Eigen::Vector4d>(from).norm() - 1.0),
                              std::abs(Eigen::Map<const Eigen::Vector4d>(to).norm() - 1.0));
    motion.rotation_slack = std::abs(dot) > 1.0 - 4e-9 ? motion.angle_rate : 0.0;
    motion.rotation_slack += 4.0 * e;
    if (so3GoesEitherWay(from, to))
        motion.rotation_slack = kAnyRotation;
}

// The columns of a frame whose z axis is the normal n of a planar joint, by the shortest turn: with k = 1 / (1 + n_z),
//   x = (1 - k n_x^2, -k n_x n_y, -n_x),  y = (-k n_x n_y, 1 - k n_y^2, -n_y).
// Where n_z < 0, 1 + n_z = (n_x^2 + n_y^2) / (1 - n_z) does not cancel: near -z too each column is off by at most 32 u (16 u for its
// roundings, 16 u because n is a unit vector to 4 u only).
void planeAxes(const Vec3& n, Vec3& x, Vec3& y)
{
    const double scale = std::max(std::abs(n.x()), std::abs(n.y()));
    if (n.z() < 0.0 && scale == 0.0)
    {
        const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), Vec3(-Vec3::UnitZ()));
        x = turn * Vec3::UnitX();
        y = turn * Vec3::UnitY();
        return;
    }
    // k a b; scaled where n_z < 0, so that nothing underflows.
    const double across = n.z() < 0.0 ? std::pow(n.x() / scale, 2) + std::pow(n.y() / scale, 2) : 1.0;
    const auto product = [&](double a, double b) {
        return n.z() < 0.0 ? (a / scale) * (b / scale) / across * (1.0 - n.z()) : a * b / (1.0 + n.z());
    };
    x = Vec3(1.0 - product(n.x(), n.x()), -product(n.x(), n.y()), -n.x());
    y = Vec3(-product(n.x(), n.y()), 1.0 - product(n.y(), n.y()), -n.y());
}

}  // namespace

Motion::Motion(const KinematicModel& model, const Configuration& q0, const Configuration& q1)
{
    model.validate(q0);
    model.validate(q1);
    reset(model, q0, q1);
}

void Motion::reset(const KinematicModel& model, const Configuration& q0, const Configuration& q1)
{
    has_tube_ = false;
    reset(model, q0, q1, Turning::ShortWay);
    boundRounding(false);
}

void Motion::resetTube(const KinematicModel& model, const Configuration& q0, const Configuration& q1, const MotionTube& tube)
{
    has_tube_ = true;
    reset(model, q0, q1, Turning::Literal);
    for (const PlanarTurn& turn : tube.turns)
        turnAbout(turn);
    boundRounding(false);
    const Configuration& deviation = tube.deviation;
    deviations_.resize(model.bodies().size());
    for (const BodyIndex index : model.movingBodies())
    {
        const Joint& joint = model.body(index).joint;
        const Body& source = joint.mimic ? model.body(joint.mimic->master) : model.body(index);
        const double multiplier = joint.mimic ? std::abs(joint.mimic->multiplier) : 1.0;
        JointDeviation& d = deviations_[index];
        d = {};
        if (!source.variable)
            continue;
        const int v = *source.variable;
        switch (joint.type)
        {
            case JointType::Fixed: break;
            case JointType::Revolute:
            case JointType::Continuous: d.turn = multiplier * deviation[v] * kInflate; break;
            case JointType::Prismatic: d.shift = multiplier * deviation[v] * kInflate; break;
            case JointType::Planar:
                d.shift = std::hypot(deviation[v], deviation[v + 1]) * kInflate;
                d.turn = deviation[v + 2];
                break;
            case JointType::Floating:
                d.shift = deviation.segment<3>(v).norm() * kInflate;
                d.turn = deviation[v + 3];
                break;
        }
    }
}

void Motion::turnAbout(const PlanarTurn& turn)
{
    const auto isTurned = [&](BodyIndex body) { return model_->body(body).variable == turn.variable; };
    JointMotion& m = joints_[*std::find_if(model_->movingBodies().begin(), model_->movingBodies().end(), isTurned)];
    Vec3 x, y;
    planeAxes(m.axis, x, y);
    m.translation = turn.centre.x() * x + turn.centre.y() * y;
    m.translation_rate.setZero();
    m.arm = turn.arm.x() * x + turn.arm.y() * y;
    m.arm_length = m.arm.norm() * kInflate;
}

/// All but rounding.
void Motion::reset(const KinematicModel& model, const Configuration& q0, const Configuration& q1, Turning turning)
{
    const bool same_model = model_id_ == model.id();
    model_ = &model;
    if (!same_model)
    {
        model_id_ = 0;  // if memory runs out
        joints_.assign(model.bodies().size(), {});
        rotation_error_.assign(model.bodies().size(), 0.0);
        position_error_.assign(model.bodies().size(), 0.0);
        coordinate_.assign(model.bodies().size(), 0.0);
        offset_length_.clear();
        for (const Body& body : model.bodies())
            offset_length_.push_back(body.X_PJ.p.norm());
        boundRounding(true);
        model_id_ = model.id();
    }
    half_turn_.reset();
    for (const BodyIndex index : model.movingBodies())
    {
        const Body& body = model.body(index);
        JointMotion& m = joints_[index];
        const Joint& joint = body.joint;
        bool rotation_is_new = !same_model;
        double value = 0.0, rate = 0.0;
        m.rotation_slack = 0.0;
        const auto turnOf = [&m, turning](double from, double to, double multiplier) {
            if (turning == Turning::Literal)
                return Turn{from, to - from};
            const Turn turn = so2Turn(from, to);
            m.rotation_slack = turn.either_way && multiplier != 0.0 ? kAnyRotation : std::abs(multiplier) * turn.slack;
            return turn;
        };
        m.mimic_magnitude = 0.0;
        if (variableCount(joint.type) == 1)
        {
            const Body& source = joint.mimic ? model.body(joint.mimic->master) : body;
            value = q0[*source.variable];
            rate = q1[*source.variable] - value;
            if (source.joint.type == JointType::Continuous)
            {
                const Turn turn = turnOf(value, q1[*source.variable], joint.mimic ? joint.mimic->multiplier : 1.0);
                value = turn.angle;
                rate = turn.rate;
            }
            if (joint.mimic)
            {
                m.mimic_magnitude = std::abs(joint.mimic->multiplier) * (std::abs(value) + std::abs(rate) + 2.0 * M_PI)
                                    + std::abs(joint.mimic->offset);
                value = joint.mimic->multiplier * value + joint.mimic->offset;
                rate *= joint.mimic->multiplier;
            }
        }
        switch (joint.type)
        {
            case JointType::Fixed: break;
            case JointType::Revolute:
            case JointType::Continuous:
                m.axis = joint.axis;
                m.angle = value;
                m.angle_rate = rate;
                break;
            case JointType::Prismatic:
                m.axis = joint.axis;
                m.translation = value * joint.axis;
                m.translation_rate = rate * joint.axis;
                break;
            case JointType::Planar:
            {
                Vec3 x, y;
                planeAxes(joint.axis, x, y);
                const int v = *body.variable;
                m.axis = joint.axis;
                m.translation = q0[v] * x + q0[v + 1] * y;
                m.translation_rate = (q1[v] - q0[v]) * x + (q1[v + 1] - q0[v + 1]) * y;
                const Turn turn = turnOf(q0[v + 2], q1[v + 2], 1.0);
                m.angle = turn.angle;
                m.angle_rate = turn.rate;
                m.arm.setZero();
                m.arm_length = 0.0;
                break;
            }
            case JointType::Floating:
                m.translation = q0.segment<3>(*body.variable);
                m.translation_rate = q1.segment<3>(*body.variable) - q0.segment<3>(*body.variable);
                so3Motion(q0.data() + *body.variable + 3, q1.data() + *body.variable + 3, m);
                // What OMPL does otherwise is not meant.
                if (turning == Turning::Literal && m.rotation_slack < kAnyRotation)
                    m.rotation_slack = 0.0;
                rotation_is_new = true;
                break;
        }
        if (m.rotation_slack >= kAnyRotation && !half_turn_)
            half_turn_ = index;
        if (rotation_is_new)
        {
            // Rodrigues: R(a) = cos(a) (I - k k^T) + sin(a) [k] + k k^T, with the fixed rotations multiplied in once.
            const Mat3 before = body.X_PJ.R * m.R_start;
            const Mat3 along = m.axis * m.axis.transpose();
            m.cosine_part = before * (Mat3::Identity() - along);
            m.sine_part = before * crossMatrix(m.axis);
            m.constant_part = before * along;
        }
    }
}

// Rounding, by induction along the chain. Let e be the error of the parent's rotation (spectral norm), f that of its origin,
// P a bound of its coordinates, L one of |p_PJ| + |translation| during the motion.
// - Rotation: sine and cosine are off by at most 2 u each plus the error of their argument, which is at most
//   4 u (|angle| + |rate|); the fixed parts by fewer than 40 u (products of matrices with entries <= 1, a quaternion or rpy
//   turned into a matrix); the product with the parent's adds e + 12 u. Sum: e + 128 u + 4 u (|angle| + |rate|).
//   What OMPL's curve may be off from this one (rotation_slack) is added; all of this is linear in it, so it may be large.
// - Origin: p = p_parent + R_parent (p_PJ + R_PJ translation(t)): f + e L + fewer than 32 u (P + L). The two axes of a planar joint's
//   plane (planeAxes()) add 2 * 32 u L. An arm is turned by the body's own rotation: L has its length a, and a times the error of that
//   rotation is added.
// - A mimic joint's value and rate are sums that may cancel: they are off by at most 4 u times the magnitudes of their terms (for
//   a continuous master with one 2 pi, whose rate is a difference of angles up to 2 pi). `mimic_magnitude` stands beside them.
void Motion::boundRounding(bool of_static_bodies)
{
    const auto bound = [&](BodyIndex i) {
        const Body& body = model_->body(i);
        const BodyIndex parent = body.parent;
        const JointMotion& m = joints_[i];
        const double translation =
            (shifts(body.joint.type) ? m.translation.norm() + m.translation_rate.norm() + m.arm_length : 0.0) + m.mimic_magnitude;
        const double L = offset_length_[i] + translation;
        const double e = rotation_error_[parent], roundings = body.joint.type == JointType::Planar ? 96.0 : 32.0;
        const bool exact = body.parent == kWorld && body.joint.type == JointType::Fixed && body.X_PJ.R == Mat3::Identity();
        rotation_error_[i] =
            exact ? 0.0
                  : (e + m.rotation_slack
                     + kUnitRoundoff * (128.0 + 4.0 * (std::abs(m.angle) + std::abs(m.angle_rate) + m.mimic_magnitude)))
                        * kInflate;
        coordinate_[i] = coordinate_[parent] + L;
        position_error_[i] = body.parent == kWorld && body.joint.type == JointType::Fixed
                                 ? 0.0
                                 : (position_error_[parent] + e * L + rotation_error_[i] * m.arm_length
                                    + roundings * kUnitRoundoff * (coordinate_[parent] + L))
                                       * kInflate;
    };
    if (of_static_bodies)
    {
        for (const BodyIndex i : model_->bodies().indices())
            if (model_->body(i).is_static)
                bound(i);
    }
    else
        for (const BodyIndex i : model_->movingBodies())
            bound(i);
}

Pose Motion::relativePose(BodyIndex index, double t) const
{
    const Body& body = model_->body(index);
    const JointMotion& m = joints_[index];
    switch (body.joint.type)
    {
        case JointType::Fixed: return body.X_PJ;
        case JointType::Prismatic: return {body.X_PJ.R, body.X_PJ.p + body.X_PJ.R * (m.translation + t * m.translation_rate)};
        default: break;
    }
    const double angle = m.angle + t * m.angle_rate;
    const double c = std::cos(angle), s = std::sin(angle);
    Pose X;
    X.R = c * m.cosine_part + s * m.sine_part + m.constant_part;
    X.p = body.X_PJ.p;
    if (body.joint.type == JointType::Planar || body.joint.type == JointType::Floating)
        X.p += body.X_PJ.R * (m.translation + t * m.translation_rate);
    if (m.arm_length > 0.0)
        X.p += X.R * m.arm;
    return X;
}

Pose Motion::worldPose(BodyIndex index, double t) const
{
    const Body& body = model_->body(index);
    if (body.is_static)
        return body.X_WB;
    const Pose X_PB = relativePose(index, t);
    return body.parent == kWorld ? X_PB : worldPose(body.parent, t) * X_PB;
}

void validateTube(const KinematicModel& model, const MotionTube& tube)
{
    const Configuration& deviation = tube.deviation;
    if (deviation.size() != model.configurationSize())
        throw InputError("a deviation of " + std::to_string(deviation.size()) + " values; the model has "
                         + std::to_string(model.configurationSize()) + " variables");
    for (int v = 0; v < model.configurationSize(); ++v)
        if (!(deviation[v] >= 0.0 && std::isfinite(deviation[v])))
            throw InputError("the deviation of variable " + std::to_string(v) + " is " + formatNumber(deviation[v])
                             + "; it has to be finite and not negative");
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Floating && (deviation.segment<3>(*body.variable + 4).array() != 0.0).any())
            throw InputError(
                "joint '" + body.joint.name
                + "': the deviation of a rotation is one angle, the first of its four values; the others have to be 0");
    for (const PlanarTurn& turn : tube.turns)
    {
        const auto isTurned = [&](const Body& body) {
            return body.joint.type == JointType::Planar && body.variable == turn.variable;
        };
        if (std::none_of(model.bodies().begin(), model.bodies().end(), isTurned))
            throw InputError("variable " + std::to_string(turn.variable)
                             + " is not the first of a planar joint; only these turn");
        if (std::count_if(tube.turns.begin(), tube.turns.end(),
                          [&](const PlanarTurn& other) { return other.variable == turn.variable; })
            > 1)
            throw InputError("variable " + std::to_string(turn.variable) + " is given two turns");
        if (!turn.centre.allFinite() || !turn.arm.allFinite())
            throw InputError("the turn of variable " + std::to_string(turn.variable)
                             + " has a centre or an arm that is not finite");
    }
}

Configuration interpolate(const KinematicModel& model, const Configuration& q0, const Configuration& q1, double t)
{
    Configuration q = q0 + t * (q1 - q0);
    const auto wrap = [](double angle) {
        if (angle > M_PI)
            return angle - 2.0 * M_PI;
        return angle < -M_PI ? angle + 2.0 * M_PI : angle;
    };
    for (const Body& body : model.bodies())
    {
        if (!body.variable)
            continue;
        const int v = *body.variable;
        const auto turn = [&](int variable) {
            const Turn way = so2Turn(q0[variable], q1[variable]);
            q[variable] = wrap(way.angle + t * way.rate);
        };
        if (body.joint.type == JointType::Continuous)
            turn(v);
        else if (body.joint.type == JointType::Planar)
            turn(v + 2);
        else if (body.joint.type == JointType::Floating)
        {
            JointMotion m;
            so3Motion(q0.data() + v + 3, q1.data() + v + 3, m);
            const Eigen::Quaterniond start(q0[v + 6], q0[v + 3], q0[v + 4], q0[v + 5]);
            const Eigen::Quaterniond r = start.normalized() * Eigen::Quaterniond(Eigen::AngleAxisd(t * m.angle_rate, m.axis));
            q.segment<4>(v + 3) = r.coeffs().normalized();
        }
    }
    return q;
}

}  // namespace gapless
