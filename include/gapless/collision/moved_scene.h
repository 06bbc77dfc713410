// The next scene, when something in it is elsewhere, or another thing.
#pragma once

#include <memory>

#include <gapless/collision/scene.h>

namespace gapless {

/// The scene with one obstacle's body elsewhere; all else is the same, and shared where it is large: geometry, and what the joint limits keep apart.
/// @param body fixed to the world, and carrying no other @param X_WB its new pose in the world
/// @throws InputError if it is no such body, the pose is not finite or its rotation none
std::shared_ptr<const Scene> withMoved(const Scene& scene, BodyIndex body, const Pose& X_WB);

/// The scene with another geometry for one object, as when a camera has looked again; all else is the same, and shared.
/// @throws InputError if there is no geometry
std::shared_ptr<const Scene> withGeometry(const Scene& scene, ObjectIndex object,
                                          std::shared_ptr<const CollisionGeometry> geometry);

/// The scene with so much more clearance from one object in all of its pairs; all else is the same, and shared. A motion that is free in it is free, with
/// the clearance that was asked for, wherever the object is meanwhile put, if no point of it is farther than `metres` from where it is now: distances to
/// it are less by no more than that. So it is free of an obstacle that moves, at v metres per second at the most, for metres / v seconds from now.
/// @throws InputError if `metres` is not finite or negative
std::shared_ptr<const Scene> withInflated(const Scene& scene, ObjectIndex object, double metres);

}  // namespace gapless
