// A body that moves in a way whose bounds are known.
#pragma once

#include <cmath>

#include <Eigen/Geometry>

#include "certify/hull_lane.h"
#include "support/random_input.h"
#include "support/real.h"

namespace gapless::test {

using Long = long double;

/// A body: constant accelerations of its origin and about an axis.
struct Course
{
    Mat3 R;
    Vec3 p, v, a, axis;
    double rate = 0.0, rate_rate = 0.0;

    static Course random(Random& random)
    {
        Course course;
        course.R = random.rotation();
        course.p = random.inCube(2.0);
        course.v = random.inCube(random.chance(0.3) ? 0.0 : 2.0);
        course.a = random.inCube(random.chance(0.3) ? 0.0 : 3.0);
        course.axis = random.direction();
        course.rate = random.chance(0.3) ? 0.0 : random.uniform(0.0, 4.0);
        course.rate_rate = random.chance(0.5) ? 0.0 : random.uniform(0.0, 4.0);
        return course;
    }
    V3<Long> at(const Vec3& x, Long s) const
    {
        const Long angle = rate * s + rate_rate * s * s / 2;
        const V3<Long> k = lift<Long>(axis), y = lift<Long>(R) * lift<Long>(x);
        const V3<Long> turned = y * std::cos(angle) + k.cross(y) * std::sin(angle) + k * (k.dot(y) * (1 - std::cos(angle)));
        return lift<Long>(p) + lift<Long>(v) * s + lift<Long>(a) * (s * s / 2) + turned;
    }
    Pose at(double s) const
    {
        const double angle = rate * s + rate_rate * s * s / 2;
        return {Mat3(Eigen::AngleAxisd(angle, axis) * R), p + v * s + a * (s * s / 2)};
    }
    HullBody body() const { return {R, rate * axis, rate_rate, a.norm() * (1 + 1e-12)}; }
};

}  // namespace gapless::test
