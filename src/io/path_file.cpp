#include "gapless/io/path_file.h"

#include <cmath>

#include "io/input_text.h"
#include "io/joint_values.h"
#include "io/json_checked.h"
#include "io/write_file.h"

namespace gapless {
namespace {

using nlohmann::json;

std::vector<std::string> namesOf(const json& list, const std::string& label)
{
    std::vector<std::string> names;
    for (const json& name : list)
    {
        if (!name.is_string())
            throw inputError(label, 0, "joint_names[" + std::to_string(names.size()) + "] is not a string");
        names.push_back(name.get<std::string>());
    }
    return names;
}

const json& listOf(const json& object, const char* key, const std::string& label)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array())
        throw inputError(
            label, 0, std::string("no list '") + key + "'; a path is " + "{\"joint_names\": [...], \"waypoints\": [[...], ...]}");
    return *found;
}

}  // namespace

std::vector<std::vector<double>> parsePath(std::string_view text, const std::string& label, const std::vector<std::string>& names)
{
    const json path = parseJson(text, label);
    if (!path.is_object())
        throw inputError(label, 0, "not a path; it must be {\"joint_names\": [...], \"waypoints\": [[...], ...]}");
    for (const auto& item : path.items())
        if (item.key() != "joint_names" && item.key() != "waypoints")
            throw inputError(label, 0, "unknown key '" + item.key() + "'; known are joint_names, waypoints");
    const std::vector<std::size_t> order = orderOfJoints(namesOf(listOf(path, "joint_names", label), label), names, label, 0);
    const json& rows = listOf(path, "waypoints", label);
    if (rows.empty())
        throw inputError(label, 0, "the path has no waypoints; at least one is needed");
    std::vector<std::vector<double>> waypoints;
    for (std::size_t r = 0; r < rows.size(); ++r)
    {
        const std::string where = "waypoints[" + std::to_string(r) + "]";
        if (!rows[r].is_array() || rows[r].size() != names.size())
            throw inputError(label, 0, where + " must have " + std::to_string(names.size()) + " values, one per name");
        waypoints.emplace_back();
        for (const std::size_t place : order)
        {
            if (!rows[r][place].is_number())
                throw inputError(label, 0, where + " has a value that is not a number");
            waypoints.back().push_back(rows[r][place].get<double>());
        }
    }
    return waypoints;
}

std::vector<Configuration> readPath(const std::string& file, const Problem& problem)
{
    std::vector<Configuration> path;
    for (const std::vector<double>& values : parsePath(readTextFile(file, "path file"), file, problem.variableNames()))
    {
        const std::string where = file + ": waypoints[" + std::to_string(path.size()) + "]";
        requireWithinLimits(values, problem, where);
        try
        {
            path.push_back(problem.configuration(values));
        }
        catch (const InputError& error)
        {
            throw InputError(where + ": " + error.what());
        }
    }
    return path;
}

std::string pathText(const Problem& problem, const std::vector<Configuration>& waypoints)
{
    std::string text = "{\"joint_names\": " + json(problem.variableNames()).dump() + ",\n \"waypoints\": [";
    for (std::size_t i = 0; i < waypoints.size(); ++i)
    {
        text += i == 0 ? "\n  [" : ",\n  [";
        const std::vector<double> values = problem.planningValues(waypoints[i]);
        for (std::size_t j = 0; j < values.size(); ++j)
        {
            if (!std::isfinite(values[j]))
                throw InputError("a path with a value that is not finite cannot be written: waypoints[" + std::to_string(i)
                                 + "]");
            text += (j == 0 ? "" : ", ") + formatNumber(values[j]);
        }
        text += "]";
    }
    return text + "\n ]}\n";
}

void writePath(const std::string& file, const Problem& problem, const std::vector<Configuration>& waypoints)
{
    writeTextFile(file, pathText(problem, waypoints));
}

}  // namespace gapless
