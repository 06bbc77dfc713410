#include "timeline_bar.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gapless::viewer {
namespace {

/// Steps of joints up to this, radians or metres, are what rounding leaves of a robot that stands.
constexpr double kStands = 1e-9;

}  // namespace

std::vector<BarState> timelineBar(const PathVerdict& verdict, const PathPlayer& player, int width)
{
    std::vector<BarState> bar(static_cast<std::size_t>(width), BarState::Proven);
    const double scale = player.duration() > 0.0 ? width / player.duration() : 0.0;
    const auto paint = [&](std::size_t segment, const Interval& time, BarState state) {
        const double from = std::floor(scale * player.secondsAt({segment, time.lower}));
        const double to = std::ceil(scale * player.secondsAt({segment, time.upper}));
        const int first = std::clamp(static_cast<int>(from), 0, width - 1);
        // A path that stands still has one instant, which is all of the bar.
        const int last = scale > 0.0 ? std::clamp(static_cast<int>(to), first + 1, width) : width;
        for (int x = first; x < last; ++x)
            bar[static_cast<std::size_t>(x)] = std::max(bar[static_cast<std::size_t>(x)], state);
    };
    for (std::size_t i = 0; i < verdict.segments.size(); ++i)
    {
        const SegmentVerdict& segment = verdict.segments[i];
        for (const UncoveredInterval& interval : segment.uncovered)
            paint(i, interval.time,
                  interval.pair || (segment.is_done && verdict.proven) ? BarState::Uncovered : BarState::Pending);
        if (segment.witness)
            paint(i, segment.t, BarState::Witness);
    }
    return bar;
}

std::vector<std::vector<bool>> moversBar(const Problem& problem, const PathPlayer& player, int width)
{
    std::vector<int> robots;
    for (const PlanningJoint& joint : problem.joints)
        if (const std::optional<int> robot = problem.scene->model().body(joint.body).robot;
            robot && std::find(robots.begin(), robots.end(), *robot) == robots.end())
            robots.push_back(*robot);
    if (robots.size() < 2)
        return {};
    std::vector<std::vector<bool>> bar(robots.size(), std::vector<bool>(static_cast<std::size_t>(width), false));
    for (std::size_t i = 0; i < player.segmentCount() && player.duration() > 0.0; ++i)
    {
        const PlayedSegment& segment = player.segments()[i];
        const double scale = width / player.duration();
        const int first = std::clamp(static_cast<int>(scale * player.secondsAt({i, 0.0})), 0, width - 1);
        const int last = std::clamp(static_cast<int>(std::ceil(scale * player.secondsAt({i, 1.0}))), first + 1, width);
        for (const PlanningJoint& joint : problem.joints)
        {
            const std::optional<int> robot = problem.scene->model().body(joint.body).robot;
            const auto row = std::find(robots.begin(), robots.end(), robot.value_or(-1)) - robots.begin();
            const auto step = segment.to.segment(joint.variable, joint.count) - segment.from.segment(joint.variable, joint.count);
            if (robot && step.cwiseAbs().maxCoeff() > kStands)
                std::fill(bar[static_cast<std::size_t>(row)].begin() + first, bar[static_cast<std::size_t>(row)].begin() + last,
                          true);
        }
    }
    return bar;
}

}  // namespace gapless::viewer
