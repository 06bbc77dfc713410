// Robots that take turns on their roadmaps.
#pragma once

#include <vector>

#include <gapless/multirobot/interference_table.h>

namespace gapless {

/// By robot, where on its roadmap it stands.
using Placement = IndexedVector<RobotIndex, RobotRoadmap::Node>;

/// One robot goes along an edge, from one end of it to the other; all others stand where they are.
struct CoordinatedMove
{
    RobotIndex robot;
    RobotRoadmap::Edge edge = 0;
    RobotRoadmap::Node to = 0;
};

/// A G-discretised coordinated path (Svestka, Overmars, section 7.1): robots move one at a time, along edges that none of those who stand blocks.
struct DiscretizedPath
{
    Placement start;
    std::vector<CoordinatedMove> moves;

    /// All placements on the way, the start first, as configurations of the group's problem.
    std::vector<Configuration> configurations(const RobotGroup& group, const RobotRoadmaps& roadmaps) const;
};

}  // namespace gapless
