// A planner with parameters as a file has them; files laid out as config/planner_configs.yaml.
#pragma once

#include <string>
#include <vector>

#include <ompl/base/Planner.h>

namespace gapless::apps {

struct PlannerConfig
{
    struct Parameter
    {
        std::string name, value;
        int line = 0;
    };
    std::string file;
    std::string name;  ///< of the planner, upper and lower case alike
    std::vector<Parameter> parameters;

    /// The planner, with so many threads if it uses several, and these parameters.
    /// @throws InputError as findPlanner(), and as setPlannerParameter() with file and line.
    ompl::base::PlannerPtr make(const ompl::base::SpaceInformationPtr& si, unsigned int threads) const;
};

/// The section called `planner`, or else the one whose type that is; upper and lower case are alike.
/// @throws InputError if the file cannot be read or is laid out otherwise, or none, or several, are meant.
PlannerConfig readPlannerConfig(const std::string& file, const std::string& planner);

}  // namespace gapless::apps
