// Random numbers, directions and poses with a fixed seed.
#pragma once

#include <cmath>
#include <cstdint>
#include <iomanip>
#include <random>
#include <sstream>
#include <string>

#include <gapless/core/index.h>
#include <gapless/core/types.h>

namespace gapless::test {

/// The same numbers on every platform: only the bits of mt19937_64 are used, not the library's distributions.
class Random
{
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    double uniform(double low, double high) { return low + (high - low) * unit(); }
    int index(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
    /// A position in the list.
    template <class I, class T>
    I index(const IndexedVector<I, T>& list)
    {
        return I(index(static_cast<int>(list.size())));
    }
    bool chance(double probability) { return unit() < probability; }
    /// Spread over orders of magnitude.
    double logUniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    Vec3 inCube(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }
    Vec3 direction()
    {
        for (;;)
        {
            const Vec3 v = inCube(1.0);
            if (v.squaredNorm() > 1e-3 && v.squaredNorm() < 1.0)
                return v.normalized();
        }
    }
    Eigen::Quaterniond quaternion()
    {
        for (;;)
        {
            const Eigen::Vector4d v(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
            if (v.squaredNorm() > 1e-2 && v.squaredNorm() < 1.0)
                return Eigen::Quaterniond(v.normalized());
        }
    }
    Mat3 rotation() { return quaternion().toRotationMatrix(); }
    Pose pose(double half) { return {rotation(), inCube(half)}; }

private:
    std::mt19937_64 engine_;
};

/// A vector or matrix with 17 digits, so that a failing input can be typed in again.
template <class Derived>
std::string digits(const Eigen::MatrixBase<Derived>& m)
{
    std::ostringstream out;
    out << std::setprecision(17) << "{";
    for (Eigen::Index i = 0; i < m.size(); ++i)
        out << (i ? ", " : "") << m.derived().coeff(i % m.rows(), i / m.rows());
    out << "}";
    return out.str();
}

inline std::string digits(double x)
{
    std::ostringstream out;
    out << std::setprecision(17) << x;
    return out.str();
}

}  // namespace gapless::test
