// What searches over the box of a chain's joint limits ask: how far apart at a cell's centre, how far they travel to the cell's points.
#pragma once

#include <cstdint>
#include <vector>

#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion_bound.h>

#include "collision/relative_chain.h"

namespace gapless {

/// A box of configurations of a chain.
struct LimitCell
{
    Configuration low, high;

    /// Rounded by u of each value, so that one side may be longer than half of the cell by that: the error of a pose at it has room for it,
    /// with 4 u of each angle and 32 u of each translation (Motion).
    Configuration centre() const { return 0.5 * (low + high); }
};

/// Keeps what is computed with from one question to the next. The chain must outlive it.
class LimitBox
{
public:
    /// @param spent counts tests of node pairs
    LimitBox(const RelativeChain& pair, std::uint64_t& spent) : pair_(pair), spent_(spent) {}

    /// Bound of the relative travel from the centre of a cell to any of its points: on the way every joint moves at most half of
    /// its range, and the lever arms hold all over the cell, since nothing in their bound says that joints move together:
    /// the ball of the object at the centre, grown by half of the travel of the joints outwards.
    double travelFromCentre(const LimitCell& cell);

    /// The variable to cut a cell across; nothing where doubles cannot divide the cell.
    std::optional<Eigen::Index> variableToCut(const LimitCell& cell);

    GreedyDistance distanceAt(const NodePair& nodes, const Configuration& q, double threshold);

    /// The same, but that what it finds may be any two leaves that are not apart, for one cell after another of those near each other: it
    /// begins with the node pairs that were apart at the last, along the directions that showed it.
    GreedyDistance distanceNearLast(const NodePair& nodes, const Configuration& q, double threshold);

    /// @param gap the surfaces are farther apart at q, metres; where rounding may be as much, the answer is Unknown
    Containment::Answer insideAt(const Configuration& q, double gap);

private:
    PairPose poseAt(const Configuration& q);
    /// At the last such pose. @param X it
    double errorAt(const PairPose& X) const;

    const RelativeChain& pair_;
    std::uint64_t& spent_;
    Motion across_, centre_;
    PoseCache poses_;
    MotionBound bound_a_, bound_b_;
    /// Together all of what was asked for last, apart there.
    NodePair front_of_;
    std::vector<NodePair> front_, next_front_;
    int uses_of_front_ = 0;
};

}  // namespace gapless
