// The [planner] section: which planners run, with which parameters.
#pragma once

#include <string>
#include <vector>

#include "apps/planner_config.h"
#include "ini_file.h"

namespace gapless::apps {

/// Its name is that of the registry.
struct PlannerChoice : PlannerConfig
{
    std::string label;  ///< in logs and tables, unique
    /// Labels of the validators to combine it with (`value`), and the lines that say so; empty: all.
    std::vector<Parameter> validators;
    int line = 0;
};

/// Takes one setting of the section into the choices: "rrtconnect =" begins another one, "rrtconnect.range = 1" belongs to the last
/// of that planner. Names are those of the registry, upper and lower case alike, and OMPL's short ones. Whether the planner
/// has the parameter shows when it is made.
/// @throws InputError with file and line for an unknown planner.
void readPlannerSetting(const IniSetting& setting, const std::string& file, std::vector<PlannerChoice>& choices);

/// Gives a label to each choice without one: the planner's name, with its parameters where the planner comes several times.
/// @throws InputError for two of the same label.
void labelPlanners(const std::string& file, std::vector<PlannerChoice>& choices);

}  // namespace gapless::apps
