// A vertex of a body whose rotation vector moves linearly, as in rigid-ipc: c(t) + exp([w(t)]) r, c and w linear in t.
#pragma once

#include "certify/vertex_path.h"

namespace gapless::test {

class RotationVectorVertexPath : public VertexPath
{
public:
    RotationVectorVertexPath(const Vec3& c0, const Vec3& c1, const Vec3& w0, const Vec3& w1, const Vec3& r)
        : c0_(c0), c_rate_(IntervalVec3(c1) - IntervalVec3(c0)), w0_(w0), w_rate_(IntervalVec3(w1) - IntervalVec3(w0)), r_(r)
    {}

    // With a = sin(f)/f, b = (1 - cos(f))/f^2, f = |w|: exp([w]) r = r + a w x r + b w x (w x r).
    IntervalVec3 position(const Interval& t) const override { return c0_ + t * c_rate_ + turned(w0_ + t * w_rate_); }
    // The angular velocity is w' + b w x w' + c w x (w x w'), c = (f - sin(f))/f^3.
    IntervalVec3 velocity(const Interval& t) const override
    {
        const IntervalVec3 w = w0_ + t * w_rate_;
        const Interval f = lengthOf(w);
        const IntervalVec3 wx = cross(w, w_rate_);
        const IntervalVec3 omega = w_rate_ + coefficient(2, f) * wx + coefficient(3, f) * cross(w, wx);
        return c_rate_ + cross(omega, turned(w));
    }

private:
    static Interval lengthOf(const IntervalVec3& w) { return sqrt(square(w.x) + square(w.y) + square(w.z)); }
    IntervalVec3 turned(const IntervalVec3& w) const
    {
        const Interval f = lengthOf(w);
        const IntervalVec3 wr = cross(w, r_);
        return r_ + coefficient(1, f) * wr + coefficient(2, f) * cross(w, wr);
    }
    /// sum over k of (-1)^k f^2k / (2k + n)!: sin(f)/f, (1 - cos(f))/f^2, (f - sin(f))/f^3 for n = 1, 2, 3; decreasing for f <= 4.
    static Interval coefficient(int n, const Interval& f)
    {
        if (f.lower > 3.0)
            return n == 1 ? sin(f) / f : n == 2 ? (Interval(1.0) - cos(f)) / square(f) : (f - sin(f)) / (f * square(f));
        if (!(f.upper <= 4.0))
            return n == 1 ? Interval(-0.25, 1.0) : Interval(0.0, n == 2 ? 0.5 : 0.17);
        return {series(n, f.upper).lower, series(n, f.lower).upper};
    }
    static Interval series(int n, double f)
    {
        Interval term = n == 1 ? 1.0 : n == 2 ? 0.5 : 0.5 / Interval(3.0), sum = 0.0;
        for (int k = 0; k < 18; ++k)
        {
            sum += term;
            term = -term * square(f) / Interval((2.0 * k + n + 1) * (2.0 * k + n + 2));
        }
        // The terms alternate and fall from the third on: the rest is between zero and the first one left out.
        return sum + hull(term, 0.0);
    }

    IntervalVec3 c0_, c_rate_, w0_, w_rate_, r_;
};

}  // namespace gapless::test
