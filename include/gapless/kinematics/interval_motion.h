// Boxes of where a body is, and of how fast it moves, over an interval of time.
//
// S. Redon, Y. J. Kim, M. C. Lin, D. Manocha: "Fast Continuous Collision Detection for Articulated Models", 2004, sections 3.3, 4.1 and
// 5.2.1. The pose of a body in its parent is cos(a) C + sin(a) S + K and c + t s (eqs 2-5; motion.h); its pose in the world is the product
// along the chain (eq 6). Each factor is replaced by an interval that holds it for every t of an interval of time, and so is the product.
//
// Tighter than that product alone, by intersections of enclosures of the same curve F, the formulas' values in real arithmetic:
// - Every entry of a joint's rotation is a sinusoid: between its extrema it runs from one end's value to the other's (joint_range.h).
// - Mean value: F(t) is in F(m) + [F'] (t - m), m the middle of the interval, [F'] an enclosure of the derivative. Excess width
//   O(h^2), where the product's is O(h).
// - Chord: a point whose acceleration is bounded by A stays within A h^2 / 8 of its chord (proof in motion_bound.h). Excess O(h^2).
//
// Proof of the enclosing property. F has no rounding: its data are the doubles of Motion and KinematicModel, and all operations on them
// are outward rounded (interval.h). Motion::rotationError and positionError bound how far the poses computed in double are from the
// exact ones (the interpolation of the exact configurations, and OMPL's held rotation); the errors of the data, which are all that
// parts F from the exact poses, are among the terms of that bound. So F, widened by these errors at the end, holds the exact poses. The
// derivatives' errors are bounded likewise in interval_motion.cpp.
//
// The pose of a body is computed once per interval of time, from its parent's: all points of all bodies share the work (section 5.2.2).
#pragma once

#include <limits>
#include <vector>

#include <gapless/core/interval.h>
#include <gapless/kinematics/joint_range.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

/// One instance is used by one thread at a time. The motion must outlive it and must not be reset meanwhile.
class IntervalMotion
{
public:
    IntervalMotion() = default;
    IntervalMotion(const Motion& motion, const Interval& t) { reset(motion, t); }
    /// Re-uses memory. @pre t.lower <= t.upper, both finite; meant for parts of [0, 1].
    void reset(const Motion& motion, const Interval& t);
    /// The same motion over another interval; nothing is lost if it is the same.
    void reset(const Interval& t);

    const Motion& motion() const { return *motion_; }
    const Interval& time() const { return time_; }

    /// Holds the exact pose X_WB of a body in the world for every t of the interval (metres).
    IntervalPose pose(BodyIndex body);
    /// Holds its derivative by t, entry by entry: the world velocity of a point of the body is R p_B + p, metres per unit of t.
    IntervalPose rate(BodyIndex body);

    /// Holds the point p_B of a body, in the world, for every t of the interval (metres). `acceleration`: bound of the length of the
    /// point's second derivative by t (MotionBound::acceleration); without one the mean value form is used instead of the chord's.
    IntervalVec3 enclosePoint(BodyIndex body, const Vec3& p_B, double acceleration = std::numeric_limits<double>::infinity());
    /// The same for all points of a ball, metres, fixed to a body. `acceleration` is one of its centre.
    IntervalVec3 encloseBall(BodyIndex body, const Vec3& centre_B, double radius,
                             double acceleration = std::numeric_limits<double>::infinity());
    /// Holds the world velocity of the point p_B of a body for every t of the interval, metres per unit of t.
    IntervalVec3 velocity(BodyIndex body, const Vec3& p_B);

private:
    enum When
    {
        Whole,  // for all t of the interval at once
        Middle,
        First,
        Last
    };
    struct Cached
    {
        bool pose_is_known[4] = {false, false, false, false}, rate_is_known = false, joint_is_known = false;
        IntervalPose pose[4], rate;  // of the curve F; not widened
        JointRange joint;            // Whole

        void forget()
        {
            for (bool& known : pose_is_known)
                known = false;
            rate_is_known = joint_is_known = false;
        }
    };
    /// Errors of the derivatives of the body's rotation (spectral norm) and origin, see the .cpp.
    struct RateError
    {
        double turning = 0.0;  // bound of |R'|
        double rotation = 0.0, position = 0.0;
    };

    void boundRateErrors();
    Interval instant(When when) const;
    Cached& cached(BodyIndex body) { return cached_[body]; }
    const JointRange& joint(BodyIndex body);
    /// Of the curve F.
    const IntervalPose& curve(BodyIndex body, When when);
    const IntervalPose& curveRate(BodyIndex body);
    double error(BodyIndex body, const Vec3& p_B) const;

    const Motion* motion_ = nullptr;
    Interval time_;
    IndexedVector<BodyIndex, Cached> cached_;
    std::vector<BodyIndex> touched_;
    IndexedVector<BodyIndex, RateError> rate_error_;
};

}  // namespace gapless
