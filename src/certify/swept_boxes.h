// First stage of a segment check: which pairs cannot meet during the whole motion, by their boxes alone.
#pragma once

#include <algorithm>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

/// A box, axis aligned in the world, metres.
struct WorldBox
{
    double low[3], high[3];

    /// Lower bound of the distance of two boxes; not positive where they overlap.
    double gap(const WorldBox& other) const
    {
        double gap = other.low[0] - high[0];
        for (int k = 0; k < 3; ++k)
            gap = std::max(gap, std::max(other.low[k] - high[k], low[k] - other.high[k]));
        return gap;
    }
};

class LaneProver;

/// For each object a box, axis aligned in the world, that holds it at every t of a motion, rounding included: of a moving one that of the
/// ball about it in lanes (lane_prover.h).
class SweptBoxes
{
public:
    /// @param lanes begun with the motion
    void reset(const Scene& scene, const Motion& motion, const LaneProver& lanes);

    const WorldBox& box(ObjectIndex object) const { return boxes_[object]; }
    /// Lower bound of the distance of the pair at every t; not positive where nothing is proven.
    double gap(const ObjectPair& pair) const { return box(pair.a).gap(box(pair.b)); }

private:
    IndexedVector<ObjectIndex, WorldBox> boxes_;
    std::uint64_t scene_id_ = 0;
};

}  // namespace gapless
