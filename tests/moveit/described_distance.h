// How far a point is from the shapes of a description, in closed form, and points of such shapes.
#pragma once

#include <vector>

#include "conversion/scene_description.h"
#include "support/random_input.h"

namespace gapless_moveit::test {

/// No mesh and an octree without occupied leaves: nothing is there.
bool isEmpty(const std::vector<PlacedDescribedShape>& shapes);

bool hasPlane(const std::vector<PlacedDescribedShape>& shapes);

/// Distance of the point from the nearest shape, metres; 0 inside of solids and closed meshes. Infinite where there is none.
/// `X_WF`: pose of the frame that the shapes are given in.
double distanceFrom(const std::vector<PlacedDescribedShape>& shapes, const gapless::Pose& X_WF, const gapless::Vec3& p_W);

/// `count` points on the surface of each shape, in the world; on planes within 1 m of their origins.
std::vector<gapless::Vec3> pointsOn(const std::vector<PlacedDescribedShape>& shapes, const gapless::Pose& X_WF, int count,
                                    gapless::test::Random& random);

}  // namespace gapless_moveit::test
