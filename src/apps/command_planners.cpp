// gapless planners: which planners there are, and their parameters.

#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>

#include <gapless/planners/planner_registry.h>

#include "commands.h"
#include "completion.h"

namespace gapless::apps {
namespace {

struct PlannersOptions
{
    std::string name;
    bool json = false;
};

void print(const std::string& planner, const std::vector<PlannerParameter>& parameters, std::ostream& out)
{
    out << planner << "\n";
    for (const PlannerParameter& parameter : parameters)
    {
        out << "  " << parameter.name << " = " << parameter.default_value;
        if (!parameter.range.empty())
            out << "  (" << parameter.range << ")";
        out << "\n";
    }
}

nlohmann::ordered_json describe(const std::string& planner, const std::vector<PlannerParameter>& parameters)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const PlannerParameter& parameter : parameters)
        list.push_back({{"name", parameter.name}, {"default", parameter.default_value}, {"range", parameter.range}});
    return {{"name", planner}, {"parameters", list}};
}

int planners(const PlannersOptions& options)
{
    std::vector<std::string> names;
    if (options.name.empty())
        for (const PlannerEntry& planner : plannerRegistry())
            names.push_back(planner.name);
    else
        names.push_back(findPlanner(options.name).name);

    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const std::string& name : names)
    {
        const std::vector<PlannerParameter> parameters = plannerParameters(name);
        if (options.json)
            all.push_back(describe(name, parameters));
        else
            print(name, parameters, std::cout);
    }
    if (options.json)
        std::cout << nlohmann::ordered_json({{"planners", all}}).dump() << "\n";
    std::cout << std::flush;
    return kYes;
}

}  // namespace

void addPlannersCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<PlannersOptions>();
    CLI::App* command = app.add_subcommand("planners",
                                           "the planners, their parameters with default and range (low:high, "
                                           "low:step:high, or a list of choices)");
    command->add_option("NAME", options->name, "this one only")->type_name(kPlannerType);
    command->add_flag("--json", options->json, "one JSON object on standard output");
    command->callback([&action, options] { action = [options] { return planners(*options); }; });
}

}  // namespace gapless::apps
