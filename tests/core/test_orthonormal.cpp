// orthonormal(): what bounds rest on is either untouched, repaired to rounding, or refused.
#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/real.h"

#include <gapless/core/error.h>
#include <gapless/core/orthonormal.h>
#include <gapless/core/rounding.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// Frobenius norm of R^T R - 1, without rounding of its own.
double offOrthonormal(const Mat3& R)
{
    const M3<Real> X = lift<Real>(R);
    const M3<Real> off = X.transpose() * X - M3<Real>::Identity();
    Real sum = 0;
    for (int i = 0; i < 9; ++i)
        sum += off.data()[i] * off.data()[i];
    using std::sqrt;
    return toDouble(Real(sqrt(sum)));
}

Mat3 randomMatrix(Random& random)
{
    Mat3 E;
    for (int i = 0; i < 9; ++i)
        E.data()[i] = random.uniform(-1, 1);
    return E / E.norm();
}

std::string refusalOf(const Pose& X)
{
    try
    {
        orthonormal(X, "the place");
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("A rotation that is orthonormal to rounding comes back bit for bit")
{
    Random random(5);
    for (int i = 0; i < 1000; ++i)
    {
        // Half turns and quarter turns too: exact ones, with zeros of either sign.
        const Mat3 quarter = Eigen::AngleAxisd(random.index(4) * M_PI / 2, Vec3::Unit(random.index(3))).toRotationMatrix();
        const Pose X = {i % 2 ? random.rotation() : quarter, random.inCube(1e6)};
        const Pose Y = orthonormal(X, "here");
        CAPTURE(digits(X.R));
        CHECK(Y.R == X.R);
        CHECK(Y.p == X.p);
    }
    CHECK(orthonormal({}, "here").R == Mat3::Identity());
}

TEST_CASE("A rotation off by up to 1e-9 is replaced by the nearest rotation, orthonormal to rounding")
{
    Random random(6);
    for (int i = 0; i < 1000; ++i)
    {
        // R^T R - 1 is up to twice the size of the perturbation.
        const double size = i % 2 ? 1e-10 : random.logUniform(1e-14, 4.9e-10);
        const Mat3 exact = random.rotation();
        const Pose X = {exact * (Mat3::Identity() + size * randomMatrix(random)), random.inCube(3)};
        const Pose Y = orthonormal(X, "here");
        CAPTURE(digits(X.R), size);
        CHECK(offOrthonormal(Y.R) <= 32.0 * kUnitRoundoff);
        CHECK(Y.R.determinant() > 0.0);
        CHECK(Y.p == X.p);
        // Nearest: the polar factor, which the singular vectors give too.
        const Eigen::JacobiSVD<Mat3> svd(X.R, Eigen::ComputeFullU | Eigen::ComputeFullV);
        CHECK((Y.R - svd.matrixU() * svd.matrixV().transpose()).norm() <= 1e-14);
        // Repaired is repaired: the second time changes nothing.
        CHECK(orthonormal(Y, "here").R == Y.R);
    }
}

TEST_CASE("A pose that is not rigid is refused, and the error opens with the place")
{
    Random random(7);
    const Mat3 R = random.rotation();
    const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
    std::vector<Pose> bad;
    for (double size : {1e-8, 1e-6, 1e-2})
        bad.push_back({R * (Mat3::Identity() + size * randomMatrix(random)), Vec3::Zero()});
    bad.push_back({1.000001 * R, Vec3::Zero()});
    bad.push_back({Mat3::Zero(), Vec3::Zero()});
    // Products of these overflow: still refused, and not as NaN taken for small.
    bad.push_back({1e200 * R, Vec3::Zero()});
    // Reflections are orthonormal as matrices.
    bad.push_back({-R, Vec3::Zero()});
    bad.push_back({R * Vec3(1, 1, -1).asDiagonal(), Vec3::Zero()});
    for (double value : {nan, inf, -inf})
        for (int i = 0; i < 12; ++i)
        {
            Pose X = {R, Vec3(1, 2, 3)};
            (i < 9 ? X.R.data()[i] : X.p[i - 9]) = value;
            bad.push_back(X);
        }
    for (const Pose& X : bad)
    {
        CAPTURE(digits(X.R), digits(X.p));
        CHECK(refusalOf(X).find("the place: ") == 0);
    }
}
