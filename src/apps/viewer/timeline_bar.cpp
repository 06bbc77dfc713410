#include "timeline_bar.h"

#include <algorithm>
#include <cmath>

namespace gapless::viewer {

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

}  // namespace gapless::viewer
