// The constants on which explicit error terms rest, and the words of the verdicts.
#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/real.h"

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>
#include <gapless/core/verdict.h>

using namespace gapless;
using namespace gapless::test;

TEST_CASE("Verdicts have the words of the command line's JSON")
{
    CHECK(std::string(toString(Verdict::Free)) == "free");
    CHECK(std::string(toString(Verdict::Collision)) == "collision");
    CHECK(std::string(toString(Verdict::Undecided)) == "undecided");
}

TEST_CASE("A sum of a thousand products, inflated, bounds the exact sum from above, and deflated from below")
{
    Random random(1);
    for (int i = 0; i < 200; ++i)
    {
        double sum = 0.0;
        Real exact = 0;
        for (int k = 0; k < 500; ++k)
        {
            const double a = random.logUniform(1e-6, 1e6), b = random.logUniform(1e-6, 1e6);
            sum += a * b;
            exact += Real(a) * Real(b);
        }
        CHECK(Real(sum * kInflate) >= exact);
        CHECK(Real(sum * kDeflate) <= exact);
    }
}

TEST_CASE("The unit roundoff is half the distance from one to the next double")
{
    CHECK(2 * kUnitRoundoff == std::numeric_limits<double>::epsilon());
}

TEST_CASE("Products and sums are rounded one by one, not contracted")
{
    // With a fused operation the remainder of this product would come out instead of zero.
    volatile double x = 1.0 + 0x1p-30;
    const double a = x, square = a * a;
    CHECK(a * a - square == 0.0);
}

TEST_CASE("An input error carries its message")
{
    CHECK(std::string(InputError("file:3: wrong").what()) == "file:3: wrong");
}

TEST_CASE("Poses compose and invert")
{
    Random random(2);
    for (int i = 0; i < 100; ++i)
    {
        const Pose X = random.pose(3), Y = random.pose(3);
        const Vec3 p = random.inCube(3);
        CHECK(((X * Y) * p - X * (Y * p)).norm() <= 1e-14 * 10);
        CHECK((X.inverse() * (X * p) - p).norm() <= 1e-14 * 10);
    }
}
