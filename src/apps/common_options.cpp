#include "common_options.h"

#include <gapless/certify/certify_result.h>
#include <gapless/core/error.h>
#include <gapless/ompl/discrete_motion_validator.h>

#include "measure/interrupt.h"
#include "time_range.h"

namespace gapless::apps {
std::int64_t requireWithin(std::int64_t value, const std::string& option, std::int64_t low, std::int64_t high)
{
    if (value < low || value > high)
        throw InputError(option + " " + std::to_string(value) + "; it has to be from " + std::to_string(low) + " to "
                         + std::to_string(high));
    return value;
}

std::pair<std::string, std::string> splitAssignment(const std::string& text, const std::string& option)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw InputError(option + " '" + text + "': must be NAME=VALUE");
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void addPackageOption(CLI::App& command, std::vector<std::string>& packages)
{
    command.add_option("--package", packages, "where package://NAME/ is: NAME=DIR; repeatable; wins over ROS_PACKAGE_PATH")
        ->allow_extra_args(false);
}

void addMemoryOption(CLI::App& command, std::size_t& memory)
{
    command.add_option("--memory", memory, "MiB that the geometry of a scene may take")->capture_default_str();
}

std::size_t memoryBytes(std::size_t memory)
{
    constexpr std::size_t kMost = std::size_t{1} << 30;
    if (memory == 0 || memory > kMost)
        throw InputError("--memory " + std::to_string(memory) + ": must be from 1 to " + std::to_string(kMost) + " (MiB)");
    return memory << 20;
}

std::map<std::string, std::string> packageFolders(const std::vector<std::string>& packages)
{
    std::map<std::string, std::string> folders;
    for (const std::string& package : packages)
        folders.insert(splitAssignment(package, "--package"));
    return folders;
}

void CommonOptions::addTo(CLI::App& command, std::initializer_list<const char*> unused)
{
    command.add_option("PROBLEM", problem, "problem file (YAML)")->required()->type_name("FILE");
    addPackageOption(command, packages);
    addMemoryOption(command, memory);
    command
        .add_option("--validator", validator,
                    "adaptive (exact), articulated (exact, with the time of contact) or discrete (sampled, proves nothing)")
        ->type_name("adaptive|articulated|discrete")
        ->capture_default_str();
    command.add_option("--clearance", clearance, "distance to be kept, metres; default as in the problem file");
    command.add_option("--tolerance", tolerance, "how close to the clearance may count as a collision, metres")
        ->capture_default_str();
    command.add_option("--time-tolerance", time_tolerance, "articulated validator: width of the contact interval, fraction")
        ->capture_default_str();
    command.add_option("--resolution", resolution, "discrete validator: largest joint step, radians or metres")
        ->capture_default_str();
    command.add_option("--seed", seed, "seed of everything random")->capture_default_str();
    command.add_option("--time", time, "seconds after which to give up");
    command.add_option("--threads", threads, "threads for planners that use several")->capture_default_str();
    command.add_flag("--json", json, "one JSON object on standard output");
    for (const char* option : unused)
        command.get_option(option)->group(kUnusedGroup);
}

void CommonOptions::validate() const
{
    kind();
    if (clearance)
        kClearanceRange.require(*clearance, "--clearance");
    kToleranceRange.require(tolerance, "--tolerance");
    kTimeToleranceRange.require(time_tolerance, "--time-tolerance");
    kJointStepRange.require(resolution, "--resolution");
    if (time)
        kTimeRange.require(*time, "--time");
    if (threads < 1)
        throw InputError("--threads 0: must be at least 1");
}

Problem CommonOptions::load(Takes takes) const
{
    const InterruptsEndProgram at_once;
    LoadOptions options;
    options.packages = packageFolders(packages);
    options.memory = memoryBytes(memory);
    options.clearance = clearance;
    options.takes_cars = takes != Takes::StraightMotions;
    options.takes_moving_obstacles = takes == Takes::MovingObstacles;
    return loadProblem(problem, options);
}

}  // namespace gapless::apps
