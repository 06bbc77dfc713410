#include "coordinated_file.h"

#include <gapless/core/error.h>
#include <gapless/ompl/state_space_factory.h>

namespace gapless::apps {

RobotIndex robotNamed(const RobotGroup& group, const std::string& name, const std::string& where)
{
    std::string known;
    for (const RobotIndex robot : group.robots())
    {
        if (group.name(robot) == name)
            return robot;
        known += (known.empty() ? "" : ", ") + group.name(robot);
    }
    throw InputError(where + " names the robot '" + name + "'; those that plan are " + known);
}

CoordinatedFile::CoordinatedFile(const Problem& problem, const std::string& name)
    : file(name), group(problem), driven(readDrivenPath(name, problem))
{
    try
    {
        if (problem.hasCars())
            path = std::make_unique<CoordinatedPath>(group, StateMapping(makeStateSpace(problem), problem), driven);
        else
            path = std::make_unique<CoordinatedPath>(group, driven.waypoints);
    }
    catch (const InputError& error)
    {
        throw InputError(file + ": " + error.what());
    }
    if (!driven.order)
        return;
    std::vector<Dependency> dependencies;
    for (const NamedDependency& d : *driven.order)
    {
        const std::string where = file + ": order[" + std::to_string(dependencies.size()) + "]";
        const RobotIndex waits = robotNamed(group, d.waits, where), first = robotNamed(group, d.first, where);
        dependencies.push_back({waits, d.s, first, d.t});
    }
    try
    {
        order.emplace(path->ends(), std::move(dependencies));
    }
    catch (const InputError& error)
    {
        throw InputError(file + ": " + error.what());
    }
}

std::vector<NamedDependency> named(const RobotGroup& group, const ExecutionOrder& order)
{
    std::vector<NamedDependency> all;
    for (const Dependency& d : order.dependencies())
        all.push_back({group.name(d.waits), d.s, group.name(d.first), d.t});
    return all;
}

}  // namespace gapless::apps
