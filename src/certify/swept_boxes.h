// First stage of a segment check: which pairs cannot meet during the whole motion, by their boxes alone.
#pragma once

#include <algorithm>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion_bound.h>

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

/// For each object a box, axis aligned in the world, that holds it at every t of a motion: the hull of its boxes at both
/// ends, grown by acceleration / 8 (motion_bound.h, Chord: every point stays that close to the chord of its path, and the
/// hull is convex) and by rounding.
class SweptBoxes
{
public:
    void reset(const Scene& scene, const Motion& motion, const IndexedVector<ObjectIndex, MotionBound>& bounds, PoseCache& poses,
               int start, int end);

    const WorldBox& box(ObjectIndex object) const { return boxes_[object]; }
    /// Lower bound of the distance of the pair at every t; not positive where nothing is proven.
    double gap(const ObjectPair& pair) const { return box(pair.a).gap(box(pair.b)); }

private:
    IndexedVector<ObjectIndex, WorldBox> boxes_;
    std::uint64_t scene_id_ = 0;
};

}  // namespace gapless
