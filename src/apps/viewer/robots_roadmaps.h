// The roadmaps of several robots, to be drawn: where their edges lead them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <gapless/io/problem.h>

#include "drawn_scene.h"

namespace gapless::viewer {

struct RobotsRoadmaps
{
    /// In the world: of each roadmap the ways along its edges, of cars their curves. Green where robots share it, else of its robot's colour.
    std::vector<ColouredSurface> surfaces;
    std::size_t roadmaps = 0, nodes = 0, edges = 0;
};

/// Roadmaps as gapless::SuperGraph begins with, of so many nodes, and the problem's start and goal.
/// @param interrupted asked now and then; true: what there is then is drawn
/// @throws InputError as RobotGroup, and if a robot cannot be at its start or goal
RobotsRoadmaps robotsRoadmaps(const Problem& problem, std::size_t nodes, double tolerance,
                              const std::function<bool()>& interrupted);

}  // namespace gapless::viewer
