// A path file of several robots: their curves, and the order that it may say.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/io/path_file.h>
#include <gapless/multirobot/any_timing.h>

namespace gapless::apps {

struct CoordinatedFile
{
    /// @throws InputError with the file's name, also for fewer than two robots, and for an order that is cyclic or of no robots or places of theirs
    CoordinatedFile(const Problem& problem, const std::string& file);

    std::string file;
    RobotGroup group;
    DrivenPath driven;
    std::unique_ptr<CoordinatedPath> path;
    std::optional<ExecutionOrder> order;  ///< that the file says
};

/// @param where for errors: what names it @throws InputError if no robot of that name plans
RobotIndex robotNamed(const RobotGroup& group, const std::string& name, const std::string& where);

/// With the robots' names.
std::vector<NamedDependency> named(const RobotGroup& group, const ExecutionOrder& order);

}  // namespace gapless::apps
