// Closed intervals of doubles whose operations are rounded outwards.
//
// R. E. Moore: "Methods and Applications of Interval Analysis", SIAM 1979. Every operation returns an interval that holds all
// exact results for operands from its arguments. The rounding mode stays at nearest: each end is computed in double and then moved
// outwards by one unit in the last place or more, which covers the half unit of the operation (rounding.h) and costs no switch of
// the mode. A lower end may be -infinity, an upper one +infinity; no operation below makes a NaN of intervals with ordered ends.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

#include <gapless/core/rounding.h>

namespace gapless {

/// The next double below, or one a few units further down: below every number that x is the rounded value of.
inline double roundedDown(double x)
{
    // |x| 2^-52 is between one and two units in the last place of x, or lost beside the smallest subnormal, which is added. An exact
    // result beyond the range of doubles is rounded to infinity: it is above the largest of them.
    // Fused: the inner sum is at least max(|x| 2^-52, least) either way. If x stands for an exact y (a product fused into the difference),
    // the largest double d <= y is less than that below y, so y less it is <= d, and so is what that is rounded to.
    if (x == std::numeric_limits<double>::infinity())
        return std::numeric_limits<double>::max();
    return x - (std::abs(x) * 0x1p-52 + std::numeric_limits<double>::denorm_min());
}

/// The next double above, or one a few units further up: above every number that x is the rounded value of.
inline double roundedUp(double x)
{
    return -roundedDown(-x);
}

struct Interval
{
    double lower = 0.0, upper = 0.0;

    constexpr Interval() = default;
    /// The point x, exactly.
    constexpr Interval(double x) : lower(x), upper(x) {}  // NOLINT: a number is an interval
    /// @pre low <= high
    constexpr Interval(double low, double high) : lower(low), upper(high) {}

    /// To nearest: off by half a unit in the last place.
    double width() const { return upper - lower; }
    /// A number of the interval, near its middle; 0 where both ends are infinite.
    double middle() const
    {
        if (lower == -upper)
            return 0.0;
        // The halves of subnormal ends are rounded: 0.5 (x + x) need not be x.
        return std::min(std::max(0.5 * lower + 0.5 * upper, lower), upper);
    }
    /// max |x| over the interval.
    double magnitude() const { return std::max(std::abs(lower), std::abs(upper)); }
    bool contains(double x) const { return lower <= x && x <= upper; }
    bool contains(const Interval& other) const { return lower <= other.lower && other.upper <= upper; }
    bool intersects(const Interval& other) const { return lower <= other.upper && other.lower <= upper; }

