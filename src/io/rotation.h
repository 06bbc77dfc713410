// Rotations as files write them.
#pragma once

#include <optional>

#include <Eigen/Core>

#include <gapless/core/types.h>

namespace gapless {

/// URDF's convention, radians: Rz(yaw) Ry(pitch) Rx(roll). Zero angles give exact zeros and ones; otherwise each entry is
/// rounded once from long double.
Mat3 rotationFromRpy(const Vec3& rpy);

/// x, y, z, w of unit length; nothing if the given one is not of unit length within 1e-6. One that is of unit length as far
/// as doubles can tell is returned unchanged, so that writing and reading a state again is the identity.
std::optional<Eigen::Vector4d> unitQuaternion(const Eigen::Vector4d& xyzw);

/// Of the normalised quaternion; each entry is rounded once from long double, the identity is exact.
Mat3 rotationFromQuaternion(const Eigen::Vector4d& xyzw);

}  // namespace gapless
