// Curves of several robots, and a schedule by which they are run through.
//
// A composite path, of all robots, is taken apart: each robot has a curve of its own, which goes on only where the robot does (a robot that stands has no
// length). The curve's pieces are the motions of the path, or, with cars, the pieces of the curves that their spaces draw, all cut where any is. So in each step
// of the schedule some robots run through one piece each, side by side at the same parameter, and the others stand between two pieces. All numbers of the schedule are whole.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/certify/certify_result.h>
#include <gapless/certify/robot_curve.h>
#include <gapless/io/path_file.h>
#include <gapless/multirobot/execution_order.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// Immutable.
class CoordinatedPath
{
public:
    /// A path by straight motions: in segment k all robots that move run through theirs together.
    /// @param group outlives this @param waypoints of its problem, at least one
    /// @throws InputError if there is none, one does not fit, or a robot has more pieces than RobotCurve takes
    CoordinatedPath(const RobotGroup& group, const std::vector<Configuration>& waypoints);
    /// A path of any problem, with cars or without. @param mapping of the group's problem; @throws InputError also as StateMapping::curve()
    CoordinatedPath(const RobotGroup& group, const StateMapping& mapping, const DrivenPath& path);

    const RobotGroup& group() const { return group_; }
    /// Where the robots' curves end: the number of their pieces, at least 1, as a robot that never moves stands through one.
    const ExecutionOrder::Parameters& ends() const { return ends_; }
    /// Who runs through his next piece, step by step.
    const std::vector<std::vector<RobotIndex>>& steps() const { return steps_; }
    /// The composite path's segment that a step is in.
    std::size_t segment(std::size_t step) const { return segments_[step]; }

    /// The robot's curve in the scene of all. Each is for one thread.
    std::shared_ptr<RobotCurve> curve(RobotIndex robot) const;
    /// Whether the robot keeps its clearances to itself and to what stands still, all along its curve, and a car its bounds.
    /// @param tolerance metres
    Verdict certifyAlone(RobotIndex robot, double tolerance, const Budget& budget) const;
    /// Where the robots are at such parameters: about, to within rounding.
    Configuration at(const ExecutionOrder::Parameters& parameters) const;

private:
    struct Robot
    {
        /// Of all robots, the others as where the path begins. Straight motions from each to the next; or of `curves` the ends.
        std::vector<Configuration> stops;
        std::vector<CurveMotion> curves;  ///< a segment of the path each
        std::vector<CurvePiece> pieces;   ///< of them
    };
    void addStraight(const std::vector<Configuration>& waypoints);
    void addCurves(const StateMapping& mapping);
    void addStanding();
    std::vector<RobotIndex> movingIn(std::size_t segment) const;
    CurveMotion alone(RobotIndex robot, const CurveMotion& curve) const;

    const RobotGroup& group_;
    DrivenPath composite_;
    IndexedVector<RobotIndex, Robot> robots_;
    ExecutionOrder::Parameters ends_;
    std::vector<std::vector<RobotIndex>> steps_;
    std::vector<std::size_t> segments_;  // by step
    bool leaves_bounds_ = false;
};

}  // namespace gapless
