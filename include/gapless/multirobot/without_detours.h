// Turns of several robots without detours that lead back.
#pragma once

#include <gapless/multirobot/discretized_path.h>

namespace gapless {

/// Where a robot comes back to a node where it stood before, and stands in nobody's way there meanwhile, it stays. Longest detours first, until there is none. All moves
/// of the result are proven: that a robot stands where it does by the table, where it did before by the path.
DiscretizedPath withoutDetours(DiscretizedPath path, InterferenceTable& table);

}  // namespace gapless
