// Is every execution of several robots' curves free that keeps an order, whatever the timing?
//
// For every two robots there is the square of their curves (CoordinationSquare), whose cells are proven free, or open. Robots are free at any timing that keeps the order
// if (execution_order.h has what an execution is, and what an order excludes)
//
//   1. every robot by itself is proven along its curve (CoordinatedPath::certifyAlone());
//   2. of every square each open cell is excluded by the order: no execution has the two strictly inside of it;
//   3. one execution, in which robots take turns (ExecutionOrder::inTurns()), keeps every two robots in free cells, edges included.
//
// Proof. Every active pair of objects is of two robots, or in the scene of one robot and what stands still (robot_group.h); the latter are free by 1. Let an execution have
// robot i at a and robot j at b, and suppose that (a, b) lies in no free cell, edges included. Look at the cells that hold what is just to its left and above, and just to its right and below. Both are
// open, so both are excluded: as consequences of the order "i beyond s makes j at least t" have s <= s_lower and t >= t_upper of the cell, or the other way about.
// Of the first cell s_lower < a and b < t_upper: the former kind would exclude (a, b). So it is excluded by the other kind: j beyond some t <= b makes i at least at some
// s >= a. Likewise the second cell: i beyond some s <= a makes j at least at some t >= b. So before i gets beyond a, j is at b or farther, and before j
// gets beyond b, i is at a or farther: every execution passes (a, b), that of 3 also, and it is in a free cell there. (Where a or b is an end of its curve one of the two
// cells is missing, and so is the need for it: every execution begins and ends there.) QED. Intervals, corners and orders are compared as the doubles that they are; nothing is computed.
//
// Dependencies of a path. Its own schedule is a way through each square that never goes back (src/multirobot/schedule_way.h). An open cell that it does not lead through is on
// one side of it, and a dependency taken at the cell's corner excludes it: where the way is above, all t of the cell are passed before its first s: "i passes s_lower only after j has
// passed t_upper". The schedule keeps all of these, so they are not cyclic: nobody could keep a cyclic order. What is found so is then judged like any other order.
// An open cell on the way itself means that the schedule is not proven; it is parted more finely.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/certify/coordination_square.h>
#include <gapless/multirobot/coordinated_path.h>

namespace gapless {

class TimingClock;
class TimingSquare;

struct AnyTimingOptions
{
    /// Of witnesses, metres, in kToleranceRange: a pair at distance <= clearance + tolerance may be called a collision, where no proof was found.
    double tolerance = 1e-3;
    /// Cells that an order does not exclude are parted down to this, pieces of a curve, and no farther; in kResolutionRange.
    double resolution = 0x1p-8;
    /// Cells that the path's own schedule leads through are parted down to that: they are few. In kResolutionRange.
    double on_way = 0x1p-10;
    /// Dependencies are taken from cells of that size, or less where need be. In kResolutionRange.
    double coarsest = 0x1p-3;
    /// Dependencies are tried to be done without, one by one, before they are handed out. Else there may be some for what is only not proven yet; as there may be where
    /// that takes long (squares of kManyCells, more than kManyDependencies).
    bool is_sharp = true;
    /// Squares that have come to so many cells are parted no more.
    static constexpr std::size_t kMostCells = std::size_t{1} << 18, kManyCells = std::size_t{1} << 15, kManyDependencies = 200;
    double seconds = std::numeric_limits<double>::infinity();
    /// Asked now and then; true stops, with the verdict undecided. May be empty.
    std::function<bool()> interrupted = {};

    static constexpr NumberRange kResolutionRange{'[', 0x1p-20, 1.0, ']', "pieces of a curve"};
};

struct [[nodiscard]] AnyTimingResult
{
    /// Free: as above. Collision: an execution that keeps the order has the witness. Undecided: the resolution was reached, the budget ran out, or rounding
    /// does not tell.
    Verdict verdict = Verdict::Undecided;
    /// Of a robot that is not proven by itself.
    std::optional<RobotIndex> alone;
    struct Place
    {
        RobotIndex a;
        double s = 0.0;
        RobotIndex b;
        double t = 0.0;
    };
    /// Of two robots: the witness, or what is open.
    std::optional<Place> place;
    /// Collision: the pair, of the problem's scene, at most clearance + tolerance apart where robot a is at s and robot b at t.
    std::optional<ClosePair> witness;
    /// Of an execution that comes to `place`.
    std::optional<ExecutionOrder::Parameters> state;
    bool is_stopped = false;  ///< the budget ran out
};

/// Keeps its squares from one question to the next. Used by one thread at a time.
class AnyTiming
{
public:
    /// @param path outlives this @throws InputError if an option is out of range
    AnyTiming(const CoordinatedPath& path, const AnyTimingOptions& options = {});
    ~AnyTiming();

    /// Whether every execution that keeps the order is free.
    /// @throws InputError if it is of other curves
    AnyTimingResult judge(const ExecutionOrder& order);
    /// The order of the path's own schedule. Where the schedule is not proven there is none: result() says why.
    /// @return an order for which judge() said Free. None of its dependencies follows from the others.
    std::optional<ExecutionOrder> dependencies();
    /// Of dependencies().
    const AnyTimingResult& result() const { return result_; }

    /// The square of two robots: s of a, t of b. @pre a < b
    /// @param resolution pieces of a curve, in AnyTimingOptions::kResolutionRange; 0: as far as it is
    const CoordinationMap& map(RobotIndex a, RobotIndex b, double resolution = 0.0);
    /// @pre a < b
    CoordinationResult square(RobotIndex a, RobotIndex b);

private:
    std::optional<AnyTimingResult> judgeAlone(const TimingClock& clock);
    ExecutionOrder sharpened(const ExecutionOrder& order, const TimingClock& clock);

    const CoordinatedPath& path_;
    AnyTimingOptions options_;
    std::vector<std::unique_ptr<TimingSquare>> squares_;  // of a and b > a, row by row
    IndexedVector<RobotIndex, std::optional<Verdict>> alone_;
    AnyTimingResult result_;
};

}  // namespace gapless
