// Poses of a motion over any scalar, written down from OMPL's interpolation rules and not from gapless' code.
#pragma once

#include <vector>

#include <gapless/kinematics/motion.h>

#include "real.h"

namespace gapless::test {

template <class T>
T piOf()
{
    using std::atan;
    return T(4) * atan(T(1));
}
template <>
inline Real piOf<Real>()
{
    static const Real value = boost::multiprecision::default_ops::get_constant_pi<Real::backend_type>();
    return value;
}

/// Rotation about the direction of `axis` (any length).
template <class T>
M3<T> rotationAbout(const V3<T>& axis, const T& angle)
{
    using std::cos;
    using std::sin;
    const V3<T> n = axis / lengthOf(axis);
    const T c = cos(angle), s = sin(angle), k = T(1) - c;
    M3<T> R;
    R << c + k * n.x() * n.x(), k * n.x() * n.y() - s * n.z(), k * n.x() * n.z() + s * n.y(),  //
        k * n.x() * n.y() + s * n.z(), c + k * n.y() * n.y(), k * n.y() * n.z() - s * n.x(),   //
        k * n.x() * n.z() - s * n.y(), k * n.y() * n.z() + s * n.x(), c + k * n.z() * n.z();
    return R;
}

template <class T>
M3<T> rotationOf(const Eigen::Matrix<T, 4, 1>& q_xyzw)
{
    const T n = q_xyzw.dot(q_xyzw);
    const T x = q_xyzw[0], y = q_xyzw[1], z = q_xyzw[2], w = q_xyzw[3], s = T(2) / n;
    M3<T> R;
    R << T(1) - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),  //
        s * (x * y + w * z), T(1) - s * (x * x + z * z), s * (y * z - w * x),   //
        s * (x * z - w * y), s * (y * z + w * x), T(1) - s * (x * x + y * y);
    return R;
}

/// Slerp as SO3StateSpace has it: the sign of the second quaternion so that the dot product is not negative.
template <class T>
Eigen::Matrix<T, 4, 1> slerp(const Eigen::Vector4d& from, const Eigen::Vector4d& to, const T& t)
{
    using std::atan2;
    using std::sin;
    using std::sqrt;
    using V4 = Eigen::Matrix<T, 4, 1>;
    V4 a, b;
    for (int i = 0; i < 4; ++i)
    {
        a[i] = T(from[i]);
        b[i] = T(to[i]);
    }
    a /= sqrt(T(a.dot(a)));
    b /= sqrt(T(b.dot(b)));
    if (a.dot(b) < T(0))
        b = -b;
    const V4 difference = b - a, sum = a + b;
    const T theta = T(2) * atan2(T(sqrt(T(difference.dot(difference)))), T(sqrt(T(sum.dot(sum)))));
    if (theta == T(0))
        return a;
    return (a * T(sin(T((T(1) - t) * theta))) + b * T(sin(T(t * theta)))) / T(sin(theta));
}

/// The angle that is a whole number of turns from `difference` and within [-pi, pi]; values within it stay as they are.
template <class T>
T shortWay(const T& difference)
{
    using std::floor;
    const T pi = piOf<T>();
    return difference > pi || difference < -pi ? T(difference - T(2) * pi * T(floor(T(difference / (T(2) * pi) + T(0.5)))))
                                               : difference;
}

/// The value of a joint of one variable at t, not wrapped. @param tube not null: the literal motion
template <class T>
T jointValue(const KinematicModel& model, BodyIndex body, const Configuration& q0, const Configuration& q1, const T& t,
             const MotionTube* tube = nullptr)
{
    const Body& b = model.body(body);
    if (b.joint.mimic)
        return T(b.joint.mimic->multiplier) * jointValue<T>(model, b.joint.mimic->master, q0, q1, t, tube)
               + T(b.joint.mimic->offset);
    const T from = T(q0[*b.variable]), to = T(q1[*b.variable]);
    const T difference = b.joint.type == JointType::Continuous && !tube ? shortWay<T>(to - from) : T(to - from);
    return from + difference * t;
}

/// X_J: what the joint of a body does at t. Planar joints: normal z only. @param tube not null: the literal motion with its turns
template <class T>
PoseT<T> jointPose(const KinematicModel& model, BodyIndex body, const Configuration& q0, const Configuration& q1, const T& t,
                   const MotionTube* tube)
{
    const Body& b = model.body(body);
    PoseT<T> X;
    const auto linear = [&](int i) { return T(q0[i]) + (T(q1[i]) - T(q0[i])) * t; };
    switch (b.joint.type)
    {
        case JointType::Fixed: break;
        case JointType::Revolute:
        case JointType::Continuous:
            X.R = rotationAbout<T>(lift<T>(b.joint.axis), jointValue<T>(model, body, q0, q1, t, tube));
            break;
        case JointType::Prismatic:
        {
            const V3<T> axis = lift<T>(b.joint.axis);
            X.p = axis * T(jointValue<T>(model, body, q0, q1, t, tube) / lengthOf(axis));
            break;
        }
        case JointType::Planar:
        {
            X.p = V3<T>(linear(*b.variable), linear(*b.variable + 1), T(0));
            const T difference = T(q1[*b.variable + 2]) - T(q0[*b.variable + 2]);
            X.R = rotationAbout<T>(lift<T>(b.joint.axis),
                                   T(q0[*b.variable + 2]) + (tube ? difference : shortWay<T>(difference)) * t);
            if (tube)
                for (const PlanarTurn& turn : tube->turns)
                    if (turn.variable == *b.variable)
                        X.p = V3<T>(T(turn.centre.x()), T(turn.centre.y()), T(0))
                              + X.R * V3<T>(T(turn.arm.x()), T(turn.arm.y()), T(0));
            break;
        }
        case JointType::Floating:
            X.p = V3<T>(linear(*b.variable), linear(*b.variable + 1), linear(*b.variable + 2));
            X.R = rotationOf<T>(slerp<T>(q0.segment<4>(*b.variable + 3), q1.segment<4>(*b.variable + 3), t));
            break;
    }
    return X;
}

/// Poses of all bodies in the world at t. @param tube not null: of the literal motion with its turns
template <class T>
IndexedVector<BodyIndex, PoseT<T>> referencePoses(const KinematicModel& model, const Configuration& q0, const Configuration& q1,
                                                  const T& t, const MotionTube* tube = nullptr)
{
    IndexedVector<BodyIndex, PoseT<T>> out;
    // The world is its own parent, and stands still.
    for (const BodyIndex body : model.bodies().indices())
    {
        const Body& b = model.body(body);
        out.push_back(body == kWorld ? PoseT<T>() : out[b.parent] * lift<T>(b.X_PJ) * jointPose<T>(model, body, q0, q1, t, tube));
    }
    return out;
}

}  // namespace gapless::test
