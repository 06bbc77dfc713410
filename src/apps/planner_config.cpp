#include "planner_config.h"

#include <algorithm>
#include <cctype>

#include <gapless/planners/planner_registry.h>

#include "io/input_text.h"
#include "io/yaml_checked.h"

namespace gapless::apps {
namespace {

bool isAlike(const std::string& a, const std::string& b)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

PlannerConfig readSection(const YamlNode& node, const std::string& name, const std::string& file)
{
    if (node.kind != YamlNode::Kind::Map)
        throw inputError(file, node.line, "planner configuration '" + name + "' has to be a map with a type and parameters");
    PlannerConfig config;
    config.file = file;
    for (std::size_t i = 0; i < node.keys.size(); ++i)
    {
        const std::string value = readName(*node.items[i], file, node.keys[i].text + " of '" + name + "'");
        if (node.keys[i].text == "type")
            config.name = value;
        else
            config.parameters.push_back({node.keys[i].text, value, node.keys[i].line});
    }
    if (config.name.empty())
        throw inputError(file, node.line, "planner configuration '" + name + "' has no type; it names the planner");
    return config;
}

}  // namespace

ompl::base::PlannerPtr PlannerConfig::make(const ompl::base::SpaceInformationPtr& si, unsigned int threads) const
{
    ompl::base::PlannerPtr planner = makePlanner(name, si);
    for (const char* several : {"num_threads", "thread_count", "max_num_threads"})
        if (planner->params().hasParam(several))
            setPlannerParameter(*planner, several, std::to_string(threads));
    for (const Parameter& parameter : parameters)
        try
        {
            setPlannerParameter(*planner, parameter.name, parameter.value);
        }
        catch (const InputError& error)
        {
            throw inputError(file, parameter.line, error.what());
        }
    return planner;
}

PlannerConfig readPlannerConfig(const std::string& file, const std::string& planner)
{
    const auto root = parseYaml(readTextFile(file, "planner configuration"), file);
    const YamlNode& sections = YamlMap(*root, file, "the planner configuration", {"planner_configs"}).require("planner_configs");
    if (sections.kind != YamlNode::Kind::Map)
        throw inputError(file, sections.line, "planner_configs has to be a map from names to planners with their parameters");
    std::vector<PlannerConfig> of_type;
    std::string known;
    for (std::size_t i = 0; i < sections.keys.size(); ++i)
    {
        const std::string& name = sections.keys[i].text;
        PlannerConfig config = readSection(*sections.items[i], name, file);
        if (isAlike(name, planner))
            return config;
        known += (known.empty() ? "" : ", ") + name + " (" + config.name + ")";
        if (isAlike(config.name, planner))
            of_type.push_back(std::move(config));
    }
    if (of_type.size() != 1)
        throw inputError(file, sections.line,
                         (of_type.empty() ? "no configuration of the planner '" : "several configurations of the planner '")
                             + planner + "'; " + (known.empty() ? "there are none" : "there are " + known)
                             + "; --planner names one");
    return of_type.front();
}

}  // namespace gapless::apps
