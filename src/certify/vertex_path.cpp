#include "certify/vertex_path.h"

namespace gapless {

FixedAxisVertexPath::FixedAxisVertexPath(const Vec3& c0, const Vec3& c1, const Vec3& axis, const Interval& angle0,
                                         const Interval& angle1, const Vec3& r)
    : c0_(c0), rate_(IntervalVec3(c1) - IntervalVec3(c0)), angle_(angle0), angle_rate_(angle1 - angle0)
{
    const IntervalVec3 a(axis), p(r);
    const Interval length = sqrt(square(a.x) + square(a.y) + square(a.z));
    const IntervalVec3 k(a.x / length, a.y / length, a.z / length);
    along_ = dot(k, p) * k;
    across_ = p - along_;
    turned_ = cross(k, p);
}

IntervalVec3 FixedAxisVertexPath::position(const Interval& t) const
{
    const Interval angle = angle_ + t * angle_rate_;
    return c0_ + t * rate_ + along_ + cos(angle) * across_ + sin(angle) * turned_;
}

IntervalVec3 FixedAxisVertexPath::velocity(const Interval& t) const
{
    const Interval angle = angle_ + t * angle_rate_;
    return rate_ + angle_rate_ * (cos(angle) * turned_ - sin(angle) * across_);
}

IntervalVec3 BodyVertexPath::position(const Interval& t) const
{
    motion_->reset(t);
    return motion_->enclosePoint(body_, p_B_, acceleration_);
}

IntervalVec3 BodyVertexPath::velocity(const Interval& t) const
{
    motion_->reset(t);
    return motion_->velocity(body_, p_B_);
}

}  // namespace gapless
