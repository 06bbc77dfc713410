#include <gapless/multirobot/robot_roadmaps.h>

#include <algorithm>

#include <gapless/ompl/state_space_factory.h>

namespace gapless {

RobotRoadmaps makeRoadmaps(const RobotGroup& group, double tolerance, ValidatorKind kind, bool share)
{
    RobotRoadmaps roadmaps;
    for (const RobotIndex robot : group.robots())
    {
        if (share && group.firstEqual(robot) != robot)
        {
            roadmaps.push_back(roadmaps[group.firstEqual(robot)]);
            continue;
        }
        const Problem& alone = group.alone(robot).problem;
        const ompl::base::StateSpacePtr space = makeStateSpace(alone);
        space->setup();
        roadmaps.push_back(std::make_shared<RobotRoadmap>(alone, space, tolerance, kind));
    }
    return roadmaps;
}

std::vector<RobotRoadmap*> distinctRoadmaps(const RobotRoadmaps& roadmaps)
{
    std::vector<RobotRoadmap*> distinct;
    for (const auto& roadmap : roadmaps)
        if (std::find(distinct.begin(), distinct.end(), roadmap.get()) == distinct.end())
            distinct.push_back(roadmap.get());
    return distinct;
}

}  // namespace gapless
