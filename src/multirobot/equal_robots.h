// Which robots are the same but for their names: whatever is proven of one holds for the other.
#pragma once

#include <gapless/multirobot/robot_group.h>

namespace gapless {

/// Of each robot the first one that it is equal to, maybe itself. Two are equal if to change their places in all that is numbered changes nothing, to the last
/// bit: bodies, joints with limits, frames and steering, what holds still and at which value, shapes, active pairs with what stands still and with every other
/// robot, and clearances. Objects and joints correspond by their order, not by their names, so robots whose files list them otherwise are not found equal.
///
/// A proof about one of them (that an edge is free, that one at a node does not block another one's edge) is a statement about these numbers and nothing else, so
/// it is one about the other. Where two and two are equal, all of them may change places: swaps generate every permutation.
/// @param parts of the problem: each robot by itself
IndexedVector<RobotIndex, RobotIndex> firstEquals(const Problem& problem,
                                                  const IndexedVector<RobotIndex, const PartOfProblem*>& parts);

}  // namespace gapless
