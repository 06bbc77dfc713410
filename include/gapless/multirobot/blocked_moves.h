// Whether all moves of a discretized path are proven.
#pragma once

#include <cstddef>
#include <optional>

#include <gapless/multirobot/discretized_path.h>

namespace gapless {

/// The first move that is none: its robot is not at an end of the edge from which that may be left, or comes to another node than the move says, or it is not proven that none of
/// those who stand blocks it. 0 also where two robots meet at the start. None: all is proven.
std::optional<std::size_t> firstBlockedMove(const DiscretizedPath& path, const RobotRoadmaps& roadmaps, InterferenceTable& table);

}  // namespace gapless
