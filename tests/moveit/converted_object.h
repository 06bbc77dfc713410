// How far a point is from an object of a converted scene, by the references of tests/support, whatever the shapes were made into.
#pragma once

#include <gapless/collision/scene.h>

namespace gapless_moveit::test {

/// Metres; 0 inside of solids. `X_WB`: pose of the object's body.
double distanceFrom(const gapless::CollisionObject& object, const gapless::Pose& X_WB, const gapless::Vec3& p_W);

}  // namespace gapless_moveit::test
