// The verdict along a path as a bar of pixels.
#pragma once

#include <vector>

#include <gapless/io/problem.h>

#include "path_player.h"
#include "path_verdict.h"

namespace gapless::viewer {

/// In the order in which one hides another.
enum class BarState
{
    Proven,
    Pending,    ///< not looked at so far, or only sampled
    Uncovered,  ///< looked at, not proven
    Witness,
};

/// `width` pixels from the start of the path to its end, by time of playing; each shows the worst of what lies in it. @pre width >= 1
std::vector<BarState> timelineBar(const PathVerdict& verdict, const PathPlayer& player, int width);

/// By robot that plans, in the order of the joints: by pixel of the same bar, whether it moves in a segment that is seen there.
/// Empty where fewer than two plan. @pre width >= 1
std::vector<std::vector<bool>> moversBar(const Problem& problem, const PathPlayer& player, int width);

}  // namespace gapless::viewer
