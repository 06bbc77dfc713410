// One variable of a configuration along a piece of a curve, as a function on [0,1]: a polynomial, or a coordinate of an arc.
#pragma once

#include <variant>

#include <gapless/kinematics/bernstein.h>
#include <gapless/kinematics/circular_arc.h>

namespace gapless {

class JointFunction
{
public:
    JointFunction(const Bernstein& polynomial = 0.0) : function_(polynomial) {}  // NOLINT: either of them is one
    JointFunction(const CircularArc& arc) : function_(arc) {}                    // NOLINT
    JointFunction(const Interval& constant) : function_(Bernstein(constant)) {}  // NOLINT
    JointFunction(double constant) : function_(Bernstein(constant)) {}           // NOLINT

    /// Null if it is no polynomial.
    const Bernstein* polynomial() const { return std::get_if<Bernstein>(&function_); }
    /// Null if it is no arc.
    const CircularArc* arc() const { return std::get_if<CircularArc>(&function_); }

    /// Encloses the value for every s of an interval within [0,1]; sharp to rounding at a point only.
    Interval operator()(const Interval& s) const;
    /// Encloses the values at the ends: sharper than the function there, where it can be.
    Interval first() const;
    Interval last() const;
    /// Encloses all values over [0,1].
    Interval range() const;
    /// About how wide enclosures at a point are: halving leaves all of it.
    double width() const;
    [[nodiscard]] bool isFinite() const;
    /// The functions s -> value at s / 2 and at (1 + s) / 2.
    void halve(JointFunction& left, JointFunction& right) const;
    /// The function s -> value at a + s (b - a), for any a and b of the intervals. @pre within [0,1]
    JointFunction part(const Interval& a, const Interval& b) const;
    /// Bound of |value - ((1 - s) from + s to)| over [0,1].
    double deviation(double from, double to) const;

private:
    std::variant<Bernstein, CircularArc> function_;
};

}  // namespace gapless
