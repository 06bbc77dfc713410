// Path files: {"joint_names": [...], "waypoints": [[...], ...]}, for cars also "curves": [[[curvature, length], ...], ...], for several robots
// "order": [["robot", s, "robot", t], ...].
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/io/problem.h>
#include <gapless/kinematics/car_way.h>

namespace gapless {

/// One robot passes `s` of its own motions only after another one has passed `t` of its own (docs/files.md counts them). Names as those of the file.
struct NamedDependency
{
    std::string waits;
    double s = 0.0;
    std::string first;
    double t = 0.0;
};

/// What a path text says.
struct ParsedPath
{
    /// Each with its values in the order of the names. Radians and metres.
    std::vector<std::vector<double>> waypoints;
    /// As many as segments times cars, the cars of the first segment first; or none.
    CarWays curves;
    /// None if it says nothing of an order.
    std::optional<std::vector<NamedDependency>> order = std::nullopt;
};
/// `names`: whatever their order in the text. `label` is the text's name in errors.
/// @throws InputError for malformed JSON (with its line), unknown or duplicate keys, names that are not exactly `names`, no
///         way-points, one with a wrong number of values or a value that is no finite number; or curves or an order of which that holds.
ParsedPath parsePath(std::string_view text, const std::string& label, const std::vector<std::string>& names);

/// A path, and how its cars drive it.
struct DrivenPath
{
    /// Full configurations of the problem's model.
    std::vector<Configuration> waypoints;
    /// By segment; empty: all as their spaces draw it.
    std::vector<CarWays> ways;
    /// As the file has it: whether there are such robots and places is not looked at.
    std::optional<std::vector<NamedDependency>> order = std::nullopt;
};
/// A path file; the names are problem.variableNames().
/// @throws InputError also if the file cannot be read, a value lies outside of its limits by more than 1e-9 (rounding in
///         an interpolation may put it outside by less), or a curve is none that its car can drive. Where curves end is not looked at.
DrivenPath readDrivenPath(const std::string& file, const Problem& problem);
/// The way-points of one without curves, whatever its order. @throws InputError as readDrivenPath(), or if there are some.
std::vector<Configuration> readPath(const std::string& file, const Problem& problem);

/// The path as JSON text. Numbers read back as the same doubles.
/// @throws InputError if a value is not finite, for JSON has no such numbers.
std::string pathText(const Problem& problem, const std::vector<Configuration>& waypoints, const std::vector<CarWays>& ways = {},
                     const std::optional<std::vector<NamedDependency>>& order = std::nullopt);

/// Writes a path file: complete under its name, or not at all.
/// @throws InputError naming the file if it cannot be written.
void writePath(const std::string& file, const Problem& problem, const std::vector<Configuration>& waypoints,
               const std::vector<CarWays>& ways = {}, const std::optional<std::vector<NamedDependency>>& order = std::nullopt);

}  // namespace gapless
