// The front of a pair on an interval, and one step of its refinement.
//
// A front is the node pairs of the two trees that are not yet proven apart on that interval. (The published algorithm starts
// each interval at the roots; handing the front on means that only those parts of two bodies are looked at again that are near
// each other.) At the middle tm each node pair is tested:
//
// - Proof of a half, say [ta, tm] of width h: one unit vector n, fixed in the frame of the pair's common ancestor, with
//       the least of a function between gap(ta) and gap(tm) whose second derivative is at most A (chord.h) > clearance + error,
//   where gap(t) = min over B of n.x - max over A of n.x at t, and A bounds the sum of both bodies' accelerations seen from the
//   ancestor. Proof of the claim: for points a of A and b of B let g(t) = n.(b(t) - a(t)). At both ends g >= gap, and |g''| <= A.
//   So |b - a| >= g > clearance throughout. Any n will do; it comes from the nearest points of the node pair at tm, or from an
//   earlier instant. Where that A is too large, one along n alone is tried (motion_bound.h).
// - Where the node pair is within clearance + tolerance at tm and not covered, it is opened (GREEDY-DIST, Schwarzer, Saha, Latombe
//   2002, section 3.2). Two leaves within that distance are the witness of a collision.
//   The same for being inside: a point of B that is inside A as computed is, exactly, at most `error` from where it was computed, so it
//   is inside A or the way there crosses the surface of A. Their distance is at most `error`, whatever that is: it may exceed the
//   tolerance (rotation slack on a long lever, motion.h), and then this is no witness.
// - Before a node pair of a large front is opened, the same proof is tried with the support of what its nodes hold instead of that of their
//   bounding volumes, along the directions that proved others: where many pieces of two surfaces lie near each other, one plane may keep
//   apart all of them, but not the bounding volumes, which stand out by more than the gap.
// - What is left goes to the fronts of the halves, as it is or opened: opened while the nodes are large against their travel.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/certify/certify_result.h>
#include <gapless/geometry/pair_distance.h>

#include "certify/pair_motion.h"

namespace gapless {

/// The node pairs that a motion of this pair starts with.
const std::vector<NodePair>& startingFront(const PairMotion& pair);

/// What is left of a front for one half.
struct HalfFront
{
    std::vector<NodePair> nodes;
    /// The uncovered length of section 3.4, metres: how much more the pair may travel than is proven to be free.
    double uncovered = 0.0;

    void clear()
    {
        nodes.clear();
        uncovered = 0.0;
    }
};

class FrontRefiner
{
public:
    enum class Outcome
    {
        Refined,  ///< what is not proven is in left() and right()
        Witness,  ///< two leaves within clearance + tolerance at the middle: witness()
        Paused,   ///< kMost node pairs were looked at: to be called again with the same arguments
    };

    /// Node pairs that one call looks at, or what costs as much.
    static constexpr int kMost = 64;

    static constexpr unsigned kLeft = 1, kRight = 2;

    /// Puts a node pair up for the next refine(); `halves` names those of interest.
    void add(const NodePair& nodes, unsigned halves = kLeft | kRight) { stack_.push_back({nodes, halves}); }

    /// Forgets what was added, and a pause.
    void clear();
    bool isPaused() const { return is_paused_; }
    /// Works off what was added. @param width of one half, as a fraction of the motion.
    Outcome refine(const PairMotion& pair, const PairInstants& at, double width, double tolerance, CertifyStatistics& statistics);

    HalfFront& left() { return left_; }
    HalfFront& right() { return right_; }
    const ClosePair& witness() const { return witness_; }
    /// The two leaves of the witness.
    const NodePair& witnessLeaves() const { return witness_leaves_; }
    /// Smallest distance that any of the proofs of the last refine() guarantees, metres.
    double provenClearance() const { return proven_clearance_; }
    /// True if rounding kept two leaves from being told apart or within reach: the interval cannot be decided.
    bool gaveUp() const { return gave_up_; }
    /// Node pairs looked at in all calls.
    std::uint64_t looked() const { return looked_; }

private:
    struct OpenPair
    {
        NodePair nodes;
        unsigned open;  // halves not yet proven
    };

    bool coverHulls(OpenPair& item, const PairMotion& pair, const PairInstants& at, double width, int& looked,
                    CertifyStatistics& statistics);
    void remember(const Vec3& n);
    void keep(const OpenPair& item, double gap_left, double gap_right, double travel, double clearance);
    void open(const OpenPair& item, const NodeRef& a, const NodeRef& b);

    std::vector<OpenPair> stack_;
    HalfFront left_, right_;
    ClosePair witness_;
    NodePair witness_leaves_;
    double proven_clearance_ = std::numeric_limits<double>::infinity();
    bool gave_up_ = false;
    AccelerationAlong along_;
    int looked_at_front_ = 0;
    int try_hulls_at_ = 0;          // with so many looks at the front
    std::vector<Vec3> directions_;  // that proved something of this front, the last one first
    bool is_paused_ = false;
    std::uint64_t looked_ = 0;
};

}  // namespace gapless
