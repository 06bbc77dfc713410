// What proofs rest on, in few bytes: a proof is of use only where robot, scene and tolerance are the same.
#pragma once

#include <cstdint>

#include <gapless/ompl/state_mapping.h>

namespace gapless {

struct SceneKey
{
    /// The tree of bodies, its joints with their limits, the geometry of the links, which joints plan, and their order.
    std::uint64_t robot = 0;
    /// Obstacles and attached parts, their geometry and poses; the pairs that are kept apart, and by how much; where the joints
    /// stand that do not plan.
    std::uint64_t scene = 0;
    double tolerance = 0.0;
};

/// Names do not count: who renames a link keeps his proofs. Any other difference does, down to the last bit of a coordinate.
SceneKey sceneKey(const StateMapping& mapping, double tolerance);

}  // namespace gapless
