// The tolerance below which a scene's answers become `undecided`.
#pragma once

#include <gapless/collision/scene.h>

namespace gapless {

/// The largest rounding term of any active pair over all motions within the joint limits, metres; variables without limits stay at
/// their default. A motion that keeps its pairs farther apart than clearance + a few times this is
/// proven free; with a smaller tolerance a grazing motion may stay undecided. 0 for a scene without active pairs.
double roundingFloor(const Scene& scene);

}  // namespace gapless
