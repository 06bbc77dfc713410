// config/planner_configs.yaml says what the registry says.
#include <catch2/catch.hpp>

#include <fstream>
#include <set>
#include <sstream>

#include <gapless/planners/planner_registry.h>

#include "io/yaml_tree.h"

using namespace gapless;

namespace {

const std::string kFile = std::string(GAPLESS_SOURCE_DIR) + "/config/planner_configs.yaml";

std::string fileText()
{
    std::ifstream stream(kFile);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string lineOfText(const std::string& text, int number)
{
    std::istringstream stream(text);
    std::string line;
    for (int i = 0; i < number; ++i)
        std::getline(stream, line);
    return line;
}

}  // namespace

TEST_CASE("Every planner of ours is in the configuration file with all its parameters and defaults, and nothing else is")
{
    const std::string text = fileText();
    const auto root = parseYaml(text, kFile);
    REQUIRE(root->keys.size() == 1);
    REQUIRE(root->keys[0].text == "planner_configs");
    const YamlNode& configs = *root->items[0];
    std::set<std::string> types;
    for (std::size_t i = 0; i < configs.keys.size(); ++i)
    {
        const YamlNode& config = *configs.items[i];
        REQUIRE(config.keys.front().text == "type");
        const std::string type = config.items.front()->text;
        CAPTURE(type);
        CHECK(type == "gapless::" + configs.keys[i].text);
        CHECK(types.insert(type).second);
        const std::vector<PlannerParameter> parameters = plannerParameters(type);
        REQUIRE(config.keys.size() == parameters.size() + 1);
        for (std::size_t p = 0; p < parameters.size(); ++p)
        {
            CAPTURE(parameters[p].name);
            CHECK(config.keys[p + 1].text == parameters[p].name);
            CHECK(config.items[p + 1]->text == parameters[p].default_value);
            const std::string line = lineOfText(text, config.keys[p + 1].line);
            CHECK_THAT(line, Catch::Contains("  # "));
        }
    }
    for (const PlannerEntry& planner : plannerRegistry())
        CHECK((types.count(planner.name) == 1) == (planner.name.rfind("gapless::", 0) == 0));
}
