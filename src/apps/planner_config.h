// Parameters of a planner from a file laid out as config/planner_configs.yaml.
#pragma once

#include <string>
#include <vector>

#include <ompl/base/Planner.h>

namespace gapless::apps {

/// One section of such a file.
struct PlannerConfig
{
    struct Parameter
    {
        std::string name, value;
        int line = 0;
    };
    std::string file;
    std::string type;  ///< as the section has it
    std::vector<Parameter> parameters;

    /// @throws InputError as setPlannerParameter(), with file and line.
    void applyTo(ompl::base::Planner& planner) const;
};

/// The section called `planner`, or else the one whose type that is; upper and lower case are alike.
/// @throws InputError if the file cannot be read or is laid out otherwise, or none, or several, are meant.
PlannerConfig readPlannerConfig(const std::string& file, const std::string& planner);

}  // namespace gapless::apps
