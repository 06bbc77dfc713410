#include <gapless/multirobot/blocked_moves.h>

namespace gapless {

std::optional<std::size_t> firstBlockedMove(const DiscretizedPath& path, const RobotRoadmaps& roadmaps, InterferenceTable& table)
{
    Placement at = path.start;
    for (const RobotIndex a : roadmaps.indices())
        for (const RobotIndex b : roadmaps.indices())
            if (a < b && table.meet(a, at[a], b, at[b]))
                return 0;
    for (std::size_t i = 0; i < path.moves.size(); ++i)
    {
        const CoordinatedMove& move = path.moves[i];
        const RobotRoadmap& roadmap = *roadmaps[move.robot];
        const RobotRoadmap::Ends& ends = roadmap.edge(move.edge);
        const bool is_there = ends.from == at[move.robot] && ends.to == move.to;
        const bool is_back = !roadmap.isDirected() && ends.to == at[move.robot] && ends.from == move.to;
        if (!is_there && !is_back)
            return i;
        for (const RobotIndex other : roadmaps.indices())
            if (other != move.robot && table.blocks(other, at[other], move.robot, move.edge))
                return i;
        at[move.robot] = move.to;
    }
    return std::nullopt;
}

}  // namespace gapless
