// Compiled with products fused into sums: the inline functions of the headers keep their bounds.
#include <catch2/catch.hpp>

#include "geometry/random_convex.h"

#include <gapless/geometry/convex_distance.h>

using namespace gapless;
using namespace gapless::test;

namespace {

[[gnu::noinline]] double productAndSum(double a, double b, double c)
{
    return a * b + c;
}

}  // namespace

TEST_CASE("This file is compiled with products fused into sums")
{
    const volatile double a = 1.0 + 0x1p-30, b = 1.0 - 0x1p-30, c = -1.0;
    CHECK(productAndSum(a, b, c) == -0x1p-60);
}

TEST_CASE("Supports are within the bound of their rounding with products fused into sums")
{
    Random random(81);
    double worst = 0.0;
    for (int i = 0; i < 20000; ++i)
    {
        const Convex A = randomConvex(random, static_cast<Convex::Type>(i % 7), random.logUniform(1e-3, 1e6));
        const Vec3 n = random.direction();
        const V3<Real> exact_n = lift<Real>(n);
        const Real length = lengthOf<Real>(exact_n);
        const double error = std::abs(toDouble(Real(A.support(n)) - exactSupport(A, V3<Real>(exact_n / length))));
        INFO("A " << digits(A) << "\nn " << digits(n));
        CHECK(error <= 0.5 * supportRounding(magnitudeOf(A)));
        worst = std::max(worst, error / supportRounding(magnitudeOf(A)));
    }
    CHECK(worst > 0.0);
}
