// Vectors, poses and their naming convention.
//
// X_AB is the pose of frame B in frame A: p_A = X_AB * p_B. R_AB is its rotation, p_AB its translation.
// W is the world, B a body, J a joint frame, P a parent body, S a shape. Metres and radians throughout.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace gapless {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Configuration = Eigen::VectorXd;

/// Rigid pose of a frame B in a frame A: p_A = R * p_B + p.
struct Pose
{
    Mat3 R = Mat3::Identity();
    Vec3 p = Vec3::Zero();

    Vec3 operator*(const Vec3& p_B) const { return R * p_B + p; }
    Pose operator*(const Pose& X_BC) const { return {R * X_BC.R, R * X_BC.p + p}; }
    Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

}  // namespace gapless
