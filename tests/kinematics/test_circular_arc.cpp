// Coordinates of arcs, against 50 digits.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/random_input.h"
#include "support/real.h"

#include <gapless/kinematics/joint_function.h>

using namespace gapless;
using namespace gapless::test;

namespace {

Real exact(const CircularArc& arc, const Real& s)
{
    return Real(arc.centre.lower) + Real(arc.radius.lower) * sin(Real(arc.phase.lower) + s * Real(arc.turn.lower));
}

bool encloses(const Interval& interval, const Real& x)
{
    return Real(interval.lower) <= x && x <= Real(interval.upper);
}

}  // namespace

TEST_CASE("Values of arcs and of their halves are enclosed, sharply")
{
    Random random(23);
    for (int i = 0; i < 3000; ++i)
    {
        const double radius = random.logUniform(1e-6, 1e4) * (random.chance(0.5) ? 1 : -1);
        const CircularArc arc{random.uniform(-100, 100), radius, random.uniform(-10, 10), random.uniform(-8, 8)};
        JointFunction left, right;
        JointFunction(arc).halve(left, right);
        JointFunction second = right, quarter;
        right.halve(quarter, second);
        for (int k = 0; k <= 4; ++k)
        {
            const double s = k < 2 ? k : random.unit();
            const Interval value = arc(s);
            CHECK(encloses(value, exact(arc, s)));
            CHECK(value.width() <= 1e-13 * (std::abs(radius) + 100));
            CHECK(encloses(left(s), exact(arc, Real(s) / 2)));
            CHECK(encloses(second(s), exact(arc, Real(3) / 4 + Real(s) / 4)));
        }
        CHECK(encloses(JointFunction(arc).first(), exact(arc, 0)));
        CHECK(encloses(JointFunction(arc).last(), exact(arc, 1)));
        // On an interval of s all values.
        const double a = random.unit(), b = random.unit();
        const Interval between(std::min(a, b), std::max(a, b));
        CHECK(encloses(arc(between), exact(arc, Real(a) + Real(random.unit()) * (Real(b) - Real(a)))));
    }
}

TEST_CASE("An arc's deviation from a line is bounded, for short arcs by little more than its sagitta")
{
    Random random(29);
    double tightest = 1e9;
    for (int i = 0; i < 3000; ++i)
    {
        const CircularArc arc{random.uniform(-1, 1), random.uniform(-2, 2), random.uniform(-4, 4),
                              random.logUniform(1e-4, 6) * (random.chance(0.5) ? 1 : -1)};
        const double from = arc(0.0).middle() + (random.chance(0.5) ? 0.0 : random.uniform(-0.1, 0.1));
        const double to = arc(1.0).middle() + (random.chance(0.5) ? 0.0 : random.uniform(-0.1, 0.1));
        const double bound = arc.deviation(from, to);
        Real largest = 0;
        for (int k = 0; k <= 20; ++k)
        {
            const Real s = Real(k) / 20;
            largest = std::max<Real>(largest, abs(exact(arc, s) - ((1 - s) * Real(from) + s * Real(to))));
        }
        CHECK(Real(bound) >= largest);
        if (std::abs(arc.turn.lower) < 0.5 && from == arc(0.0).middle() && to == arc(1.0).middle() && largest > Real(1e-9))
            tightest = std::min(tightest, bound / static_cast<double>(largest));
    }
    CHECK(tightest < 1.05);
}
