// The front of a cell of a coordination square, and one step of its refinement.
//
// A cell is [s0, s1] x [t0, t1]: robot A anywhere in an interval of its straight motion while B is anywhere in one of its own. Its front is the node pairs
// of all object pairs that are not yet proven apart there. At the middle (sm, tm) each is tested, as front.h does it for an interval:
//
// - Proof of up to four quarters by six support values. n is a unit vector fixed in the world, hi(s) = max of n.a over the node of A at s, lo(t) = min
//   of n.b over that of B at t. For points a and b of the nodes, n.(b(t) - a(s)) = n.b(t) - n.a(s): a function of t alone less one of s alone. So over
//   a quarter its least value is that of n.b less the greatest of n.a. n.b(t) is at least lo at both ends of its half of [t0, t1], which has width k, and its
//   second derivative at most B's acceleration A_b seen from the world, so it is at least min(lo, lo) - A_b k^2 / 8 between (chord.h has it sharper),
//   likewise n.a at most max(hi, hi) + A_a h^2 / 8:
//       |b(t) - a(s)| >= min lo - max hi - (A_a h^2 + A_b k^2) / 8 on the whole quarter.
//   Both accelerations are those seen from the world. A bound of the relative one, as front.h has it, is of two bodies at one time; these are at two.
// - Tubes: what the curves may be off from the straight motions, each from its own, is asked for as clearance.
// - Rounding: pairError() with the poses of either motion: computed points are off by objectError() of each. Support values are computed with
//   the origin moved to that of A's body at the middle, once for each of the two, so with two more roundings than a gap's (nodeGap()),
//   for which supportRounding() has room: no coordinate exceeds D and both reaches, D the largest distance of any two points in the cell, at most that of
//   the origins at the middle and both reaches, and what both travel from there. n is in the world, so that no frame's rotation is off.
// - Two leaves within clearance + tolerance at the middle are a witness, where tube and error are counted in. Nothing can be proven then of any
//   quarter, all have that corner: what is left of the front goes to them untouched.
// - What is left otherwise goes to the quarters, as it is or opened.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/certify/certify_result.h>
#include <gapless/certify/robot_pair.h>
#include <gapless/geometry/pair_distance.h>

#include "certify/curve_parts.h"

namespace gapless {

/// Two nodes of a pair of objects that are not proven apart.
struct FrontItem
{
    std::int32_t pair = 0;  ///< place in RobotPair::objects()
    NodePair nodes;         ///< of A's object and of B's; the direction is one in the world
};

class CellFront
{
public:
    enum class Outcome
    {
        Refined,  ///< what is not proven is in fronts()
        Paused,   ///< kMost node pairs were looked at: to be called again
    };
    static constexpr int kMost = 64;
    static constexpr std::size_t kQuarters = 4;

    /// One side of a cell: a node of one piece, and whether it is to be halved.
    struct Side
    {
        RobotCurve::Parts& parts;
        int node;
        bool is_halved;
    };
    /// Begins a cell; pair, and parts of both sides, have to be there until it is done.
    void begin(const RobotPair& robots, const Side& a, const Side& b, double tolerance);
    void add(const FrontItem& item) { stack_.push_back({item, kAll, kNoGaps}); }
    Outcome refine(CertifyStatistics& statistics);
    /// Looks for a witness where the part that lacks most has its corner of the cell: of the two nodes that lack most there, after refine(). With one, isHit() is true.
    void lookAtCorner(CertifyStatistics& statistics);
    /// Forgets the cell.
    void clear();

    /// Fronts of the cell's parts: empty ones are proven. The earlier half of A's side comes first, all of it with the earlier half of B's, where
    /// that is halved. One that is not halved in either has the whole cell's.
    std::array<std::vector<FrontItem>, kQuarters>& fronts() { return fronts_; }
    /// By part: what its gaps lack of the clearance, metres, of the pair that lacks most; of empty ones minus infinity.
    const std::array<double, kQuarters>& uncovered() const { return uncovered_; }
    /// Whether there is a witness, it, and where: shares of the cell's sides, 0, 1/2 or 1.
    bool isHit() const { return is_hit_; }
    const ClosePair& witness() const { return witness_; }
    const std::array<double, 2>& witnessPlace() const { return place_; }
    /// Rounding keeps two leaves at the middle from being told apart or within reach, and a smaller cell would not help.
    bool gaveUp() const { return gave_up_; }
    /// The pairs of which all was proven apart by their roots along one direction somewhere in the cell: neither was inside the other there.
    const std::vector<std::int32_t>& apartByRoots() const { return apart_by_roots_; }
    /// The smallest distance that any proof of a quarter guarantees, metres.
    double provenClearance() const { return proven_clearance_; }
    std::uint64_t looked() const { return looked_; }

private:
    /// A bit for each quarter: 1 << (i + 2 j) for the half i of [s0, s1] and the half j of [t0, t1], 0 the earlier one.
    static constexpr unsigned kAll = 15;
    struct OpenItem
    {
        FrontItem item;
        unsigned open;                      // quarters not yet proven
        std::array<double, kQuarters> gap;  // the greatest support gap known all over each, metres; negative: they may overlap
    };
    static constexpr double kNoGap = -std::numeric_limits<double>::infinity();
    static constexpr std::array<double, kQuarters> kNoGaps = {kNoGap, kNoGap, kNoGap, kNoGap};
    /// An object at three times: where the interval begins, in its middle, where it ends.
    struct Placed
    {
        const ObjectMotion* motion = nullptr;
        bool stands = false;
        std::array<Pose, 3> X;
        std::array<Vec3, 3> p;  // from the origin of the pair's computations
        double sagitta = 0.0;   // of half of the interval
    };
    struct PairAt
    {
        std::int32_t pair = -1;
        Placed a, b;
        PairPose X;           // at the middle
        double error = 0.0;   // of all rounding in the cell, metres
        double needed = 0.0;  // clearance, tubes and error
        double close = 0.0;   // clearance and tubes
        double limit = 0.0;   // what is as near as that may be a witness
        double tubes = 0.0;
        double travel = 0.0;  // of both, in half of their intervals
    };

    void place(std::int32_t pair);
    void placeObject(RobotCurve::Parts& parts, int node, std::size_t object, Placed& placed);
    bool cover(OpenItem& item, const NodeRef& a, const NodeRef& b, const Vec3& n);
    void keep(const OpenItem& item);
    void open(const OpenItem& item, const NodeRef& a, const NodeRef& b);
    void hit(const OpenItem& item, const ConvexDistance& d);
    void setWitness(std::size_t at_a, std::size_t at_b, const Vec3& point_a, const Vec3& point_b, double upper);

    const RobotPair* robots_ = nullptr;
    RobotCurve::Parts *parts_a_ = nullptr, *parts_b_ = nullptr;
    int node_a_ = 0, node_b_ = 0;
    double tolerance_ = 0.0;
    PairAt at_;
    std::vector<OpenItem> stack_;
    std::array<std::vector<FrontItem>, kQuarters> fronts_;
    std::array<double, kQuarters> uncovered_{};
    std::array<FrontItem, kQuarters> least_covered_;  // by part, of those that have a front
    std::array<unsigned, kQuarters> quarters_of_{};   // by part of the cell; none: no part
    bool is_hit_ = false, gave_up_ = false;
    ClosePair witness_;
    std::array<double, 2> place_{};
    std::vector<std::int32_t> apart_by_roots_;
    double proven_clearance_ = 0.0;
    std::uint64_t looked_ = 0;
};

}  // namespace gapless
