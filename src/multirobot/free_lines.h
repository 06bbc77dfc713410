// Lines through the cells of a coordination map.
#pragma once

#include <gapless/certify/coordination_map.h>

namespace gapless {

/// Whether every point of a line along one side of the square, of which the other interval is one number, is in a free cell, edges included. (CoordinationMap::isFree()
/// of such a line wants all of it in the cells of one side, where it runs along an edge.)
/// @pre it is within the square
[[nodiscard]] bool isLineFree(const CoordinationMap& map, const Interval& s, const Interval& t);

}  // namespace gapless
