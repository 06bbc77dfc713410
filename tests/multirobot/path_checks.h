// What every discretized path has to be.
#pragma once

#include <catch2/catch.hpp>

#include <gapless/certify/certify_path.h>
#include <gapless/multirobot/blocked_moves.h>

#include "multirobot/discs.h"

namespace gapless::test {

/// Robots take turns, along edges, from start to goal, and no two ever come too near.
inline void requireSound(DiscGroup& discs, const DiscretizedPath& path, const Placement& start, const Placement& goal)
{
    CHECK(path.start.list() == start.list());
    Placement at = path.start;
    for (const CoordinatedMove& move : path.moves)
    {
        const RobotRoadmap::Ends& ends = discs.roadmaps[move.robot]->edge(move.edge);
        REQUIRE(((ends.from == at[move.robot] && ends.to == move.to) || (ends.to == at[move.robot] && ends.from == move.to)));
        at[move.robot] = move.to;
    }
    CHECK(at.list() == goal.list());
    CHECK_FALSE(firstBlockedMove(path, discs.roadmaps, *discs.table).has_value());
    const std::vector<Configuration> configurations = path.configurations(discs.group, discs.roadmaps);
    REQUIRE(configurations.size() == path.moves.size() + 1);
    if (configurations.size() > 1)
        CHECK(certifyPath(discs.group.problem().scene, configurations, {}).verdict == Verdict::Free);
}

}  // namespace gapless::test
