#include <gapless/kinematics/bernstein.h>

#include <algorithm>
#include <cmath>

namespace gapless {

namespace {

double binomial(int n, int k)
{
    double result = 1.0;
    for (int i = 1; i <= k; ++i)
        result = result * (n - k + i) / i;  // an integer every time
    return result;
}

/// Bound of |y - x| for all y of the interval; exactly 0 for x itself.
double distance(const Interval& interval, double x)
{
    const auto up = [](double d) { return d == 0.0 ? 0.0 : roundedUp(std::abs(d)); };
    return std::max(up(interval.lower - x), up(interval.upper - x));
}

}  // namespace

Bernstein Bernstein::fromCoefficients(const Interval* coefficients, int degree)
{
    Bernstein p;
    p.degree_ = degree;
    std::copy(coefficients, coefficients + degree + 1, p.coefficients_.begin());
    return p;
}

// s^k = sum over j >= k of C(j, k) / C(n, k) B_j(s).
Bernstein Bernstein::fromPowers(const Interval* powers, int degree)
{
    Bernstein p;
    p.degree_ = degree;
    for (int j = 0; j <= degree; ++j)
    {
        Interval& b = p.coefficients_[static_cast<std::size_t>(j)];
        b = powers[0];
        for (int k = 1; k <= j; ++k)
            b += powers[k] * Interval(binomial(j, k)) / Interval(binomial(degree, k));
    }
    return p;
}

Bernstein Bernstein::line(const Interval& first, const Interval& last)
{
    const Interval b[] = {first, last};
    return fromCoefficients(b, 1);
}

// p'(0) = n (b_1 - b_0), p''(0) = n (n - 1) (b_2 - 2 b_1 + b_0), and the same at the other end.
Bernstein Bernstein::cubic(const Interval& first, const Interval& first_rate, const Interval& last, const Interval& last_rate)
{
    const Interval b[] = {first, first + first_rate / 3.0, last - last_rate / 3.0, last};
    return fromCoefficients(b, 3);
}

Bernstein Bernstein::quintic(const Interval& first, const Interval& first_rate, const Interval& first_bend, const Interval& last,
                             const Interval& last_rate, const Interval& last_bend)
{
    const Interval b[] = {first,
                          first + first_rate / 5.0,
                          first + first_rate * 2.0 / 5.0 + first_bend / 20.0,
                          last - last_rate * 2.0 / 5.0 + last_bend / 20.0,
                          last - last_rate / 5.0,
                          last};
    return fromCoefficients(b, 5);
}

Interval Bernstein::operator()(const Interval& s) const
{
    std::array<Interval, kMostDegree + 1> b = coefficients_;
    const Interval rest = Interval(1.0) - s;
    for (int left = degree_; left > 0; --left)
        for (std::size_t k = 0; k < static_cast<std::size_t>(left); ++k)
            b[k] = rest * b[k] + s * b[k + 1];
    return b[0];
}

void Bernstein::halve(Bernstein& left, Bernstein& right) const
{
    const std::size_t n = static_cast<std::size_t>(degree_);
    std::array<Interval, kMostDegree + 1> b = coefficients_;
    left.degree_ = right.degree_ = degree_;
    left.coefficients_[0] = b[0];
    right.coefficients_[n] = b[n];
    for (std::size_t step = 1; step <= n; ++step)
    {
        for (std::size_t k = 0; k + step <= n; ++k)
            b[k] = (b[k] + b[k + 1]) * 0.5;
        left.coefficients_[step] = b[0];
        right.coefficients_[n - step] = b[n - step];
    }
}

Bernstein Bernstein::part(const Interval& a, const Interval& b) const
{
    const auto n = static_cast<std::size_t>(degree_);
    Bernstein out;
    out.degree_ = degree_;
    for (std::size_t k = 0; k <= n; ++k)
    {
        std::array<Interval, kMostDegree + 1> c = coefficients_;
        for (std::size_t step = 0; step < n; ++step)
        {
            const Interval& s = step < k ? b : a;
            const Interval rest = Interval(1.0) - s;
            for (std::size_t j = 0; j + step < n; ++j)
                c[j] = rest * c[j] + s * c[j + 1];
        }
        out.coefficients_[k] = c[0];
    }
    return out;
}

double Bernstein::deviation(double from, double to) const
{
    const int n = degree_;
    if (n == 0)
        return std::max(distance(first(), from), distance(first(), to));
    const double outer = std::max(distance(first(), from), distance(last(), to));
    double inner = 0.0, bend = 0.0;
    for (int k = 1; k < n; ++k)
    {
        const Interval line = (Interval(from) * static_cast<double>(n - k) + Interval(to) * static_cast<double>(k)) / n;
        inner = std::max(inner, ((*this)[k] - line).magnitude());
        bend = std::max(bend, ((*this)[k - 1] - (*this)[k] * 2.0 + (*this)[k + 1]).magnitude());
    }
    const Interval by_coefficients = Interval(1.0 - std::ldexp(1.0, 1 - n)) * inner,
                   by_bend = Interval(bend) * (n * (n - 1)) / 8.0;
    return (Interval(outer) + std::min(by_coefficients.upper, by_bend.upper)).upper;
}

}  // namespace gapless
