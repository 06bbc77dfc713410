// Described shapes as those of a CollisionGeometry.
#pragma once

#include <string>
#include <vector>

#include <gapless/geometry/shape.h>

#include "conversion/scene_description.h"

namespace gapless_moveit {

/// In the frame of the body: `X_BO` is the pose there of the frame that the shapes' poses are in. Meshes without triangles, which have
/// nothing to collide with, are left out.
/// @param plane_reach  half side of the square that stands for a plane, metres; 0 where planes are refused
/// @throws InputError that names `name` for a plane that is refused.
std::vector<gapless::PlacedShape> convertShapes(const std::vector<PlacedDescribedShape>& shapes, const gapless::Pose& X_BO,
                                                double plane_reach, const std::string& name);

bool hasPlane(const std::vector<PlacedDescribedShape>& shapes);

}  // namespace gapless_moveit
