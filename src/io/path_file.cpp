#include "gapless/io/path_file.h"

#include <cmath>
#include <map>

#include "io/input_text.h"
#include "io/json_checked.h"
#include "io/write_file.h"

namespace gapless {
namespace {

using nlohmann::json;

/// For each of `names` its place in the file.
std::vector<std::size_t> orderOf(const json& file_names, const std::vector<std::string>& names, const std::string& label)
{
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < file_names.size(); ++i)
    {
        if (!file_names[i].is_string())
            throw inputError(label, 0, "joint_names[" + std::to_string(i) + "] is not a string");
        if (!places.emplace(file_names[i].get<std::string>(), i).second)
            throw inputError(label, 0, "joint_names has '" + file_names[i].get<std::string>() + "' twice");
    }
    std::vector<std::size_t> order;
    for (const std::string& name : names)
    {
        const auto found = places.find(name);
        if (found == places.end())
            throw inputError(label, 0, "joint_names lacks '" + name + "', which plans in the problem");
        order.push_back(found->second);
        places.erase(found);
    }
    if (!places.empty())
        throw inputError(label, 0, "joint_names has '" + places.begin()->first + "', which does not plan in the problem");
    return order;
}

const json& listOf(const json& object, const char* key, const std::string& label)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array())
        throw inputError(
            label, 0, std::string("no list '") + key + "'; a path is " + "{\"joint_names\": [...], \"waypoints\": [[...], ...]}");
    return *found;
}

void checkLimits(const std::vector<double>& values, const Problem& problem, const std::string& where)
{
    constexpr double kSlack = 1e-9;
    std::size_t next = 0;
    for (const PlanningJoint& planning : problem.joints)
    {
        const Joint& joint = problem.scene->model().body(planning.body).joint;
        for (std::size_t i = 0; i < static_cast<std::size_t>(planning.count); ++i, ++next)
            if (i < joint.lower.size() && i < joint.upper.size()
                && !(values[next] >= joint.lower[i] - kSlack && values[next] <= joint.upper[i] + kSlack))
                throw InputError(where + " has joint '" + joint.name + "' at " + formatNumber(values[next])
                                 + ", outside of its limits [" + formatNumber(joint.lower[i]) + ", "
                                 + formatNumber(joint.upper[i]) + "]");
    }
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
    const std::vector<std::size_t> order = orderOf(listOf(path, "joint_names", label), names, label);
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
        checkLimits(values, problem, where);
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
