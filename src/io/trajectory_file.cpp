#include "gapless/io/trajectory_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "io/input_text.h"
#include "io/joint_values.h"
#include "io/json_checked.h"
#include "io/spline_file.h"
#include "io/write_file.h"
#include "io/yaml_checked.h"

namespace gapless {
namespace {

constexpr char kTime[] = "time_from_start", kVelocity[] = "/velocity", kAcceleration[] = "/acceleration";

bool endsInAnyCase(std::string_view text, std::string_view end)
{
    return text.size() >= end.size()
           && std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                         [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

/// `ros2 topic echo` ends each message with a line of three dashes.
std::string_view withoutEndOfMessage(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last != std::string_view::npos && last >= 3 && text.substr(last - 3, 4) == "\n---")
        text.remove_suffix(text.size() - (last - 3));
    return text;
}

/// Of a point's values, which the file has in its own order.
std::vector<double> inOrder(const std::vector<double>& values, const std::vector<std::size_t>& order)
{
    std::vector<double> out;
    out.reserve(order.size());
    for (const std::size_t place : order)
        out.push_back(values[place]);
    return out;
}

bool hasKey(const YamlNode& node, const char* name)
{
    return std::any_of(node.keys.begin(), node.keys.end(), [&](const YamlNode::Key& key) { return key.text == name; });
}

/// Nothing was given: no key, no value, or a list without items.
bool isEmpty(const YamlNode* node)
{
    return !node || node->kind == YamlNode::Kind::Null || (node->kind == YamlNode::Kind::Sequence && node->items.empty());
}

double readTime(const YamlNode& node, const std::string& label, const std::string& what)
{
    if (node.kind != YamlNode::Kind::Map)
        return readNonNegative(node, label, what);
    const bool is_ros1 = hasKey(node, "secs");
    const std::string names[] = {is_ros1 ? "secs" : "sec", is_ros1 ? "nsecs" : "nanosec"};
    const YamlMap time(node, label, what, {names[0], names[1]});
    const auto whole = [&](const std::string& name) {
        const double value = readNonNegative(time.require(name), label, name + " of " + what);
        if (value != std::floor(value))
            throw inputError(label, time.require(name).line,
                             name + " of " + what + " is " + formatNumber(value) + "; it must be whole");
        return value;
    };
    const double seconds = whole(names[0]), nanoseconds = whole(names[1]);
    if (!(nanoseconds < 1e9))
        throw inputError(label, time.require(names[1]).line,
                         names[1] + " of " + what + " is " + formatNumber(nanoseconds) + "; it must be less than 1e9");
    return seconds + 1e-9 * nanoseconds;
}

/// The node that has the points: the document, or the one within a RobotTrajectory.
const YamlNode& jointTrajectory(const YamlNode& document, const std::string& label)
{
    if (!hasKey(document, "joint_trajectory"))
        return document;
    const YamlMap robot(document, label, "the robot trajectory", {"joint_trajectory", "multi_dof_joint_trajectory"});
    if (const YamlNode* several = robot.find("multi_dof_joint_trajectory"))
    {
        const YamlMap map(*several, label, "multi_dof_joint_trajectory", {"header", "joint_names", "points"});
        if (!isEmpty(map.find("joint_names")) || !isEmpty(map.find("points")))
            throw inputError(label, several->line,
                             "multi_dof_joint_trajectory has joints; only joints with one variable each can be read");
    }
    return robot.require("joint_trajectory");
}

std::vector<TrajectoryRow> readYaml(std::string_view text, const std::string& label, const std::vector<std::string>& names)
{
    const std::shared_ptr<const YamlNode> document = parseYaml(withoutEndOfMessage(text), label);
    const YamlMap trajectory(jointTrajectory(*document, label), label, "the trajectory", {"header", "joint_names", "points"});
    const YamlNode& named = trajectory.require("joint_names");
    const std::vector<std::string> file_names = readNames(named, label, "joint_names");
    const std::vector<std::size_t> order = orderOfJoints(file_names, names, label, named.line);
    const YamlNode& points = trajectory.require("points");
    std::vector<TrajectoryRow> rows;
    for (const auto& node : readList(points, label, "points"))
    {
        const std::string where = "points[" + std::to_string(rows.size()) + "]";
        const YamlMap point(*node, label, where, {"positions", "velocities", "accelerations", "effort", kTime});
        const auto values = [&](const char* key) -> std::vector<double> {
            const YamlNode* found = point.find(key);
            if (isEmpty(found))
                return {};
            return inOrder(readNumbers(*found, label, std::string(key) + " of " + where, file_names.size()), order);
        };
        TrajectoryRow row{readTime(point.require(kTime), label, std::string(kTime) + " of " + where), values("positions"),
                          values("velocities"), values("accelerations")};
        static_cast<void>(values("effort"));
        if (row.positions.empty() && !names.empty())
            throw inputError(label, node->line, where + " has no positions");
        if (!rows.empty() && !(rows.back().time < row.time))
            throw inputError(label, point.require(kTime).line,
                             where + " is at " + formatNumber(row.time) + " s, the point before it at "
                                 + formatNumber(rows.back().time) + " s; times have to rise");
        rows.push_back(std::move(row));
    }
    if (rows.empty())
        throw inputError(label, points.line, "the trajectory has no points; at least one is needed");
    return rows;
}

std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells(1);
    for (const char c : line)
        if (c == ',')
            cells.emplace_back();
        else
            cells.back() += c;
    for (std::string& cell : cells)
    {
        cell.erase(0, std::min(cell.size(), cell.find_first_not_of(" \t")));
        cell.erase(cell.find_last_not_of(" \t\r") + 1);
    }
    return cells;
}

/// Where the columns of a CSV file are.
class Columns
{
public:
    Columns(const std::vector<std::string>& header, const std::string& label, int line, const std::vector<std::string>& names)
    {
        std::vector<std::string> positions, velocities, accelerations;
        std::vector<std::size_t> at[3];
        std::optional<std::size_t> time;
        for (std::size_t i = 0; i < header.size(); ++i)
        {
            const std::string& cell = header[i];
            const auto take = [&](std::vector<std::string>& of, std::size_t kind, std::size_t cut) {
                of.push_back(cell.substr(0, cell.size() - cut));
                at[kind].push_back(i);
            };
            if (cell == kTime && !time)
                time = i;
            else if (endsInAnyCase(cell, kVelocity))
                take(velocities, 1, sizeof kVelocity - 1);
            else if (endsInAnyCase(cell, kAcceleration))
                take(accelerations, 2, sizeof kAcceleration - 1);
            else
                take(positions, 0, 0);
        }
        if (!time)
            throw inputError(label, line, "the header has no column time_from_start");
        time_ = *time;
        const std::vector<std::string>* named[] = {&positions, &velocities, &accelerations};
        for (std::size_t kind = 0; kind < 3; ++kind)
            if (kind == 0 || !named[kind]->empty())
                for (const std::size_t place : orderOfJoints(*named[kind], names, label, line))
                    columns_[kind].push_back(at[kind][place]);
    }

