// Sine and cosine of an interval against their exact ranges in 50 digits.
#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/real.h"

#include <gapless/core/interval.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Library
{
    static Interval cosine(const Interval& a) { return cos(a); }
    static Interval sine(const Interval& a) { return sin(a); }
};

/// Deliberately broken: the ends alone, not widened.
struct EndsOnly
{
    static Interval cosine(const Interval& a)
    {
        return {std::min(std::cos(a.lower), std::cos(a.upper)), std::max(std::cos(a.lower), std::cos(a.upper))};
    }
    static Interval sine(const Interval& a)
    {
        return {std::min(std::sin(a.lower), std::sin(a.upper)), std::max(std::sin(a.lower), std::sin(a.upper))};
    }
};

bool encloses(const Interval& a, const Real& x)
{
    return Real(a.lower) <= x && x <= Real(a.upper);
}

struct Failures
{
    int cosine = 0, sine = 0;
};

/// Angles near the extrema, small and huge, widths from 0 to 7.
Interval randomAngle(Random& random, double largest)
{
    double a = random.chance(0.5) ? random.uniform(-10, 10) : (random.chance(0.5) ? 1 : -1) * random.logUniform(1e-9, largest);
    if (random.chance(0.5))
        a = 0.5 * M_PI * std::round(a / (0.5 * M_PI))
            + (random.chance(0.5) ? 0.0 : random.uniform(-1, 1) * random.logUniform(1e-17, 1e-3));
    const double kind = random.unit();
    double width = kind < 0.2 ? 0.0 : kind < 0.6 ? random.logUniform(1e-17, 1e-2) : random.uniform(0, 7);
    if (kind > 0.95)
        width = 0.5 * M_PI * (1 + random.index(4));
    const double low = random.chance(0.5) ? a : a - width;
    return {low, std::max(low, low + width)};
}

struct Range
{
    Real lower, upper;
};

/// The exact range of the cosine (of angle - phase), from its extrema at multiples of pi.
Range exactRange(const Interval& angle, const Real& phase)
{
    using std::ceil;
    using std::cos;
    static const Real pi = boost::multiprecision::default_ops::get_constant_pi<Real::backend_type>();
    const Real a = Real(angle.lower) - phase, b = Real(angle.upper) - phase;
    const Real x = cos(a), y = cos(b);
    Range out{x < y ? x : y, x < y ? y : x};
    for (Real k = ceil(Real(a / pi)); k * pi <= b && k * pi <= a + 7 * pi; k += 1)
    {
        const bool even = boost::multiprecision::fmod(boost::multiprecision::abs(k), Real(2)) == Real(0);
        (even ? out.upper : out.lower) = even ? 1 : -1;
    }
    return out;
}

template <class Arithmetic>
Failures failuresOfAngles(int count, double largest, Real& excess, bool report)
{
    static const Real pi = boost::multiprecision::default_ops::get_constant_pi<Real::backend_type>();
    Random random(902);
    Failures out;
    excess = 0;
    for (int i = 0; i < count; ++i)
    {
        const Interval angle = randomAngle(random, largest);
        const auto judge = [&](int& failures, const char* name, const Interval& result, const Range& exact) {
            for (const Real& e : {Real(exact.lower - Real(result.lower)), Real(Real(result.upper) - exact.upper)})
                excess = e > excess ? e : excess;
            if (encloses(result, exact.lower) && encloses(result, exact.upper))
                return;
            ++failures;
            if (report)
                UNSCOPED_INFO(name << " of [" << digits(angle.lower) << ", " << digits(angle.upper) << "]: ["
                                   << digits(result.lower) << ", " << digits(result.upper) << "] does not hold ["
                                   << exact.lower.str(25) << ", " << exact.upper.str(25) << "]");
        };
        judge(out.cosine, "cosine", Arithmetic::cosine(angle), exactRange(angle, 0));
        judge(out.sine, "sine", Arithmetic::sine(angle), exactRange(angle, pi / 2));
    }
    return out;
}

}  // namespace

TEST_CASE("Sine and cosine of an interval hold the exact range, and below 1e3 rad no more than 1e-14 beyond it")
{
    Real excess;
    const Failures near = failuresOfAngles<Library>(20000, 1e3, excess, true);
    CHECK(near.cosine == 0);
    CHECK(near.sine == 0);
    CHECK(excess <= Real(1e-14));
    WARN("sine and cosine: at most " << toDouble(excess) << " beyond the exact range");
    const Failures far = failuresOfAngles<Library>(20000, 1e9, excess, true);
    CHECK(far.cosine == 0);
    CHECK(far.sine == 0);
    for (const Interval& beyond :
         {Interval(1e9, 2e9), Interval(-kInfinity, 0.0), Interval(-kInfinity, kInfinity), Interval(1e300)})
    {
        CHECK(cos(beyond).contains(Interval(-1.0, 1.0)));
        CHECK(sin(beyond).contains(Interval(-1.0, 1.0)));
    }
}

TEST_CASE("A range from the ends alone, rounded to nearest, is caught")
{
    Real excess;
    const Failures failures = failuresOfAngles<EndsOnly>(3000, 1e3, excess, false);
    CHECK(failures.cosine > 0);
    CHECK(failures.sine > 0);
}
