// At which times of two robots' motions may both happen? An exact answer over the square of both parameters.
//
// Robot A is anywhere on its curve, at s, robot B anywhere on its own, at t. The two share nothing that moves, so that each is where its own parameter says.
// Of interest are their pairs with each other alone: that each keeps clear of itself and of what stands still is to be proven by itself.
//
// Proof. Cells [s0, s1] x [t0, t1] are proven apart along fixed directions, by support values at six times and bounds of the accelerations (src/certify/cell_front.h),
// or by boxes of what objects sweep; what is not proven is parted into quarters, or halves where one robot travels much less. A cell lies within one
// smooth piece of either curve: bounds of accelerations say nothing across a break. (Cells of several pieces are parted there first, and settled by boxes at
// the most.)
// Insides. In a cell in which no surfaces of two objects touch, clearance or not, neither can get into the other: to do so a point would pass the
// other's surface on the way, which is in the cell. Two such cells that share a point agree, so all of a connected set of cells does: one (s, t) of each
// such set is asked about, at the poses as computed (docs/guarantee.md, "Insides at computed poses": the gaps that prove a cell hold at its corners
// and are greater than the error term, which has the pose errors of both curves; where the parts of curves have straight motions of their own, that gap is asked for there
// once more). Boxes and bounding volumes hold the solid as well: what they keep apart anywhere in the set needs no question.
//
// O'Donnell, Lozano-Perez: "Deadlock-free and collision-free coordination of two robot manipulators", ICRA 1989, have the diagram of tasks; LaValle,
// Hutchinson: "Optimal motion planning for multiple robots having independent goals", IEEE Trans. Robotics and Automation 14 (1998), the square.
#pragma once

#include <functional>
#include <memory>

#include <gapless/certify/certify_result.h>
#include <gapless/certify/coordination_map.h>
#include <gapless/certify/robot_curve.h>
#include <gapless/certify/robot_pair.h>

namespace gapless {

struct [[nodiscard]] CoordinationResult
{
    /// Free: the robots keep their clearances at every (s, t), whatever the timing. Collision: not at the witness. Undecided: the budget ran out, or
    /// rounding does not tell, or a joint makes half a turn.
    Verdict verdict = Verdict::Undecided;
    /// Collision: the pair, at most clearance + tolerance apart at s and t.
    std::optional<ClosePair> witness;
    double s = 0.0, t = 0.0;
    /// Free: lower bound of the distance of any pair at any (s, t), metres; infinite without pairs.
    double certified_clearance = 0.0;
    std::uint64_t cells = 0;  ///< that were looked at
    CertifyStatistics statistics;
};

/// Keeps what it has worked out: run() and map() go on where the last call ended, with the same answer as one call of either would have. Used by one thread at
/// a time, and so are its curves. One that has run out of memory (std::bad_alloc) is undecided and knows nothing.
class CoordinationSquare
{
public:
    /// @param a, b of the pair's first robot and of its second
    /// @param tolerance of witnesses, in kToleranceRange
    /// @throws InputError if one is missing, of another scene or robot, or the tolerance is out of range
    CoordinationSquare(std::shared_ptr<const RobotPair> robots, std::shared_ptr<RobotCurve> a, std::shared_ptr<RobotCurve> b,
                       double tolerance = 1e-3);
    ~CoordinationSquare();
    CoordinationSquare(CoordinationSquare&&) noexcept;
    CoordinationSquare& operator=(CoordinationSquare&&) noexcept;

    /// Works until the whole square is free, or a witness is found. @return the verdict, Undecided if it is still open
    Verdict run(const Budget& budget = {});
    /// Whether the verdict of run() is final.
    [[nodiscard]] bool isDone() const;
    CoordinationResult result() const;

    /// Works until no open cell that may still be parted has a side longer than `resolution`, as a share of its curve (of the
    /// number of its pieces). Sides do not count along which a robot travels less than half as far as the other one does on the other side; a robot that stands has no length. Then, or once the budget is spent, what is known so far.
    /// @param resolution in kMapResolutionRange
    /// @return valid until the next call of run() or map()
    const CoordinationMap& map(double resolution, const Budget& budget = {});
    /// The same, but of open cells only those are parted that are wanted. (It goes on from there: what was not wanted may be so later.)
    using Wanted = std::function<bool(const CoordinationMap::Cell&)>;
    const CoordinationMap& map(double resolution, const Budget& budget, const Wanted& wanted);
    /// Whether the last call of map() got as far as asked.
    [[nodiscard]] bool isMapDone() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// Of CoordinationSquare::map().
inline constexpr NumberRange kMapResolutionRange{'[', 0x1p-16, 1.0, ']', "share of a curve"};

}  // namespace gapless
