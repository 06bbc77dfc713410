#include <gapless/multirobot/without_detours.h>

#include <algorithm>
#include <optional>

namespace gapless {

namespace {

/// Whether the robot may stand at the node while all others make their moves of [begin, end).
bool mayStand(const DiscretizedPath& path, RobotIndex robot, RobotRoadmap::Node node, std::size_t begin, std::size_t end,
              InterferenceTable& table)
{
    for (std::size_t k = begin; k < end; ++k)
        if (path.moves[k].robot != robot && table.blocks(robot, node, path.moves[k].robot, path.moves[k].edge))
            return false;
    return true;
}

/// Drops the longest detour of a robot. @return whether there was one
bool dropDetour(DiscretizedPath& path, RobotIndex robot, InterferenceTable& table)
{
    // After which moves it is where; before all others it is at its start.
    std::vector<std::pair<std::size_t, RobotRoadmap::Node>> visits{{0, path.start[robot]}};
    for (std::size_t k = 0; k < path.moves.size(); ++k)
        if (path.moves[k].robot == robot)
            visits.emplace_back(k + 1, path.moves[k].to);
    for (std::size_t steps = visits.size() - 1; steps > 0; --steps)
        for (std::size_t i = 0; i + steps < visits.size(); ++i)
        {
            const auto [begin, node] = visits[i];
            const auto [end, again] = visits[i + steps];
            if (node != again || !mayStand(path, robot, node, begin, end, table))
                continue;
            const auto first = path.moves.begin() + static_cast<std::ptrdiff_t>(begin),
                       last = path.moves.begin() + static_cast<std::ptrdiff_t>(end);
            path.moves.erase(
                std::remove_if(first, last, [robot = robot](const CoordinatedMove& move) { return move.robot == robot; }), last);
            return true;
        }
    return false;
}

}  // namespace

DiscretizedPath withoutDetours(DiscretizedPath path, InterferenceTable& table)
{
    for (bool goes_on = true; goes_on;)
    {
        goes_on = false;
        for (const RobotIndex robot : path.start.indices())
            while (dropDetour(path, robot, table))
                goes_on = true;
    }
    return path;
}

}  // namespace gapless
