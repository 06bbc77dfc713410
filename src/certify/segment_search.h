// One motion by adaptive bisection: the queue of what is not yet proven free, and what is known besides.
//
// What a step does with an entry of the queue is in front.h; a large front takes several. Surfaces that never touch cannot take a body from outside a solid to its
// inside: one instant decides about a part of the motion on which they are proven not to touch. For the whole of it the end is chosen,
// since its poses are needed anyway; where the surfaces do touch on the way, or may, each part between asks at an instant of its own.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/certify/segment_certifier.h>
#include <gapless/geometry/inner_contact.h>
#include <gapless/kinematics/motion_bound.h>

#include "certify/front.h"
#include "certify/interval_tree.h"
#include "certify/lane_prover.h"
#include "certify/uncovered_queue.h"

namespace gapless {

class SegmentCertifier::Impl
{
public:
    Impl(std::shared_ptr<const Scene> scene, const CertifyOptions& options);

    void reset(const Configuration& q0, const Configuration& q1);
    void resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube);
    /// Nothing to do, and nothing known: without a motion, or after memory has run out.
    void forget();
    bool isDone() const { return done_; }
    void step();
    double uncoveredLength() const;
    /// Done so far, in the units of BudgetWatch.
    std::uint64_t work() const { return refiner_.looked() + inside_work_; }
    Verdict verdict() const { return done_ ? verdict_ : Verdict::Undecided; }
    CertifyResult result();
    std::vector<UncoveredInterval> uncoveredIntervals();

private:
    /// Of each active pair, at t = 1: whether they are inside of one another, then how far apart they are.
    bool hasFirstLooks() const { return first_looks_ < 2 * active_.size(); }
    void begin(const Configuration& q0, const Configuration& q1, bool within_limits);
    void takeFirstLooks();
    void lookInside(const PairMotion& p);
    struct PlacedPair;
    /// At the middle of a lane, below these nodes.
    struct RoughContact
    {
        PairIndex pair;
        std::size_t lane;
        NodePair within;
    };
    bool meetInside(const LaneProver& lanes, const RoughContact& at, double error);
    bool meetAtExactPoses(const RoughContact& at, double errors);
    [[nodiscard]] std::optional<InnerContact> ballsMeet(const CollisionObject& a, const CollisionObject& b, const PairPose& X,
                                                        double close, double error, const NodePair& within);
    bool meetInside(const PlacedPair& p, double close, const NodePair& within);
    bool meetSurfaces(const PlacedPair& p, double close);
    bool moves(const CollisionObject& object) const { return !scene_->model().body(object.body).is_static; }
    PlacedPair placedAt(PairIndex index, double t);
    GreedyDistance distanceAt(const PlacedPair& p, const NodePair& within, int most);
    bool isClose(const PlacedPair& p, const NodePair& within, int most);
    bool comeClose(const LaneProver& lanes, const PlacedPair& p, const NodePair& within, int most, int steps);
    bool isThere(const Suspect& suspect);
    bool isWitness(const LaneProver& lanes, const Suspect& suspect);
    void setWitness(const PlacedPair& p, const Vec3& point_a, const Vec3& point_b, double distance);
    bool beginPair(ActiveIndex active);
    void refineEntry();
    bool isOutside(const PairMotion& p, int instant);
    const PairMotion* findInside(int instant);
    bool isOutsideAtStart();
    bool coverFromEnd(ActiveIndex active);
    template <class F>
    void forEachOpen(const F& use) const;
    void foundWitness(double t);
    void pushHalves(const UncoveredQueue::Entry& entry);
    void giveUp(const PairMotion& p, const DyadicInterval& interval);
    void finish();
    double earliestOpen() const;
    bool knowsNothing() const { return done_ && verdict_ == Verdict::Undecided && !undecided_; }

    std::shared_ptr<const Scene> scene_;
    CertifyOptions options_;
    Motion motion_;
    PoseCache poses_;
    IndexedVector<ObjectIndex, MotionBound> bounds_;
    std::vector<PairIndex> left_;  // by the first stage
    IndexedVector<ActiveIndex, PairMotion> active_;
    IntervalTree intervals_;
    UncoveredQueue queue_;
    std::optional<UncoveredQueue::Entry> entry_;  // taken off the queue, and not finished
    FrontRefiner refiner_;
    std::vector<NodePair> front_;  // of that
    int tests_left_ = 0;           // of suspects, or of those that tables name
    std::size_t first_looks_ = 0;  // taken
    double travel_ = 0.0;          // of the active pair that travels most, metres
    std::uint64_t inside_work_ = 0;

    bool done_ = true;
    Verdict verdict_ = Verdict::Undecided;
    double clearance_ = std::numeric_limits<double>::infinity();
    ClosePair witness_;
    std::optional<RoughContact> rough_;  // the witness is of such poses
    std::optional<ClosePair> undecided_;
    double witness_t_ = std::numeric_limits<double>::infinity();
    DyadicInterval undecided_interval_;
    double settled_ = 0.0;                  // the motion cannot be claimed free beyond this
    std::optional<bool> outside_at_start_;  // of all pairs, once asked for
    std::optional<ClosePair> start_witness_;
    CertifyStatistics statistics_;
};

}  // namespace gapless
