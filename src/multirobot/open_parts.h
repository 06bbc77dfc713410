// What is open in the square of two robots, in connected parts, and the dependencies that keep the two out of it.
#pragma once

#include <cstdint>
#include <vector>

#include <gapless/certify/coordination_map.h>

#include "multirobot/schedule_way.h"

namespace gapless {

/// Open cells that hang together by edges, all on one side of the schedule's way.
struct OpenPart
{
    ScheduleWay::Side side = ScheduleWay::Side::Met;
    std::vector<std::int32_t> cells;
};
std::vector<OpenPart> openParts(const CoordinationMap& map, const ScheduleWay& way);

/// Dependencies that the schedule keeps, each taken at the corner of a cell, or of a box about several: together they exclude the insides of all cells of the part.
/// As few as the way lets there be: next to each other they are one where the schedule keeps that, too.
/// @pre the way does not meet it @param a, b whose s and t they are
std::vector<Dependency> dependenciesOf(const OpenPart& part, const CoordinationMap& map, const ScheduleWay& way, RobotIndex a,
                                       RobotIndex b);

}  // namespace gapless
