// First stage of a segment check: which pairs cannot meet during the whole motion, by their boxes alone.
#pragma once

#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

/// For each object a box, axis aligned in the world, that holds it at every t of a motion: the hull of its boxes at both
/// ends, grown by acceleration / 8 (motion_bound.h, Chord: every point stays that close to the chord of its path, and the
/// hull is convex) and by rounding.
class SweptBoxes
{
public:
    void reset(const Scene& scene, const Motion& motion, const std::vector<MotionBound>& bounds, PoseCache& poses, int start,
               int end);

    /// Lower bound of the distance of the pair at every t; not positive where nothing is proven.
    double gap(const ObjectPair& pair) const
    {
        const Box3 &a = boxes_[static_cast<std::size_t>(pair.a)], &b = boxes_[static_cast<std::size_t>(pair.b)];
        double gap = b.low[0] - a.high[0];
        for (int k = 0; k < 3; ++k)
            gap = std::max(gap, std::max(b.low[k] - a.high[k], a.low[k] - b.high[k]));
        return gap;
    }

private:
    struct Box3
    {
        double low[3], high[3];
    };
    std::vector<Box3> boxes_;
    std::uint64_t scene_id_ = 0;
};

}  // namespace gapless
