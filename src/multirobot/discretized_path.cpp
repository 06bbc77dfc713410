#include <gapless/multirobot/discretized_path.h>

namespace gapless {

std::vector<Configuration> DiscretizedPath::configurations(const RobotGroup& group, const RobotRoadmaps& roadmaps) const
{
    Configuration q = group.problem().start;
    for (const RobotIndex robot : group.robots())
        group.alone(robot).put(roadmaps[robot]->configuration(start[robot]), q);
    std::vector<Configuration> all{q};
    for (const CoordinatedMove& move : moves)
    {
        group.alone(move.robot).put(roadmaps[move.robot]->configuration(move.to), q);
        all.push_back(q);
    }
    return all;
}

}  // namespace gapless
