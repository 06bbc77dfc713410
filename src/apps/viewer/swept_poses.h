// Where the bodies of a path are at instants so close that their union looks like the volume that they sweep.
#pragma once

#include <vector>

#include <gapless/collision/scene.h>

#include "path_player.h"

namespace gapless::viewer {

struct SweptPoses
{
    /// Per instant the poses in the world of all bodies.
    std::vector<IndexedVector<BodyIndex, Pose>> instants;
    /// No point of any object moves farther from one instant to the next, metres (a proven bound, MotionBound); 0: not known, of curves.
    double largest_step = 0.0;
};

/// At most `most` instants, spread so that the fastest point moves about equally far between two of them; of curves at equal times.
SweptPoses sweptPoses(const Scene& scene, const PathPlayer& player, std::size_t most);

}  // namespace gapless::viewer
