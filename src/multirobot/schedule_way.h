// The schedule of a coordinated path, seen in the square of two of its robots: a way that never goes back.
//
// In each step it goes on by one piece along one side of the square, or along both at the same rate: its corners are whole numbers, and what is asked here is exact.
#pragma once

#include <vector>

#include <gapless/multirobot/coordinated_path.h>

namespace gapless {

class ScheduleWay
{
public:
    /// The robots' ways by the schedule, in the square of s of robot a and t of robot b.
    ScheduleWay(const CoordinatedPath& path, RobotIndex a, RobotIndex b);

    struct Range
    {
        double lower, upper;
    };
    /// All t that b passes while a is at s, in [0, end].
    Range at(double s) const;

    enum class Side
    {
        Below,  ///< the way has passed all of the cell's t before it comes to its s: a follows b
        Above,  ///< the other way about
        Met,    ///< the way leads through the cell's inside
    };
    Side sideOf(const Interval& s, const Interval& t) const;

    /// The parts of the way in which one of the two moves while the other one stands, a line each; and in which both do, from corner to corner.
    struct Line
    {
        Interval s, t;
        std::size_t step;
    };
    const std::vector<Line>& lines() const { return lines_; }

private:
    std::vector<Line> lines_;
    std::vector<std::size_t> line_of_;  // by piece of a
};

}  // namespace gapless