    TrajectoryRow row(const std::vector<double>& numbers) const
    {
        return {numbers[time_], inOrder(numbers, columns_[0]), inOrder(numbers, columns_[1]), inOrder(numbers, columns_[2])};
    }

private:
    std::size_t time_ = 0;
    std::vector<std::size_t> columns_[3];
};

std::vector<TrajectoryRow> readCsv(std::string_view text, const std::string& label, const std::vector<std::string>& names)
{
    std::vector<TrajectoryRow> rows;
    std::optional<Columns> columns;
    std::size_t width = 0;
    int line = 0;
    while (!text.empty())
    {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::vector<std::string> cells = cellsOf(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + 1));
        ++line;
        if (cells.size() == 1 && cells[0].empty())
            continue;
        if (!columns)
        {
            columns.emplace(cells, label, line, names);
            width = cells.size();
            continue;
        }
        if (cells.size() != width)
            throw inputError(label, line, std::to_string(cells.size()) + " values; the header has " + std::to_string(width));
        std::vector<double> numbers;
        for (const std::string& cell : cells)
        {
            const std::optional<double> number = parseNumber(cell);
            if (!number)
                throw inputError(label, line, "'" + cell.substr(0, 60) + "' is no finite number");
            numbers.push_back(*number);
        }
        TrajectoryRow row = columns->row(numbers);
        if (row.time < 0.0)
            throw inputError(label, line, "time_from_start is " + formatNumber(row.time) + "; it must be 0 or more");
        if (!rows.empty() && !(rows.back().time < row.time))
            throw inputError(label, line,
                             "time_from_start is " + formatNumber(row.time) + " s, before it " + formatNumber(rows.back().time)
                                 + " s; times have to rise");
        rows.push_back(std::move(row));
    }
    if (rows.empty())
        throw inputError(label, line, "the trajectory has no points; at least one is needed");
    return rows;
}

}  // namespace

