// What a check names: a pair of objects and where they are near each other.
#pragma once

#include <gapless/collision/scene.h>
#include <gapless/core/number_range.h>

namespace gapless {

/// Nearest points of one pair at one configuration, in the world frame.
struct ClosePair
{
    PairIndex pair;
    /// Nearest points on the pair's objects a and b. Equal up to rounding where they overlap.
    Vec3 point_a = Vec3::Zero();
    Vec3 point_b = Vec3::Zero();
    /// Upper bound of the distance of the two objects, metres: 0 where one is inside the other.
    double distance = 0.0;
};

/// What counts as a collision though it is farther away than the clearance; see Verdict.
inline constexpr NumberRange kToleranceRange = NumberRange::positive("metres");

}  // namespace gapless
