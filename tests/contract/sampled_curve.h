// What brute-force sampling says about a curve: one way only. A sample in contact proves contact; samples without contact prove freedom only
// as far as the distance exceeds what any point can travel between two samples.
#pragma once

#include "contract/curve_contract.h"

namespace gapless::test {

/// Fills in samples, and sharpens what is known by them: contact, smallest_distance_at_most, excess_at_least.
void sampleCurve(CurveCase& curve, int samples);

/// Whether there are triangles so thin that the reference has no good distances of points from them.
bool hasSlivers(const std::vector<CollisionObject>& objects);

/// Where a point of a body is, in the world, by the reference.
Vec3 worldPoint(const Scene& scene, const Configuration& q, BodyIndex body, const Vec3& point);

}  // namespace gapless::test
