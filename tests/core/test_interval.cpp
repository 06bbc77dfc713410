// Intervals are outward rounded: for operands from the arguments, the result in 50 digits lies within the computed interval.
#include <catch2/catch.hpp>

#include <vector>

#include "support/random_input.h"
#include "support/real.h"

#include <gapless/core/interval.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

/// What the tests are run on: the library's operations.
struct Outward
{
    static Interval add(const Interval& a, const Interval& b) { return a + b; }
    static Interval subtract(const Interval& a, const Interval& b) { return a - b; }
    static Interval multiply(const Interval& a, const Interval& b) { return a * b; }
    static Interval divide(const Interval& a, const Interval& b) { return a / b; }
    static Interval squareOf(const Interval& a) { return square(a); }
    static Interval rootOf(const Interval& a) { return sqrt(a); }
};

/// Deliberately broken: ends are rounded to nearest and not moved.
struct ToNearest
{
    static Interval add(const Interval& a, const Interval& b) { return {a.lower + b.lower, a.upper + b.upper}; }
    static Interval subtract(const Interval& a, const Interval& b) { return {a.lower - b.upper, a.upper - b.lower}; }
    static Interval multiply(const Interval& a, const Interval& b)
    {
        const double p = a.lower * b.lower, q = a.lower * b.upper, r = a.upper * b.lower, s = a.upper * b.upper;
        return {std::min({p, q, r, s}), std::max({p, q, r, s})};
    }
    static Interval divide(const Interval& a, const Interval& b) { return multiply(a, {1.0 / b.upper, 1.0 / b.lower}); }
    static Interval squareOf(const Interval& a)
    {
        const double low = a.contains(0.0) ? 0.0 : std::min(std::abs(a.lower), std::abs(a.upper));
        return {low * low, a.magnitude() * a.magnitude()};
    }
    static Interval rootOf(const Interval& a) { return {std::sqrt(std::max(0.0, a.lower)), std::sqrt(a.upper)}; }
};

/// Ordinary, huge, tiny, subnormal, zero.
double randomNumber(Random& random)
{
    const double sign = random.chance(0.5) ? 1.0 : -1.0;
    switch (random.index(8))
    {
        case 0: return 0.0;
        case 1: return sign * kTiny * random.index(5);
        case 2: return sign * random.logUniform(1e-318, 1e-300);
        case 3: return sign * random.logUniform(1e300, 1e308);
        case 4: return sign * (random.chance(0.5) ? kLargest : std::numeric_limits<double>::min());
        case 5: return sign * static_cast<double>(random.index(10));
        default: return sign * random.logUniform(1e-6, 1e6);
    }
}

/// A point, an interval of a few units in the last place, or any; now and then unbounded.
Interval randomInterval(Random& random)
{
    const double a = randomNumber(random);
    const double kind = random.unit();
    if (kind < 0.3)
        return a;
    if (kind < 0.4)
        return {a, std::nextafter(a, kInfinity) == kInfinity ? a : std::nextafter(a, kInfinity)};
    if (kind < 0.45)
        return {a, kInfinity};
    if (kind < 0.5)
        return {-kInfinity, a};
    if (kind < 0.52)
        return {-kInfinity, kInfinity};
    const double b = randomNumber(random);
    return {std::min(a, b), std::max(a, b)};
}

/// Numbers of the interval: its ends (the largest doubles for infinite ones), its middle, 0 if it is there, any other.
std::vector<double> numbersOf(const Interval& a, Random& random)
{
    const double low = std::max(a.lower, -kLargest), high = std::min(a.upper, kLargest);
    std::vector<double> out = {low, high, std::min(std::max(a.middle(), low), high)};
    const double s = random.unit();
    out.push_back(std::min(std::max((1.0 - s) * low + s * high, low), high));
    if (a.contains(0.0))
        out.push_back(0.0);
    return out;
}

bool encloses(const Interval& a, const Real& x)
{
    if (!(a.lower <= a.upper))
        return false;
    return (a.lower == -kInfinity || Real(a.lower) <= x) && (a.upper == kInfinity || x <= Real(a.upper));
}

struct Failures
{
    int add = 0, subtract = 0, multiply = 0, divide = 0, square = 0, root = 0;
};

