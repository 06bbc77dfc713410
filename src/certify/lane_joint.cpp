// A joint in a motion as the kernels take it.
#include <algorithm>
#include <array>
#include <cmath>

#include <gapless/core/rounding.h>

#include "certify/lane_kernels.h"

namespace gapless {

namespace {

template <class Number, class Matrix>
void setNumbers(Number* to, const Matrix& from)
{
    std::transform(from.data(), from.data() + from.size(), to, [](double x) { return static_cast<Number>(x); });
}

template <class Number>
void setMatrices(const JointMotion& m, JointLanesOf<Number>& joint)
{
    setNumbers(joint.cosine_part, m.cosine_part);
    setNumbers(joint.sine_part, m.sine_part);
    setNumbers(joint.constant_part, m.constant_part);
    // constant_part is (the fixed turns) a a', so that times a it is the axis as seen from the parent.
    setNumbers(joint.axis, Vec3(m.constant_part * m.axis));
}

/// @param fixed the joint's fixed turn
template <class Number>
void align(const Vec3& axis, const Mat3& fixed, JointLanesOf<Number>& joint)
{
    for (Eigen::Index k = 0; k < 3; ++k)
        // About the axis the other way is from the second to the first.
        for (const double sign : {1.0, -1.0})
            if (axis == Vec3(sign * Vec3::Unit(k)))
            {
                joint.is_aligned = true;
                joint.axis_sign = sign;
                const Eigen::Index next = (k + 1) % 3, last = (k + 2) % 3;
                const std::array<Eigen::Index, 3> columns = {sign > 0.0 ? next : last, sign > 0.0 ? last : next, k};
                for (std::size_t i = 0; i < 3; ++i)
                {
                    joint.columns[i] = static_cast<std::size_t>(columns[i]);
                    const Vec3 column = fixed.col(columns[i]);
                    setNumbers(joint.fixed[i], column);
                    joint.axes[i] = JointLanesOf<Number>::kNoAxis;
                    for (Eigen::Index of_parent = 0; of_parent < 3; ++of_parent)
                        if (column == Vec3::Unit(of_parent))
                            joint.axes[i] = static_cast<std::size_t>(of_parent);
                }
            }
}

}  // namespace

template <class Number>
JointLanesOf<Number> jointLanes(const Body& body, const JointMotion& m)
{
    JointLanesOf<Number> joint = {};
    joint.axis_sign = 1.0;
    joint.turns = turns(body.joint.type);
    if (joint.turns)
    {
        setMatrices(m, joint);
        if (body.joint.type != JointType::Floating)
            align(m.axis, body.X_PJ.R, joint);
    }
    else  // JointMotion's parts of such a joint add up at an angle of 0; here it is the constant part alone
        setNumbers(joint.constant_part, body.X_PJ.R);
    joint.shifts = shifts(body.joint.type);
    if (!joint.shifts)
    {
        setNumbers(joint.offset, body.X_PJ.p);
        joint.offset_length = static_cast<Number>(body.X_PJ.p.norm() * kInflate);
    }
    setMotion(body, m, joint);
    return joint;
}

template <class Number>
void setMotion(const Body& body, const JointMotion& m, JointLanesOf<Number>& joint)
{
    // The only one whose matrices are of a motion.
    if (body.joint.type == JointType::Floating)
        setMatrices(m, joint);
    if (joint.turns)
    {
        joint.angle = m.angle;
        joint.angle_rate = m.angle_rate;
        joint.turn = static_cast<Number>(std::abs(joint.angle_rate) * kInflate);
        joint.is_far = std::abs(joint.angle) + std::abs(joint.angle_rate) > kFarAngle;
    }
    if (joint.shifts)
    {
        const Vec3 offset = body.X_PJ * m.translation, shift = body.X_PJ.R * m.translation_rate;
        setNumbers(joint.offset, offset);
        setNumbers(joint.shift, shift);
        // |l| is convex in t: largest at one of the ends. What computing the two costs is within the caller's error.
        joint.offset_length = static_cast<Number>(std::max(offset.norm(), (offset + shift).norm()) * kInflate);
        joint.shift_length = static_cast<Number>(shift.norm() * kInflate);
        setNumbers(joint.arm, m.arm);
        joint.arm_length = static_cast<Number>(m.arm_length);
    }
}

template JointLanesOf<double> jointLanes<double>(const Body&, const JointMotion&);
template JointLanesOf<float> jointLanes<float>(const Body&, const JointMotion&);
template void setMotion<double>(const Body&, const JointMotion&, JointLanesOf<double>&);
template void setMotion<float>(const Body&, const JointMotion&, JointLanesOf<float>&);

}  // namespace gapless
