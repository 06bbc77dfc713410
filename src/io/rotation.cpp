#include "io/rotation.h"

#include <cmath>

namespace gapless {
namespace {

/// Wider where the machine has it: rounded once at the end, the matrix is as orthonormal as doubles can be.
using Real = long double;
using RealMatrix = Eigen::Matrix<Real, 3, 3>;

}  // namespace

Mat3 rotationFromRpy(const Vec3& rpy)
{
    const Real r = rpy.x(), p = rpy.y(), y = rpy.z();
    const Real sr = std::sin(r), cr = std::cos(r), sp = std::sin(p), cp = std::cos(p), sy = std::sin(y), cy = std::cos(y);
    RealMatrix R;
    R << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
        sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,   //
        -sp, cp * sr, cp * cr;
    return R.cast<double>();
}

std::optional<Eigen::Vector4d> unitQuaternion(const Eigen::Vector4d& xyzw)
{
    const double length = xyzw.norm();
    if (!(std::abs(length - 1.0) <= 1e-6))
        return std::nullopt;
    // The length of a quaternion that was normalised in double is 1 within 4 roundings.
    if (std::abs(length - 1.0) <= 0x1p-50)
        return xyzw;
    return xyzw / length;
}

Mat3 rotationFromQuaternion(const Eigen::Vector4d& xyzw)
{
    const Eigen::Matrix<Real, 4, 1> q = xyzw.cast<Real>();
    return Eigen::Quaternion<Real>(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix().cast<double>();
}

}  // namespace gapless
