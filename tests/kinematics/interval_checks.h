// What the tests of interval motions share: containment in 50 digits, random intervals of time.
#pragma once

#include "random_chain.h"

#include <gapless/kinematics/interval_motion.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless::test {

inline constexpr double kStep = 0x1p-50;  // of the reference's difference quotients: their error is of order 1e-30

inline bool encloses(const Interval& a, const Real& x)
{
    return Real(a.lower) <= x && x <= Real(a.upper);
}
inline bool encloses(const IntervalVec3& a, const V3<Real>& x)
{
    return encloses(a.x, x.x()) && encloses(a.y, x.y()) && encloses(a.z, x.z());
}

inline PoseT<Real> difference(const PoseT<Real>& a, const PoseT<Real>& b, double width)
{
    return {(a.R - b.R) / Real(width), (a.p - b.p) / Real(width)};
}

inline bool encloses(const IntervalPose& a, const PoseT<Real>& X)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (!encloses(a.R[i][j], X.R(i, j)))
                return false;
    return encloses(a.p, X.p);
}

/// An interval of [0, 1], 1 to 1e-6 wide, now and then a point.
inline Interval randomTime(Random& random)
{
    if (random.chance(0.1))
        return random.unit();
    const double width = random.chance(0.1) ? 1.0 : random.logUniform(1e-6, 1.0), from = (1.0 - width) * random.unit();
    return {from, std::min(1.0, from + width)};
}

/// The acceleration bound of a small ball about a point of a body.
inline double accelerationOf(const Motion& motion, BodyIndex body, const Vec3& p_B, double radius)
{
    Pose X;
    X.p = p_B;
    const CollisionGeometry ball({PlacedShape{Sphere{radius}, X}}, "ball");
    MotionBound bound;
    bound.reset(motion, body, ball);
    return bound.acceleration();
}

}  // namespace gapless::test
