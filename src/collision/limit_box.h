// What searches over the box of a chain's joint limits ask: how far apart at a cell's centre, how far they travel to the cell's points.
#pragma once

#include <cstdint>
#include <optional>
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
    LimitBox(const RelativeChain& pair, std::uint64_t& spent);

    /// Bound of the relative travel of what two nodes hold from the centre of a cell to any of its points: on the way every joint moves at most half of its range, and
    /// the lever arms hold all over the cell, since nothing in their bound says that joints move together: the ball at the centre, grown by half of the travel
    /// of the joints outwards. (What is near a joint travels little, however long the link.)
    double travelFromCentre(const LimitCell& cell, const NodePair& nodes);

    /// The variable to cut a cell across, which moves these the most; nothing where doubles cannot divide the cell.
    std::optional<Eigen::Index> variableToCut(const LimitCell& cell, const NodePair& nodes);

    GreedyDistance distanceAt(const NodePair& nodes, const Configuration& q, double threshold);

    /// The same, but that what it finds may be any two leaves that are not apart, for one cell after another of those near each other: it
    /// begins with the node pairs that were apart at the last, along the directions that showed it.
    GreedyDistance distanceNearLast(const NodePair& nodes, const Configuration& q, double threshold);

    /// A lower bound of their distance all over a cell, by planes that one body carries along: for links side by side on joints whose axes cross the gap, however far they
    /// turn. It is greater than `clearance` by a tenth of what they travel across such a plane; or nothing.
    ///
    /// Let F be the body between two joints (or the ancestor, where each has one of them), so that seen from F each object is moved by at most one joint, and let n be a unit vector fixed in
    /// F. As a joint with the axis a turns by s, n.x of a point x changes by n.(a x r) = (n x a).r per radian, r its way from the axis: by at most |s| R |n x a|, where R is the
    /// greatest distance from the axis, which turning does not change. A joint that shifts along s changes it by n.s. So the gap of the two hulls along n at the centre, less half of both
    /// ranges times that, is a bound at every point of the cell. Tried are the axes, and the way from one to the other. (With three joints there is no
    /// such F, and nothing is said.)
    /// @param near of the same at the centre, not apart
    std::optional<double> gapAlongPlane(const LimitCell& cell, const NodePair& nodes, const GreedyDistance& near,
                                        double clearance);

    /// @param gap the surfaces are farther apart at q, metres; where rounding may be as much, the answer is Unknown
    Containment::Answer insideAt(const Configuration& q, double gap);

private:
    /// What moves an object as seen from the body between the joints.
    struct Swing
    {
        BodyIndex joint;  // of this body
        bool moves_a;
    };
    std::vector<Swing> swings() const;
    /// How far n.x of its points changes while that joint goes through half of its range in the cell, n as seen from the world at the centre.
    double sweepAcross(const Swing& swing, const LimitCell& cell, const NodePair& nodes, const Vec3& n) const;
    const PairPose& poseAt(const Configuration& q);
    /// At the last such pose. @param X it
    double errorAt(const PairPose& X) const;

    const RelativeChain& pair_;
    std::uint64_t& spent_;
    std::vector<Swing> swings_;
    /// Of the cell, and of the configuration, that was asked about last.
    std::optional<LimitCell> cell_;
    std::optional<Configuration> at_;
    PairPose X_;
    Motion across_, centre_;
    PoseCache poses_;
    int middle_ = 0;
    MotionBound bound_a_, bound_b_;
    /// Together all of what two nodes hold, apart where they were asked about last.
    struct Front
    {
        NodePair of;
        std::vector<NodePair> pairs;
        int uses = 0;
    };
    /// Each node pair has one place here, which another may have taken.
    std::vector<Front> fronts_;
    std::vector<NodePair> next_front_;
};

}  // namespace gapless