    Interval operator-() const { return {-upper, -lower}; }
    Interval& operator+=(const Interval& other);
    Interval& operator-=(const Interval& other);
    Interval& operator*=(const Interval& other);
};

/// The smallest interval that holds both.
inline Interval hull(const Interval& a, const Interval& b)
{
    return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}

/// What is in both. @pre they intersect
inline Interval intersection(const Interval& a, const Interval& b)
{
    return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}

// Sums. One that comes out subnormal or zero is exact; the unit added by roundedDown is of no use there, but of no harm either, except
// that subnormal numbers are slow to multiply: exact zeros, frequent in poses, are kept exact.
inline Interval operator+(const Interval& a, const Interval& b)
{
    if (b.lower == 0.0 && b.upper == 0.0)
        return a;
    if (a.lower == 0.0 && a.upper == 0.0)
        return b;
    return {roundedDown(a.lower + b.lower), roundedUp(a.upper + b.upper)};
}

inline Interval operator-(const Interval& a, const Interval& b)
{
    if (b.lower == 0.0 && b.upper == 0.0)
        return a;
    return {roundedDown(a.lower - b.upper), roundedUp(a.upper - b.lower)};
}

inline Interval operator*(const Interval& a, const Interval& b)
{
    if ((a.lower == 0.0 && a.upper == 0.0) || (b.lower == 0.0 && b.upper == 0.0))
        return {0.0, 0.0};
    // 0 times an unbounded end is 0: every number of that interval is finite.
    const auto product = [](double x, double y) { return x == 0.0 || y == 0.0 ? 0.0 : x * y; };
    const double p = product(a.lower, b.lower), q = product(a.lower, b.upper);
    const double r = product(a.upper, b.lower), s = product(a.upper, b.upper);
    return {roundedDown(std::min(std::min(p, q), std::min(r, s))), roundedUp(std::max(std::max(p, q), std::max(r, s)))};
}

/// @pre b does not hold 0
inline Interval operator/(const Interval& a, const Interval& b)
{
    return a * Interval(roundedDown(1.0 / b.upper), roundedUp(1.0 / b.lower));
}

inline Interval& Interval::operator+=(const Interval& other)
{
    return *this = *this + other;
}
inline Interval& Interval::operator-=(const Interval& other)
{
    return *this = *this - other;
}
inline Interval& Interval::operator*=(const Interval& other)
{
    return *this = *this * other;
}

/// {x^2 : x in a}, never below 0.
inline Interval square(const Interval& a)
{
    const double high = a.magnitude();
    const double low = a.contains(0.0) ? 0.0 : std::min(std::abs(a.lower), std::abs(a.upper));
    return {std::max(0.0, roundedDown(low * low)), roundedUp(high * high)};
}

/// @pre a.upper >= 0; what is below 0 counts as 0.
inline Interval sqrt(const Interval& a)
{
    return {std::max(0.0, roundedDown(std::sqrt(std::max(0.0, a.lower)))), roundedUp(std::sqrt(a.upper))};
}

/// The exact range of the cosine, widened by the errors of the library's and of the argument's reduction.
Interval cos(const Interval& angle);
/// The exact range of the sine, widened likewise.
Interval sin(const Interval& angle);

/// A vector of three intervals: a box, axis aligned.
struct IntervalVec3
{
    Interval x, y, z;

    IntervalVec3() = default;
    IntervalVec3(const Interval& x_, const Interval& y_, const Interval& z_) : x(x_), y(y_), z(z_) {}
    explicit IntervalVec3(const Eigen::Vector3d& p) : x(p.x()), y(p.y()), z(p.z()) {}

    const Interval& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    Interval& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    bool contains(const Eigen::Vector3d& p) const { return x.contains(p.x()) && y.contains(p.y()) && z.contains(p.z()); }
    Eigen::Vector3d middle() const { return {x.middle(), y.middle(), z.middle()}; }
};

inline IntervalVec3 operator+(const IntervalVec3& a, const IntervalVec3& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline IntervalVec3 operator-(const IntervalVec3& a)
{
    return {-a.x, -a.y, -a.z};
}
inline IntervalVec3 operator-(const IntervalVec3& a, const IntervalVec3& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline IntervalVec3 operator*(const Interval& s, const IntervalVec3& a)
{
    return {s * a.x, s * a.y, s * a.z};
}
inline Interval dot(const IntervalVec3& a, const IntervalVec3& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline IntervalVec3 cross(const IntervalVec3& a, const IntervalVec3& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline IntervalVec3 hull(const IntervalVec3& a, const IntervalVec3& b)
{
    return {hull(a.x, b.x), hull(a.y, b.y), hull(a.z, b.z)};
}
/// @pre they intersect
inline IntervalVec3 intersection(const IntervalVec3& a, const IntervalVec3& b)
{
    return {intersection(a.x, b.x), intersection(a.y, b.y), intersection(a.z, b.z)};
}
/// All points at most `radius` >= 0 from one of a, in every coordinate.
inline IntervalVec3 widened(const IntervalVec3& a, double radius)
{
    const Interval r(-radius, radius);
    return {a.x + r, a.y + r, a.z + r};
}

}  // namespace gapless
