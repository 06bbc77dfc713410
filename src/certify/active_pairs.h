// The first two stages of articulated collision detection: which pairs of a scene may meet during a motion.
//
// Redon, Kim, Lin, Manocha 2004, section 4.
#pragma once

#include <memory>
#include <vector>

#include <gapless/certify/articulated_collision.h>
#include <gapless/culling/culler.h>

#include "certify/interval_tree.h"
#include "certify/pair_motion.h"

namespace gapless {

class ActivePairs
{
public:
    /// @param culler of stage 2; null: one of its own, if the stage is on
    /// @throws InputError if the culler is of another scene.
    ActivePairs(std::shared_ptr<const Scene> scene, const ArticulatedStages& stages, std::shared_ptr<const Culler> culler);

    /// @param motion from q0 to q1. @param within_limits whether all of it and its tube is
    /// @param whole all of it, with its instants in `poses`
    void reset(const Motion& motion, const Configuration& q0, const Configuration& q1, bool within_limits, PoseCache& poses,
               const DyadicInterval& whole);

    /// The pairs that are left, in the order of the scene's.
    const IndexedVector<ActiveIndex, PairMotion>& pairs() const { return pairs_; }
    /// A lower bound of the distance of all others, metres.
    double clearanceOfOthers() const { return clearance_; }

    /// How many pairs each stage left, and how long the second took, seconds.
    std::size_t leftBySweptBoxes() const { return left_by_boxes_; }
    std::size_t leftBySweptVolumes() const { return left_.size(); }
    double sweptVolumesSeconds() const { return volumes_seconds_; }

private:
    void cullSweptBoxes(const Motion& motion, const Configuration& q0, const Configuration& q1, bool within_limits);
    void cullSweptVolumes(const Motion& motion);

    std::shared_ptr<const Scene> scene_;
    ArticulatedStages stages_;
    IndexedVector<ObjectIndex, MotionBound> bounds_;
    std::shared_ptr<const Culler> culler_;
    std::unique_ptr<MotionSweeper> sweeper_;
    SweptVolumeBatch volumes_;
    ObstacleHits hits_;
    IndexedVector<ObjectIndex, std::optional<std::size_t>> volume_of_;  // which of the volumes is the object's
    std::vector<PairIndex> left_;
    IndexedVector<ActiveIndex, PairMotion> pairs_;
    double clearance_ = 0.0;
    std::size_t left_by_boxes_ = 0;
    double volumes_seconds_ = 0.0;
};

}  // namespace gapless
