// 50-digit arithmetic, the oracle of the tests, and vectors over any scalar.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>

#include <gapless/core/types.h>

namespace gapless::test {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

template <class T>
using V3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using M3 = Eigen::Matrix<T, 3, 3>;

template <class T>
V3<T> lift(const Vec3& v)
{
    return {T(v.x()), T(v.y()), T(v.z())};
}

template <class T>
M3<T> lift(const Mat3& m)
{
    M3<T> out;
    for (int i = 0; i < 9; ++i)
        out.data()[i] = T(m.data()[i]);
    return out;
}

inline double toDouble(const Real& x)
{
    return x.convert_to<double>();
}
inline double toDouble(double x)
{
    return x;
}
inline double toDouble(long double x)
{
    return static_cast<double>(x);
}

template <class T>
Vec3 toDouble(const V3<T>& v)
{
    return {toDouble(v.x()), toDouble(v.y()), toDouble(v.z())};
}

template <class T>
T lengthOf(const V3<T>& v)
{
    using std::sqrt;
    return sqrt(v.dot(v));
}

/// Rigid pose over any scalar: p_A = R p_B + p.
template <class T>
struct PoseT
{
    M3<T> R = M3<T>::Identity();
    V3<T> p = V3<T>::Zero();

    V3<T> operator*(const V3<T>& x) const { return R * x + p; }
    PoseT operator*(const PoseT& X) const { return {R * X.R, R * X.p + p}; }
};

template <class T>
PoseT<T> lift(const Pose& X)
{
    return {lift<T>(X.R), lift<T>(X.p)};
}

}  // namespace gapless::test