std::vector<TrajectoryRow> parseTrajectory(std::string_view text, const std::string& label, const std::vector<std::string>& names)
{
    checkText(text, label);
    return endsInAnyCase(label, ".csv") ? readCsv(text, label, names) : readYaml(text, label, names);
}

namespace {

/// @param file the text's name in errors
std::vector<TrajectoryPoint> pointsOf(std::string_view text, const std::string& file, const Problem& problem)
{
    const Eigen::Index size = problem.scene->model().configurationSize();
    const auto full = [&](const std::vector<double>& values, Configuration q) {
        std::size_t next = 0;
        for (const PlanningJoint& joint : problem.joints)
            for (int k = 0; k < joint.count; ++k)
                q[joint.variable + k] = values[next++];
        return q;
    };
    std::vector<TrajectoryPoint> points;
    for (const TrajectoryRow& row : parseTrajectory(text, file, problem.variableNames()))
    {
        requireWithinLimits(row.positions, problem, file + ": points[" + std::to_string(points.size()) + "]");
        TrajectoryPoint point{row.time, full(row.positions, problem.start), {}, {}};
        if (!row.velocities.empty())
            point.velocity = full(row.velocities, Configuration::Zero(size));
        if (!row.accelerations.empty())
            point.acceleration = full(row.accelerations, Configuration::Zero(size));
        points.push_back(std::move(point));
    }
    if (points.front().time > 0.0)
    {
        if (!problem.has_start)
            throw InputError(file + ": the first point is at " + formatNumber(points.front().time)
                             + " s, and the problem has no start to come from; give one, or a point at 0 s");
        points.insert(points.begin(), TrajectoryPoint{0.0, problem.start, Configuration::Zero(size), Configuration::Zero(size)});
    }
    return points;
}

}  // namespace

CurveMotion readCurve(const std::string& file, const Problem& problem, Interpolation interpolation)
{
    const std::string text = readTextFile(file, "trajectory file");
    checkText(text, file);
    if (!endsInAnyCase(file, ".csv"))
        if (std::optional<CurveMotion> splines = readSplines(withoutEndOfMessage(text), file, problem))
        {
            if (interpolation != Interpolation::Splines)
                throw InputError(file + ": splines leave nothing to interpolate; --interpolation none is for points");
            return *std::move(splines);
        }
    return curveOf(problem.scene->model(), pointsOf(text, file, problem), interpolation);
}

std::vector<TrajectoryPoint> readTrajectory(const std::string& file, const Problem& problem)
{
    return pointsOf(readTextFile(file, "trajectory file"), file, problem);
}

std::string trajectoryText(const Problem& problem, const std::vector<TrajectoryPoint>& points)
{
    std::string text = "{\"joint_names\": " + nlohmann::json(problem.variableNames()).dump() + ",\n \"points\": [";
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const auto number = [&](double value) {
            if (!std::isfinite(value))
                throw InputError("a trajectory with a value that is not finite cannot be written: points[" + std::to_string(i)
                                 + "]");
            return formatNumber(value);
        };
        const auto list = [&](const char* key, const Configuration& of_all) {
            text += std::string("\"") + key + "\": [";
            const std::vector<double> values = problem.planningValues(of_all);
            for (std::size_t j = 0; j < values.size(); ++j)
                text += (j == 0 ? "" : ", ") + number(values[j]);
            text += "], ";
        };
        text += i == 0 ? "\n  {" : ",\n  {";
        list("positions", points[i].position);
        if (points[i].velocity)
            list("velocities", *points[i].velocity);
        if (points[i].acceleration)
            list("accelerations", *points[i].acceleration);
        text += std::string("\"") + kTime + "\": " + number(points[i].time) + "}";
    }
    return text + "\n ]}\n";
}

void writeTrajectory(const std::string& file, const Problem& problem, const std::vector<TrajectoryPoint>& points)
{
    writeTextFile(file, trajectoryText(problem, points));
}

}  // namespace gapless
