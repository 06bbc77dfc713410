// A direction from one feature to another in plain double: a hint, which interval arithmetic then proves or does not.
#pragma once

#include "certify/elementary_collision.h"

namespace gapless {

/// From the nearest point of the second feature (face; edge 2-3) to that of the first (vertex; edge 0-1). Zero where they meet.
Vec3 nearestDirection(ElementaryTest::Kind kind, const Vec3 p[4]);

}  // namespace gapless
