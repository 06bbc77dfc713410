// Path files: {"joint_names": [...], "waypoints": [[...], ...]}, for cars also "curves": [[[curvature, length], ...], ...].
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gapless/io/problem.h>
#include <gapless/kinematics/car_way.h>

namespace gapless {

/// What a path text says.
struct ParsedPath
{
    /// Each with its values in the order of the names. Radians and metres.
    std::vector<std::vector<double>> waypoints;
    /// As many as segments times cars, the cars of the first segment first; or none.
    CarWays curves;
};
/// `names`: whatever their order in the text. `label` is the text's name in errors.
/// @throws InputError for malformed JSON (with its line), unknown or duplicate keys, names that are not exactly `names`, no
///         way-points, one with a wrong number of values or a value that is no finite number; or curves of which that holds.
ParsedPath parsePath(std::string_view text, const std::string& label, const std::vector<std::string>& names);

/// A path, and how its cars drive it.
struct DrivenPath
{
    /// Full configurations of the problem's model.
    std::vector<Configuration> waypoints;
    /// By segment; empty: all as their spaces draw it.
    std::vector<CarWays> ways;
};
/// A path file; the names are problem.variableNames().
/// @throws InputError also if the file cannot be read, a value lies outside of its limits by more than 1e-9 (rounding in
///         an interpolation may put it outside by less), or a curve is none that its car can drive. Where curves end is not looked at.
DrivenPath readDrivenPath(const std::string& file, const Problem& problem);
/// The way-points of one without curves. @throws InputError as readDrivenPath(), or if there are some.
std::vector<Configuration> readPath(const std::string& file, const Problem& problem);

/// The path as JSON text. Numbers read back as the same doubles.
/// @throws InputError if a value is not finite, for JSON has no such numbers.
std::string pathText(const Problem& problem, const std::vector<Configuration>& waypoints, const std::vector<CarWays>& ways = {});

/// Writes a path file: complete under its name, or not at all.
/// @throws InputError naming the file if it cannot be written.
void writePath(const std::string& file, const Problem& problem, const std::vector<Configuration>& waypoints,
               const std::vector<CarWays>& ways = {});

}  // namespace gapless
