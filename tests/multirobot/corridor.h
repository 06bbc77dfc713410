// Robots in a row in a corridor in which none can pass another one, with a room at each end; they are to reverse their order. After Fig. 14 of P. Svestka, M.
// Overmars: "Probabilistic path planning".
#pragma once

#include <string>

#include "multirobot/discs.h"
#include "support/random_input.h"

namespace gapless::test {

/// Discs of radius 0.1; the corridor is 0.3 wide, and 2 long.
inline DiscWorld corridorWithRooms(int count)
{
    DiscWorld world;
    world.half_side = 2.0;
    for (int i = 0; i < count; ++i)
    {
        const double x = count == 1 ? 0.0 : -0.8 + 1.6 * i / (count - 1);
        world.discs.push_back({{x, 0.0}, {-x, 0.0}});
    }
    for (const double side : {-1.0, 1.0})
    {
        const std::string name = side < 0.0 ? "below" : "above";
        world.obstacles.push_back(wall("corridor, " + name, {0.0, side * 1.15}, {1.0, 1.0}));
        world.obstacles.push_back(wall("rooms, " + name, {0.0, side * 1.6}, {2.2, 1.0}));
    }
    return world;
}

/// As RobotRoadmap::grow(), by random numbers that are the same in every run.
inline void grow(DiscGroup& discs, std::size_t nodes, std::size_t neighbours, double half_side, Random& random)
{
    for (RobotRoadmap* roadmap : distinctRoadmaps(discs.roadmaps))
        while (roadmap->size() < nodes)
            roadmap->add(configuration({random.uniform(-half_side, half_side), random.uniform(-half_side, half_side)}),
                         neighbours, ompl::base::plannerNonTerminatingCondition());
}

}  // namespace gapless::test
