// Polynomials in Bernstein form whose coefficients are intervals: what is exact of a curve, and what is only known to within bounds.
//
// p(s) = sum_k b_k B_k(s), B_k(s) = C(n, k) s^k (1 - s)^(n - k), s in [0,1]. The coefficients hold those of an exact polynomial, through
// all operations (interval.h), so the class needs no bounds of rounding besides. The same form carries what is not known exactly: a
// constant whose one coefficient is a wide interval stands for any function that stays within it.
//
// The B_k are not negative and sum up to 1. de Casteljau's halving gives the coefficients of both
// halves. G. Farin: "Curves and Surfaces for CAGD", 5th edition 2002, sections 5.1, 5.4 and 6.
#pragma once

#include <array>
#include <cstddef>

#include <gapless/core/interval.h>

namespace gapless {

class Bernstein
{
public:
    static constexpr int kMostDegree = 7;

    /// The constant.
    Bernstein(const Interval& value) : coefficients_{value} {}     // NOLINT: a number is a polynomial
    Bernstein(double value = 0.0) : Bernstein(Interval(value)) {}  // NOLINT
    /// @param coefficients b_0 to b_degree. @pre 0 <= degree <= kMostDegree
    static Bernstein fromCoefficients(const Interval* coefficients, int degree);
    /// sum_k powers[k] s^k. @pre as above
    static Bernstein fromPowers(const Interval* powers, int degree);
    /// The straight line from p(0) to p(1).
    static Bernstein line(const Interval& first, const Interval& last);
    /// With those values and first derivatives by s, of degree 3.
    static Bernstein cubic(const Interval& first, const Interval& first_rate, const Interval& last, const Interval& last_rate);
    /// With those values, first and second derivatives by s, of degree 5.
    static Bernstein quintic(const Interval& first, const Interval& first_rate, const Interval& first_bend, const Interval& last,
                             const Interval& last_rate, const Interval& last_bend);

    int degree() const { return degree_; }
    const Interval& operator[](int k) const { return coefficients_[static_cast<std::size_t>(k)]; }
    const Interval& first() const { return coefficients_[0]; }
    const Interval& last() const { return coefficients_[static_cast<std::size_t>(degree_)]; }
    /// Encloses p(s) for every s of an interval within [0,1]; sharp to rounding at a point only.
    Interval operator()(const Interval& s) const;
    /// The polynomials s -> p(s / 2) and s -> p((1 + s) / 2).
    void halve(Bernstein& left, Bernstein& right) const;
    /// The polynomial s -> p(a + s (b - a)), by its blossom: coefficient k is that of n - k arguments a and k arguments b (Farin, section 4.4).
    Bernstein part(const Interval& a, const Interval& b) const;

    /// Bound of |p(s) - ((1 - s) from + s to)| over [0,1]. With d_k = b_k - (from + (to - from) k / n):
    /// - p less that line is sum_k d_k B_k. The inner B_k sum up to 1 - (1 - s)^n - s^n <= 1 - 2^(1 - n), the outer two to at most 1:
    ///   at most max(|d_0|, |d_n|) + (1 - 2^(1 - n)) max_inner |d_k|.
    /// - It also is p less its own chord, at most max |p''| / 8 = n (n - 1) max |b_k - 2 b_k+1 + b_k+2| / 8, plus max(|d_0|, |d_n|).
    double deviation(double from, double to) const;

private:
    int degree_ = 0;
    std::array<Interval, kMostDegree + 1> coefficients_;
};

}  // namespace gapless
