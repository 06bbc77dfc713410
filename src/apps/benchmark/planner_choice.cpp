#include "planner_choice.h"

#include <map>

#include <gapless/core/error.h>
#include <gapless/planners/planner_registry.h>

#include "choices.h"
#include "core/lower_case.h"
#include "io/input_text.h"
#include "setting_values.h"

namespace gapless::apps {
namespace {

/// The registry calls planners by their class, OMPL's benchmark some by a short name.
std::string registryName(const std::string& name)
{
    static const std::map<std::string, std::string> short_names{{"kpiece", "KPIECE1"},
                                                                {"bkpiece", "BKPIECE1"},
                                                                {"lbkpiece", "LBKPIECE1"},
                                                                {"spars2", "SPARStwo"},
                                                                {"aps", "AnytimePathShortening"}};
    const auto found = short_names.find(lowerCase(name));
    return found == short_names.end() ? name : found->second;
}

}  // namespace

void readPlannerSetting(const IniSetting& setting, const std::string& file, std::vector<PlannerChoice>& choices)
{
    const auto [given, parameter] = splitChoice(setting, file);
    std::string name;
    try
    {
        name = findPlanner(registryName(given)).name;
    }
    catch (const InputError& error)
    {
        throw inputError(file, setting.line, error.what());
    }
    PlannerChoice& choice = currentChoice(choices, &PlannerChoice::name, name, parameter.empty(), setting.line);
    choice.file = file;
    if (parameter.empty())
        return;
    const std::string& value = SettingValue(setting, file).text();
    if (parameter == "name")
        choice.label = value;
    else if (parameter == "validator")
        choice.validators.push_back({parameter, value, setting.line});
    else
        choice.parameters.push_back({parameter, value, setting.line});
}

void labelPlanners(const std::string& file, std::vector<PlannerChoice>& choices)
{
    for (PlannerChoice& choice : choices)
    {
        if (!choice.label.empty())
            continue;
        choice.label = choice.name;
        const auto same = [&](const PlannerChoice& other) { return other.name == choice.name; };
        if (std::count_if(choices.begin(), choices.end(), same) > 1)
            for (const PlannerChoice::Parameter& parameter : choice.parameters)
                choice.label += " " + parameter.name + "=" + parameter.value;
    }
    requireDistinctLabels(choices, file, "planner");
}

}  // namespace gapless::apps
