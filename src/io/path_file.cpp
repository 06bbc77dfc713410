#include "gapless/io/path_file.h"

#include <cmath>

#include <gapless/core/number_range.h>

#include "io/input_text.h"
#include "io/joint_values.h"
#include "io/json_checked.h"
#include "io/write_file.h"

namespace gapless {
namespace {

using nlohmann::json;

constexpr NumberRange kCurvatureRange{'[', 1e-6, 1e3, ']', "1/m"}, kLengthRange{'[', 0.0, 1e9, ']', "metres"};
/// Of one car on one segment.
constexpr std::size_t kMostWayParts = 1000;
constexpr std::size_t kMostDependencies = 10000;
/// Relative: a radius that is written as a curvature is rounded.
constexpr double kRadiusSlack = 1e-9;

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

std::optional<CarWay> wayOf(const json& list, const std::string& label, const std::string& where)
{
    if (list.is_null())
        return std::nullopt;
    if (!list.is_array() || list.size() > kMostWayParts)
        throw inputError(label, 0,
                         where + " must be a list of at most " + std::to_string(kMostWayParts)
                             + " parts [curvature, length], or null for the curve of the car's space");
    CarWay way;
    for (const json& part : list)
    {
        if (!part.is_array() || part.size() != 2 || !part[0].is_number() || !part[1].is_number())
            throw inputError(label, 0, where + "[" + std::to_string(way.size()) + "] is no [curvature, length] of two numbers");
        way.push_back({part[0].get<double>(), part[1].get<double>()});
        const double curvature = std::abs(way.back().curvature);
        if (curvature != 0.0 && !kCurvatureRange.contains(curvature))
            throw inputError(label, 0,
                             where + "[" + std::to_string(way.size() - 1) + "] has the curvature " + formatNumber(curvature)
                                 + "; it must be 0, or up to its sign " + kCurvatureRange.words());
        if (!kLengthRange.contains(std::abs(way.back().length)))
            throw inputError(label, 0,
                             where + "[" + std::to_string(way.size() - 1) + "] is " + formatNumber(way.back().length)
                                 + " long; up to its sign that must be " + kLengthRange.words());
    }
    return way;
}

std::vector<NamedDependency> orderOf(const json& list, const std::string& label)
{
    if (list.size() > kMostDependencies)
        throw inputError(label, 0,
                         "order has " + std::to_string(list.size()) + " dependencies; at most "
                             + std::to_string(kMostDependencies) + " are taken");
    std::vector<NamedDependency> order;
    for (const json& d : list)
    {
        if (!d.is_array() || d.size() != 4 || !d[0].is_string() || !d[1].is_number() || !d[2].is_string() || !d[3].is_number())
            throw inputError(label, 0, "order[" + std::to_string(order.size())
                                           + "] is no [robot, s, robot, t]: the first robot passes s of its motions only after "
                                             "the second one has passed t of its own");
        order.push_back({d[0].get<std::string>(), d[1].get<double>(), d[2].get<std::string>(), d[3].get<double>()});
    }
    return order;
}

/// @throws InputError if the car cannot drive that.
void requireDrivable(const CarWay& way, const Steering& steering, const std::string& where)
{
    for (const WayPart& part : way)
    {
        if (std::abs(part.curvature) * steering.radius > 1.0 + kRadiusSlack)
            throw InputError(where + " turns with a radius of " + formatNumber(1.0 / std::abs(part.curvature))
                             + " m; that of the car's steering is " + formatNumber(steering.radius));
        if (part.length < 0.0 && steering.type == Steering::Type::Dubins)
            throw InputError(where + " goes backwards, which the car's steering, dubins, does not");
    }
}

/// @throws InputError for curves that are none of the problem's cars.
std::vector<CarWays> waysOf(const CarWays& curves, std::size_t segments, const Problem& problem, const std::string& file)
{
    std::vector<Steering> cars;
    for (const PlanningJoint& joint : problem.joints)
        if (joint.steering)
            cars.push_back(*joint.steering);
    if (cars.empty())
        throw InputError(file + ": curves of a path without cars; the problem has no steering");
    if (curves.size() != segments * cars.size())
        throw InputError(file + ": " + std::to_string(curves.size()) + " curves; there must be "
                         + std::to_string(segments * cars.size()) + ", one per segment and car");
    std::vector<CarWays> ways;
    for (std::size_t i = 0; i < curves.size(); ++i)
    {
        if (curves[i])
            requireDrivable(*curves[i], cars[i % cars.size()], file + ": curves[" + std::to_string(i) + "]");
        if (i % cars.size() == 0)
            ways.emplace_back();
        ways.back().push_back(curves[i]);
    }
    return ways;
}

}  // namespace

ParsedPath parsePath(std::string_view text, const std::string& label, const std::vector<std::string>& names)
{
    const json path = parseJson(text, label);
    if (!path.is_object())
        throw inputError(label, 0, "not a path; it must be {\"joint_names\": [...], \"waypoints\": [[...], ...]}");
    for (const auto& item : path.items())
        if (item.key() != "joint_names" && item.key() != "waypoints" && item.key() != "curves" && item.key() != "order")
            throw inputError(label, 0, "unknown key '" + item.key() + "'; known are joint_names, waypoints, curves, order");
    const std::vector<std::size_t> order = orderOfJoints(namesOf(listOf(path, "joint_names", label), label), names, label, 0);
    const json& rows = listOf(path, "waypoints", label);
    if (rows.empty())
        throw inputError(label, 0, "the path has no waypoints; at least one is needed");
    ParsedPath parsed;
    for (std::size_t r = 0; r < rows.size(); ++r)
    {
        const std::string where = "waypoints[" + std::to_string(r) + "]";
        if (!rows[r].is_array() || rows[r].size() != names.size())
            throw inputError(label, 0, where + " must have " + std::to_string(names.size()) + " values, one per name");
        parsed.waypoints.emplace_back();
        for (const std::size_t place : order)
        {
            if (!rows[r][place].is_number())
                throw inputError(label, 0, where + " has a value that is not a number");
            parsed.waypoints.back().push_back(rows[r][place].get<double>());
        }
    }
    if (path.contains("curves"))
    {
        const json& curves = listOf(path, "curves", label);
        if (curves.empty() && rows.size() > 1)
            throw inputError(label, 0, "curves is empty; it must have one per segment and car, or be left out");
        for (std::size_t i = 0; i < curves.size(); ++i)
            parsed.curves.push_back(wayOf(curves[i], label, "curves[" + std::to_string(i) + "]"));
    }
    if (path.contains("order"))
        parsed.order = orderOf(listOf(path, "order", label), label);
    return parsed;
}

DrivenPath readDrivenPath(const std::string& file, const Problem& problem)
{
    DrivenPath path;
    const ParsedPath parsed = parsePath(readTextFile(file, "path file"), file, problem.variableNames());
    for (const std::vector<double>& values : parsed.waypoints)
    {
        const std::string where = file + ": waypoints[" + std::to_string(path.waypoints.size()) + "]";
        requireWithinLimits(values, problem, where);
        try
        {
            path.waypoints.push_back(problem.configuration(values));
        }
        catch (const InputError& error)
        {
            throw InputError(where + ": " + error.what());
        }
    }
    path.order = parsed.order;
    if (!parsed.curves.empty())
        path.ways = waysOf(parsed.curves, path.waypoints.size() - 1, problem, file);
    return path;
}

std::vector<Configuration> readPath(const std::string& file, const Problem& problem)
{
    DrivenPath path = readDrivenPath(file, problem);
    if (!path.ways.empty())
        throw InputError(file + ": curves; this takes paths without");
    return std::move(path.waypoints);
}

std::string pathText(const Problem& problem, const std::vector<Configuration>& waypoints, const std::vector<CarWays>& ways,
                     const std::optional<std::vector<NamedDependency>>& order)
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
    text += "\n ]";
    std::string curves;
    for (const CarWays& segment : ways)
        for (const std::optional<CarWay>& way : segment)
        {
            curves += curves.empty() ? "\n  " : ",\n  ";
            std::string parts;
            for (const WayPart& part : way.value_or(CarWay()))
                parts += (parts.empty() ? "[" : ", [") + formatNumber(part.curvature) + ", " + formatNumber(part.length) + "]";
            curves += way ? "[" + parts + "]" : "null";
        }
    text += curves.empty() ? "" : ",\n \"curves\": [" + curves + "\n ]";
    if (order)
    {
        std::string dependencies;
        for (const NamedDependency& d : *order)
            dependencies += (dependencies.empty() ? "\n  " : ",\n  ") + json::array({d.waits, d.s, d.first, d.t}).dump();
        text += ",\n \"order\": [" + dependencies + (dependencies.empty() ? "]" : "\n ]");
    }
    return text + "}\n";
}

void writePath(const std::string& file, const Problem& problem, const std::vector<Configuration>& waypoints,
               const std::vector<CarWays>& ways, const std::optional<std::vector<NamedDependency>>& order)
{
    writeTextFile(file, pathText(problem, waypoints, ways, order));
}

}  // namespace gapless
