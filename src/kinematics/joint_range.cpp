// Ranges of a joint's pose and velocity over an interval of time, entry by entry.
//
// An entry of the rotation is e(a) + K with e(a) = C cos(a) + S sin(a), a the angle. C [cos] + S [sin], with the ranges of cosine and
// sine over the interval of angles, holds it, but takes the two for independent of each other: near an extremum of e, where their changes
// cancel, it may be too wide by any factor. Its derivative g is a sinusoid as well, and its signs at the two ends tell whether e has an
// extremum between, in which case the amplitude bounds it; else e runs from one end's value to the other's. Where doubles do not tell the
// sign of g, the extremum is taken to be there. All that is for intervals of less than half a turn: 3.1 leaves room for the rounding of
// the angles.
#include <gapless/kinematics/joint_range.h>

namespace gapless {

IntervalPose::IntervalPose(const Pose& X) : p(X.p)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            R[i][j] = X.R(i, j);
}

IntervalVec3 IntervalPose::rotated(const IntervalVec3& v) const
{
    IntervalVec3 out;
    for (int i = 0; i < 3; ++i)
        out[i] = R[i][0] * v.x + R[i][1] * v.y + R[i][2] * v.z;
    return out;
}

IntervalPose IntervalPose::operator*(const IntervalPose& X_BC) const
{
    IntervalPose out;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            out.R[i][j] = R[i][0] * X_BC.R[0][j] + R[i][1] * X_BC.R[1][j] + R[i][2] * X_BC.R[2][j];
    out.p = *this * X_BC.p;
    return out;
}

namespace {

/// Cosine and sine at the two ends of the interval of angles (from the lesser to the greater) and over all of it.
struct Angles
{
    Interval cos_low, sin_low, cos_high, sin_high, cos_all, sin_all;
    /// Less than half a turn: a sinusoid has one extremum there at most.
    bool is_short = false;

    Angles(double angle, double rate, const Interval& t)
    {
        const double first = rate < 0.0 ? t.upper : t.lower, last = rate < 0.0 ? t.lower : t.upper;
        const Interval low = Interval(angle) + Interval(first) * Interval(rate);
        cos_low = cos(low);
        sin_low = sin(low);
        if (first == last || rate == 0.0)
        {
            cos_high = cos_all = cos_low;
            sin_high = sin_all = sin_low;
            return;
        }
        const Interval high = Interval(angle) + Interval(last) * Interval(rate), all = hull(low, high);
        cos_high = cos(high);
        sin_high = sin(high);
        cos_all = cos(all);
        sin_all = sin(all);
        is_short = all.width() < 3.1;
    }
};

/// Range of e, a sinusoid of the given amplitude, from its values and derivatives g at the ends and a bound from elsewhere. Over less
/// than half a turn g has one zero at most. Where g does not change its sign, e is monotone: its range is that of the ends. A maximum
/// needs g >= 0 at the lower and g <= 0 at the upper end and is at most the amplitude; so with a minimum.
Interval sinusoidRange(const Interval& e_low, const Interval& e_high, const Interval& g_low, const Interval& g_high,
                       double amplitude, const Interval& bound)
{
    Interval range = hull(e_low, e_high);
    if (g_low.upper >= 0.0 && g_high.lower <= 0.0)
        range.upper = amplitude;
    if (g_low.lower <= 0.0 && g_high.upper >= 0.0)
        range.lower = -amplitude;
    return intersection(range, bound);
}

}  // namespace

JointRange jointRange(const Body& body, const JointMotion& motion, const Interval& t)
{
    JointRange out;
    out.X_PB = IntervalPose(body.X_PJ);
    for (auto& row : out.rate.R)
        for (Interval& entry : row)
            entry = 0.0;
    const JointType type = body.joint.type;
    if (shifts(type))
    {
        const IntervalVec3 s(motion.translation_rate);
        out.rate.p = out.X_PB.rotated(s);
        out.X_PB.p = out.X_PB.p + out.X_PB.rotated(IntervalVec3(motion.translation) + t * s);
    }
    if (type == JointType::Fixed || type == JointType::Prismatic)
        return out;
    const Angles angles(motion.angle, motion.angle_rate, t);
    const Interval rate = motion.angle_rate;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
        {
            // e = C cos + S sin and its derivative by the angle g = S cos - C sin; the derivative of that is -e.
            const Interval C = motion.cosine_part(i, j), S = motion.sine_part(i, j), K = motion.constant_part(i, j);
            Interval e = C * angles.cos_all + S * angles.sin_all, g = S * angles.cos_all - C * angles.sin_all;
            if (angles.is_short)
            {
                const Interval e_low = C * angles.cos_low + S * angles.sin_low,
                               e_high = C * angles.cos_high + S * angles.sin_high;
                const Interval g_low = S * angles.cos_low - C * angles.sin_low,
                               g_high = S * angles.cos_high - C * angles.sin_high;
                const double amplitude = sqrt(square(C) + square(S)).upper;
                e = sinusoidRange(e_low, e_high, g_low, g_high, amplitude, e);
                g = sinusoidRange(g_low, g_high, -e_low, -e_high, amplitude, g);
            }
            out.X_PB.R[i][j] = e + K;
            out.rate.R[i][j] = rate * g;
        }
    if (motion.arm_length > 0.0)
    {
        const IntervalVec3 arm(motion.arm);
        out.X_PB.p = out.X_PB * arm;
        out.rate.p = out.rate * arm;
    }
    return out;
}

}  // namespace gapless
