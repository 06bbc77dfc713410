// A box of the workspace that a robot cannot leave.
#pragma once

#include <gapless/collision/scene.h>
#include <gapless/culling/box_tree.h>

namespace gapless {

/// Holds every object on a body that moves, whatever the values of the joints within their limits: each lies within a ball about the last body of
/// its chain that stands still, of the sum of the offsets and shifts of the joints from there on and of its own reach. Metres, in the world.
/// @throws InputError if nothing moves, or a joint shifts without limits
AxisAlignedBox reachBox(const Scene& scene);

}  // namespace gapless
