// The same motion told otherwise: objects in another order, backwards in time, the whole scene elsewhere.
#pragma once

#include "certify/articulated_checks.h"

namespace gapless::test {

/// The active pairs and clearances of a scene with other objects or another model of the same names. `dropped`: a pair left out.
std::shared_ptr<const Scene> rebuilt(const Scene& scene, const KinematicModel& model, const std::vector<CollisionObject>& objects,
                                     std::optional<PairIndex> dropped = {});

/// Objects in reverse order: a and b of each pair change places.
ArticulatedCase swapped(const ArticulatedCase& motion);
/// From q1 to q0.
ArticulatedCase reversed(const ArticulatedCase& motion);
/// Robots and obstacles shifted by `offset`, metres; what rounding of the coordinates does to the answer is allowed for.
ArticulatedCase moved(const ArticulatedCase& motion, const Vec3& offset);

}  // namespace gapless::test
