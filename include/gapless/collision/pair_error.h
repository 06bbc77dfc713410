// The explicit rounding term of one pair of objects during one motion.
#pragma once

#include <gapless/collision/scene.h>
#include <gapless/core/rounding.h>
#include <gapless/geometry/convex_distance.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

/// Squares of lengths below 1e-154 m underflow, and so do reaches, lever arms and error terms made of them: none is off by as much as this.
inline constexpr double kUnderflow = 1e-150;

/// How far a computed point of an object may lie from the exact one at any t of the motion, metres: from the pose of its body
/// (Motion::positionError, rotationError) and from placing its shapes (CollisionGeometry::placementError).
inline double objectError(const Motion& motion, const CollisionObject& object)
{
    return motion.positionError(object.body) + motion.rotationError(object.body) * object.geometry->reach()
           + object.geometry->placementError() + kUnderflow;
}

/// What has to be subtracted from a support gap, and added to an upper bound, of a pair whose points are at most D metres
/// apart during the motion. The direction of a gap is kept in the frame of body `frame` (the common ancestor); turning it into
/// the world is off by rotationError(frame), which changes a gap by at most that times D. What is computed with are the origins of
/// the bodies, which need not lie on the objects but are within their reach: they are at most D plus both reaches apart.
inline double pairError(const Motion& motion, const CollisionObject& a, const CollisionObject& b, BodyIndex frame, double D)
{
    const double origins = D + a.geometry->reach() + b.geometry->reach();
    return (objectError(motion, a) + objectError(motion, b) + motion.rotationError(frame) * D + supportRounding(origins))
           * kInflate;
}

}  // namespace gapless