template <class Arithmetic>
Failures failuresOfArithmetic(int count, bool report)
{
    using std::sqrt;
    Random random(901);
    Failures out;
    for (int i = 0; i < count; ++i)
    {
        const Interval a = randomInterval(random), b = randomInterval(random);
        const auto judge = [&](int& failures, const char* operation, const Interval& result, const Real& exact) {
            if (encloses(result, exact))
                return;
            ++failures;
            if (report)
                UNSCOPED_INFO(operation << " of [" << digits(a.lower) << ", " << digits(a.upper) << "] and [" << digits(b.lower)
                                        << ", " << digits(b.upper) << "]: " << exact.str(25) << " not in ["
                                        << digits(result.lower) << ", " << digits(result.upper) << "]");
        };
        for (double x : numbersOf(a, random))
        {
            for (double y : numbersOf(b, random))
            {
                judge(out.add, "sum", Arithmetic::add(a, b), Real(x) + Real(y));
                judge(out.subtract, "difference", Arithmetic::subtract(a, b), Real(x) - Real(y));
                judge(out.multiply, "product", Arithmetic::multiply(a, b), Real(x) * Real(y));
                if (!b.contains(0.0))
                    judge(out.divide, "quotient", Arithmetic::divide(a, b), Real(x) / Real(y));
            }
            judge(out.square, "square", Arithmetic::squareOf(a), Real(x) * Real(x));
            if (a.upper >= 0.0 && x >= 0.0)
                judge(out.root, "root", Arithmetic::rootOf(a), sqrt(Real(x)));
        }
    }
    return out;
}

}  // namespace

TEST_CASE("Sums, products, quotients, squares and roots of intervals hold the exact results of all operands")
{
    const Failures failures = failuresOfArithmetic<Outward>(20000, true);
    CHECK(failures.add == 0);
    CHECK(failures.subtract == 0);
    CHECK(failures.multiply == 0);
    CHECK(failures.divide == 0);
    CHECK(failures.square == 0);
    CHECK(failures.root == 0);
}

TEST_CASE("Rounding to nearest is caught in every operation of intervals")
{
    const Failures failures = failuresOfArithmetic<ToNearest>(3000, false);
    CHECK(failures.add > 0);
    CHECK(failures.subtract > 0);
    CHECK(failures.multiply > 0);
    CHECK(failures.divide > 0);
    CHECK(failures.square > 0);
    CHECK(failures.root > 0);
}

TEST_CASE("The middle of an interval is one of its numbers, exact zeros stay exact, and squares are never negative")
{
    Random random(903);
    for (int i = 0; i < 5000; ++i)
    {
        const Interval a = randomInterval(random);
        CAPTURE(digits(a.lower), digits(a.upper));
        CHECK(a.contains(a.middle()));
        CHECK(square(a).lower >= 0.0);
        const Interval product = a * Interval(0.0), sum = a + Interval(0.0), other = Interval(0.0) + a;
        CHECK((product.lower == 0.0 && product.upper == 0.0));
        CHECK((sum.lower == a.lower && sum.upper == a.upper));
        CHECK((other.lower == a.lower && other.upper == a.upper));
        CHECK((-a).contains(-a.middle()));
    }
}

TEST_CASE("Scalar and vector products of boxes hold those of their points")
{
    Random random(904);
    for (int i = 0; i < 2000; ++i)
    {
        const auto box = [&](Vec3& inside) {
            inside = random.inCube(random.logUniform(1e-3, 1e3));
            const double radius = random.chance(0.3) ? 0.0 : random.logUniform(1e-12, 1.0);
            IntervalVec3 out;
            for (int k = 0; k < 3; ++k)
                out[k] = {inside[k] - radius * random.unit(), inside[k] + radius * random.unit()};
            return out;
        };
        Vec3 p, q;
        const IntervalVec3 a = box(p), b = box(q);
        const V3<Real> P = lift<Real>(p), Q = lift<Real>(q);
        INFO(digits(p) << " " << digits(q));
        CHECK(encloses(dot(a, b), P.dot(Q)));
        const V3<Real> c = P.cross(Q);
        for (int k = 0; k < 3; ++k)
        {
            CHECK(encloses(cross(a, b)[k], c[k]));
            CHECK(encloses((a - b)[k], P[k] - Q[k]));
            CHECK(encloses(hull(a, b)[k], Q[k]));
            CHECK(encloses(widened(a, 0.5)[k], P[k] + Real(0.5)));
        }
    }
}
