// The search for the first contact of a motion.
//
// Time is worked off depth first, the earlier half first: a frame is an interval with the fronts (front.h) of all pairs that are not
// proven apart on it. `touch_` is an instant at which a pair was so close that doubles could not tell it from contact: what comes later is
// not refined, only kept, until all before and that instant itself are proven free after all. A frame no wider than the time tolerance
// is examined for contacts.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include <gapless/certify/articulated_collision.h>

#include "certify/active_pairs.h"
#include "certify/leaf_equations.h"

namespace gapless {

class ArticulatedSearch
{
public:
    ArticulatedSearch(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options);

    void reset(const Configuration& q0, const Configuration& q1);
    void resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube);
    Verdict run(const Budget& budget);
    bool isDone() const { return done_; }
    double uncoveredLength() const;
    ArticulatedResult result() const;

    /// With one more way in stage 3: the equations of vertices, faces and edges (elementary_collision.h), solved for all leaf pairs at once
    /// where few triangles are left near each other. Not offered: bisection alone is the faster down to 1e-9 (docs/benchmarks.md), but the
    /// equations prove contacts in narrower intervals. Where they exclude one, `certified_clearance` is no more than the clearance.
    static ArticulatedCollision withEquations(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options);

private:
    struct Entry
    {
        ActiveIndex active;
        std::size_t begin = 0, count = 0;  // its front, in the arena
    };

    struct Frame
    {
        int interval = 0;
        std::size_t entries = 0, count = 0;
        std::size_t arena = 0;  // where its fronts begin
        int pause = 0;          // halvings before the equations are tried
    };

    /// Fronts on their way to a frame.
    struct Pending
    {
        std::vector<Entry> entries;
        std::vector<NodePair> nodes;

        void clear()
        {
            entries.clear();
            nodes.clear();
        }
        void add(ActiveIndex active, const std::vector<NodePair>& front)
        {
            if (front.empty())
                return;
            entries.push_back({active, nodes.size(), front.size()});
            nodes.insert(nodes.end(), front.begin(), front.end());
        }
    };

    struct Candidate
    {
        ActiveIndex active;
        NodePair leaves;
    };

    const IndexedVector<ActiveIndex, PairMotion>& active() const { return pairs_->pairs(); }
    const PairMotion& pairOf(const Candidate& candidate) const { return active()[candidate.active]; }
    void forget();
    void reset(const Configuration& q0, const Configuration& q1, const MotionTube* tube);
    void begin(const Configuration& q0, const Configuration& q1, const MotionTube* tube);
    bool startsInside(const PairMotion& p);
    bool goesEitherWay();
    void takeFirstLooks();
    void search(const Budget& budget);
    bool advance(const Frame& frame);
    void pushFrame(int interval, const Pending& pending, int pause);
    bool collectLeaves(const DyadicInterval& interval, const Frame& frame, std::size_t most);
    enum class Finding
    {
        Free,     ///< proven
        Contact,  ///< the answer was concluded
        Open,     ///< too wide to tell
    };
    Finding examine(const DyadicInterval& interval, const Frame& frame);
    bool isReadyForEquations(const DyadicInterval& interval, const Frame& frame) const;
    Finding solveEquations(const DyadicInterval& interval, const Frame& frame);
    void drop(const Frame& frame);
    PairPose poseAt(const PairMotion& pair, int instant);
    bool isWithinTolerance(const PairMotion& pair, const Contact& contact) const;
    bool concludeAnyContact(ActiveIndex active_index, const DyadicInterval& interval);
    void conclude(Verdict verdict, double lo, double hi);
    void giveUp(ArticulatedResult& answer, Verdict verdict, double lo, double hi) const;

    std::shared_ptr<const Scene> scene_;
    ArticulatedOptions options_;
    Motion motion_;
    PoseCache poses_;
    std::unique_ptr<ActivePairs> pairs_;
    std::vector<const PairMotion*> unknown_insides_;
    IntervalTree intervals_;
    std::vector<Frame> frames_;
    std::vector<Entry> entries_;
    std::vector<NodePair> arena_;
    FrontRefiner refiner_;
    LeafEquations equations_;
    bool solves_equations_ = false;
    Pending left_, right_;
    std::size_t advanced_ = 0;  // entries of the top frame whose halves are in left_ and right_
    bool is_advancing_ = false;
    std::size_t first_looks_ = 0;  // pairs that were asked whether they start inside of one another
    std::uint64_t work_ = 0;       // in the units of BudgetWatch
    std::vector<NodePair> front_;
    std::vector<Candidate> candidates_, stack_;

    Configuration q0_, q1_;
    std::vector<PlanarTurn> turns_;
    double touch_ = std::numeric_limits<double>::infinity();
    bool done_ = false;
    double travel_ = 0.0;  // of the pair that travels most, metres
    ArticulatedResult result_;
    CertifyStatistics statistics_;
};

}  // namespace gapless
