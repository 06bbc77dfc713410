// Where a vertex is over an interval of time: what elementary collision tests know of a motion.
#pragma once

#include <gapless/kinematics/interval_motion.h>

namespace gapless {

/// The path of a point, continuously differentiable in t. Metres in the world, t a fraction of the motion.
class VertexPath
{
public:
    virtual ~VertexPath() = default;
    /// Holds the position at every t of the interval.
    virtual IntervalVec3 position(const Interval& t) const = 0;
    /// Holds the derivative by t at every t of the interval.
    virtual IntervalVec3 velocity(const Interval& t) const = 0;
};

/// p0 + t (p1 - p0), exactly.
class LinearVertexPath : public VertexPath
{
public:
    LinearVertexPath(const Vec3& p0, const Vec3& p1) : LinearVertexPath(IntervalVec3(p0), IntervalVec3(p1)) {}
    /// For ends that are no doubles: any ends in these boxes.
    LinearVertexPath(const IntervalVec3& p0, const IntervalVec3& p1) : p0_(p0), rate_(p1 - p0) {}
    IntervalVec3 position(const Interval& t) const override { return p0_ + t * rate_; }
    IntervalVec3 velocity(const Interval&) const override { return rate_; }

private:
    IntervalVec3 p0_, rate_;
};

/// A point of a rigid body that moves at a constant rate and turns at a constant rate about an axis of fixed direction k:
/// c0 + t (c1 - c0) + Rot(k, a0 + t (a1 - a0)) r. Metres, radians.
class FixedAxisVertexPath : public VertexPath
{
public:
    /// @param c0,c1 positions of the body's origin at t = 0 and 1. @param axis of any length > 0. @param r the point in the body.
    FixedAxisVertexPath(const Vec3& c0, const Vec3& c1, const Vec3& axis, const Interval& angle0, const Interval& angle1,
                        const Vec3& r);
    IntervalVec3 position(const Interval& t) const override;
    IntervalVec3 velocity(const Interval& t) const override;

private:
    // Rodrigues: Rot(k, a) r = along + cos(a) across + sin(a) turned.
    IntervalVec3 c0_, rate_, along_, across_, turned_;
    Interval angle_, angle_rate_;
};

/// A point of a body of a Motion. Paths of one motion share an IntervalMotion, and with it the poses of an interval: ask all of them
/// about one interval before the next. One thread at a time.
class BodyVertexPath : public VertexPath
{
public:
    /// @pre motion outlives the path. `acceleration` as for IntervalMotion::enclosePoint.
    BodyVertexPath(IntervalMotion& motion, BodyIndex body, const Vec3& p_B,
                   double acceleration = std::numeric_limits<double>::infinity())
        : motion_(&motion), body_(body), p_B_(p_B), acceleration_(acceleration)
    {}
    IntervalVec3 position(const Interval& t) const override;
    IntervalVec3 velocity(const Interval& t) const override;

private:
    IntervalMotion* motion_;
    BodyIndex body_;
    Vec3 p_B_;
    double acceleration_;
};

}  // namespace gapless
