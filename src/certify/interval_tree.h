// The dyadic intervals of one motion, shared by all pairs.
#pragma once

#include <vector>

#include <gapless/kinematics/pose_cache.h>

namespace gapless {

/// Narrower intervals are given up: their ends are no longer told apart from rounding of t itself.
inline constexpr double kSmallestWidth = 0x1p-48;

struct DyadicInterval
{
    double begin = 0.0, width = 1.0;
    int first = -1, last = -1, middle = -1;  // instants of the pose cache
    int left = -1, right = -1;               // halves, once made
};

/// Grows by halving; every instant is added to the pose cache once.
class IntervalTree
{
public:
    static constexpr int kWhole = 0;

    void reset(PoseCache& poses)
    {
        intervals_.clear();
        DyadicInterval whole;
        whole.first = poses.addInstant(0.0);
        whole.last = poses.addInstant(1.0);
        whole.middle = poses.addInstant(0.5);
        intervals_.push_back(whole);
    }

    const DyadicInterval& operator[](int index) const { return intervals_[static_cast<std::size_t>(index)]; }

    /// Makes the two halves, unless they are there.
    void halve(int index, PoseCache& poses)
    {
        DyadicInterval& parent = intervals_[static_cast<std::size_t>(index)];
        if (parent.left >= 0)
            return;
        if (parent.middle < 0)
            parent.middle = poses.addInstant(parent.begin + 0.5 * parent.width);
        DyadicInterval left, right;
        left.begin = parent.begin;
        right.begin = parent.begin + 0.5 * parent.width;
        left.width = right.width = 0.5 * parent.width;
        left.first = parent.first;
        left.last = right.first = parent.middle;
        right.last = parent.last;
        parent.left = static_cast<int>(intervals_.size());
        parent.right = parent.left + 1;
        intervals_.push_back(left);
        intervals_.push_back(right);
    }

private:
    std::vector<DyadicInterval> intervals_;
};

}  // namespace gapless
