#include "multirobot/schedule_way.h"

#include <algorithm>
#include <cmath>

namespace gapless {

ScheduleWay::ScheduleWay(const CoordinatedPath& path, RobotIndex a, RobotIndex b)
{
    double s = 0.0, t = 0.0;
    for (std::size_t step = 0; step < path.steps().size(); ++step)
    {
        const auto moves = [&](RobotIndex robot) {
            return std::find(path.steps()[step].begin(), path.steps()[step].end(), robot) != path.steps()[step].end();
        };
        const double along_s = moves(a) ? 1.0 : 0.0, along_t = moves(b) ? 1.0 : 0.0;
        if (along_s + along_t == 0.0)
            continue;
        if (along_s > 0.0)
            line_of_.push_back(lines_.size());
        lines_.push_back({{s, s + along_s}, {t, t + along_t}, step});
        s += along_s;
        t += along_t;
    }
}

ScheduleWay::Range ScheduleWay::at(double s) const
{
    const auto on = [&](std::size_t piece) {
        const Line& line = lines_[line_of_[piece]];
        return line.t.lower == line.t.upper ? line.t.lower : line.t.lower + (s - line.s.lower);
    };
    const auto k = static_cast<std::size_t>(std::floor(s));
    if (s != std::floor(s))
        return {on(k), on(k)};
    return {k == 0 ? 0.0 : on(k - 1), k == line_of_.size() ? lines_.back().t.upper : on(k)};
}

// The way is connected and never goes back. Where it leaves s.lower at t.upper or above, it is above the cell for all greater s. Where it comes to s.upper at
// t.lower or below, it is below for all smaller s. Otherwise it is below t.upper just after s.lower, and comes above t.lower before s.upper: in between it is inside.
ScheduleWay::Side ScheduleWay::sideOf(const Interval& s, const Interval& t) const
{
    if (at(s.lower).upper >= t.upper)
        return Side::Below;
    return at(s.upper).lower <= t.lower ? Side::Above : Side::Met;
}

}  // namespace gapless
