// Bernstein against polynomials in 50 digits: every operation encloses, and the deviation from a line is never less than what it is.
#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "support/random_input.h"
#include "support/real.h"

#include <gapless/kinematics/bernstein.h>

using namespace gapless;
using namespace gapless::test;

namespace {

bool encloses(const Interval& interval, const Real& x)
{
    return Real(interval.lower) <= x && x <= Real(interval.upper);
}

Real horner(const std::vector<double>& powers, const Real& s)
{
    Real value = 0;
    for (std::size_t k = powers.size(); k-- > 0;)
        value = value * s + Real(powers[k]);
    return value;
}

Real derivative(const std::vector<double>& powers, const Real& s, int order)
{
    Real value = 0;
    for (std::size_t k = powers.size(); k-- > static_cast<std::size_t>(order);)
    {
        Real factor = powers[k];
        for (int i = 0; i < order; ++i)
            factor *= static_cast<double>(static_cast<int>(k) - i);
        value = value * s + factor;
    }
    return value;
}

/// Of any degree up to the highest, the coefficients over twelve orders of magnitude.
std::vector<double> randomPowers(Random& random)
{
    std::vector<double> powers;
    for (int k = random.index(Bernstein::kMostDegree + 1); k >= 0; --k)
        powers.push_back(random.chance(0.1) ? 0.0 : (random.chance(0.5) ? 1.0 : -1.0) * random.logUniform(1e-6, 1e6));
    return powers;
}

Bernstein fromPowers(const std::vector<double>& powers)
{
    std::vector<Interval> coefficients(powers.begin(), powers.end());
    return Bernstein::fromPowers(coefficients.data(), static_cast<int>(coefficients.size()) - 1);
}

double scaleOf(const std::vector<double>& powers)
{
    double scale = 0.0;
    for (const double a : powers)
        scale += std::abs(a);
    return scale;
}

/// What deviation() bounds, from below: at samples.
Real sampledDeviation(const std::vector<double>& powers, double from, double to, const Real& begin, const Real& end)
{
    Real most = 0;
    for (int i = 0; i <= 64; ++i)
    {
        const Real s = Real(i) / 64;
        using std::abs;
        const Real off = abs(horner(powers, begin + s * (end - begin)) - ((Real(1) - s) * Real(from) + s * Real(to)));
        most = off > most ? off : most;
    }
    return most;
}

/// Shares of the trials in which a bound is less than what samples find.
template <class Bound>
int timesTooSmall(const Bound& bound)
{
    Random random(73);
    int found = 0;
    for (int i = 0; i < 300; ++i)
    {
        const std::vector<double> powers = randomPowers(random);
        const Bernstein p = fromPowers(powers);
        const double from = p.first().middle() + (random.chance(0.5) ? 0.0 : random.uniform(-1, 1)), to = p.last().middle();
        found += Real(bound(p, from, to)) < sampledDeviation(powers, from, to, 0, 1);
    }
    return found;
}

}  // namespace

TEST_CASE("Bernstein polynomials enclose the exact ones, their halves and their values, to a few roundings")
{
    Random random(71);
    for (int i = 0; i < 10000; ++i)
    {
        const std::vector<double> powers = randomPowers(random);
        INFO("polynomial " << i << " of degree " << powers.size() - 1);
        Bernstein part = fromPowers(powers);
        Real begin = 0, end = 1;
        for (int depth = 0; depth < 12; ++depth)
        {
            for (const double s : {0.0, 1.0, 0.5, random.unit()})
            {
                const Real exact = horner(powers, begin + Real(s) * (end - begin));
                REQUIRE(encloses(part(s), exact));
                CHECK(part(s).width() <= 1e-12 * scaleOf(powers));
                CHECK(encloses(part(Interval(0.5 * s, s)), exact));
            }
            REQUIRE(encloses(part.first(), horner(powers, begin)));
            REQUIRE(encloses(part.last(), horner(powers, end)));
            Bernstein left, right;
            part.halve(left, right);
            const Real middle = (begin + end) / 2;
            const bool goes_left = random.chance(0.5);
            part = goes_left ? left : right;
            (goes_left ? end : begin) = middle;
        }
    }
}

TEST_CASE("Polynomials by values and derivatives at both ends have these")
{
    Random random(72);
    for (int i = 0; i < 500; ++i)
    {
        std::vector<double> powers;
        const int degree = i % 2 == 0 ? 3 : 5;
        for (int k = 0; k <= degree; ++k)
            powers.push_back(random.uniform(-1, 1) * random.logUniform(1e-3, 1e3));
        const auto at = [&](double s, int order) {
            const Real x = derivative(powers, s, order);
            const double near = toDouble(x);
            return Interval(roundedDown(near), roundedUp(near));
        };
        const Bernstein p = degree == 3 ? Bernstein::cubic(at(0, 0), at(0, 1), at(1, 0), at(1, 1))
                                        : Bernstein::quintic(at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2));
        REQUIRE(p.degree() == degree);
        for (const double s : {0.0, 0.25, random.unit(), 1.0})
        {
            CHECK(encloses(p(s), horner(powers, s)));
            CHECK(p(s).width() <= 1e-12 * scaleOf(powers));
        }
        const Bernstein line = Bernstein::line(at(0, 0), at(1, 0));
        CHECK(encloses(line(0.25), (horner(powers, 0) * 3 + horner(powers, 1)) / 4));
    }
}

TEST_CASE("The deviation of a polynomial from a line is never less than samples find, and little more")
{
    CHECK(timesTooSmall([](const Bernstein& p, double from, double to) { return p.deviation(from, to); }) == 0);
    // Where it is all but a parabola, as parts of curves soon are, it is all but exact.
    Random random(74);
    for (int i = 0; i < 200; ++i)
    {
        const std::vector<double> powers = randomPowers(random);
        Bernstein part = fromPowers(powers), right;
        Real end = 1;
        for (int depth = 0; depth < 24; ++depth, end /= 2)
            part.halve(part = Bernstein(part), right);
        const double from = part.first().middle(), to = part.last().middle();
        const double found = toDouble(sampledDeviation(powers, from, to, 0, end));
        CHECK(part.deviation(from, to) <= 1.1 * found + 1e-13 * scaleOf(powers));
    }
    // What is known to within a range deviates by half of it, and so does a mere range.
    CHECK(Bernstein(Interval(1.0, 3.0)).deviation(2.0, 2.0) == Approx(1.0));
    CHECK(Bernstein::line(1.0, 3.0).deviation(1.0, 3.0) == 0.0);
}

TEST_CASE("Deviations that are told wrongly are found")
{
    // Only where the ends are; only at the middle; without what the ends are off.
    CHECK(timesTooSmall([](const Bernstein& p, double from, double to) {
              return std::max((p.first() - from).magnitude(), (p.last() - to).magnitude());
          })
          > 100);
    CHECK(timesTooSmall([](const Bernstein& p, double from, double to) { return (p(0.5) - 0.5 * (from + to)).magnitude(); })
          > 100);
    CHECK(timesTooSmall([](const Bernstein& p, double, double) { return p.deviation(p.first().middle(), p.last().middle()); })
          > 50);
}
