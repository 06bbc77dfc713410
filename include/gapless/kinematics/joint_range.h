// Poses over an interval of time, and that of one joint: entries of a rotation are sinusoids, which between their extrema run from one
// end's value to the other's.
#pragma once

#include <gapless/core/interval.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

/// A set of affine maps p_A = R p_B + p: every entry is anywhere in its interval. Identity by default.
struct IntervalPose
{
    Interval R[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    IntervalVec3 p;

    IntervalPose() = default;
    /// Exactly that pose.
    explicit IntervalPose(const Pose& X);

    /// R v, without the translation.
    IntervalVec3 rotated(const IntervalVec3& v) const;
    IntervalVec3 operator*(const IntervalVec3& p_B) const { return rotated(p_B) + p; }
    IntervalVec3 operator*(const Vec3& p_B) const { return *this * IntervalVec3(p_B); }
    IntervalPose operator*(const IntervalPose& X_BC) const;
};

/// What one joint does over an interval of time.
struct JointRange
{
    /// Pose of the joint's body in its parent.
    IntervalPose X_PB;
    /// Its derivative by t, entry by entry; all zero for a fixed joint.
    IntervalPose rate;
};

/// Holds motion.h's formula and its derivative for every t of the interval, in real arithmetic on the doubles of body and motion.
JointRange jointRange(const Body& body, const JointMotion& motion, const Interval& t);

}  // namespace gapless
