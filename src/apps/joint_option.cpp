#include "joint_option.h"

#include <gapless/core/error.h>

#include "io/input_text.h"
#include "io/yaml_checked.h"

namespace gapless::apps {

Configuration readJointOption(const Problem& problem, const std::string& option, const std::string& name,
                              const std::string& quantity, const NumberRange& range, double standing)
{
    const std::vector<std::string> names = problem.variableNames();
    std::vector<double> values;
    if (const std::optional<double> number = parseNumber(option))
        values.assign(names.size(), range.require(*number, name));
    else
    {
        const std::shared_ptr<const YamlNode> file = parseYaml(readTextFile(option, "file for " + name), option);
        const YamlMap map(*file, option, "the file for " + name, names);
        for (const std::string& joint : names)
        {
            const YamlNode& node = map.require(joint);
            const std::string what = "the " + quantity + " of '" + joint + "'";
            values.push_back(
                range.require(readNumber(node, option, what), option + ":" + std::to_string(node.line) + ": " + what));
        }
    }
    Configuration all = Configuration::Constant(problem.scene->model().configurationSize(), standing);
    std::size_t next = 0;
    for (const PlanningJoint& joint : problem.joints)
    {
        // Turns of floating joints have one number; nothing else has more than three variables.
        if (joint.count > 3)
            throw InputError(name + ": joint '" + joint.name + "' is floating; trajectories cannot turn it");
        for (int k = 0; k < joint.count; ++k)
            all[joint.variable + k] = values[next++];
    }
    return all;
}

}  // namespace gapless::apps
