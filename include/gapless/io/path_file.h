// Path files: {"joint_names": [...], "waypoints": [[...], ...]}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gapless/io/problem.h>

namespace gapless {

/// The way-points of a path text, each with its values in the order of `names`, whatever their order in the text. Radians
/// and metres. `label` is the text's name in errors.
/// @throws InputError for malformed JSON (with its line), unknown or duplicate keys, names that are not exactly `names`, no
///         way-points, or one with a wrong number of values or a value that is no finite number.
std::vector<std::vector<double>> parsePath(std::string_view text, const std::string& label,
                                           const std::vector<std::string>& names);

/// A path file as full configurations of the problem's model; the names are problem.variableNames().
/// @throws InputError also if the file cannot be read, or a value lies outside of its limits by more than 1e-9 (rounding in
///         an interpolation may put it outside by less).
std::vector<Configuration> readPath(const std::string& file, const Problem& problem);

/// The path as JSON text. Numbers read back as the same doubles.
/// @throws InputError if a value is not finite, for JSON has no such numbers.
std::string pathText(const Problem& problem, const std::vector<Configuration>& waypoints);

/// Writes a path file: complete under its name, or not at all.
/// @throws InputError naming the file if it cannot be written.
void writePath(const std::string& file, const Problem& problem, const std::vector<Configuration>& waypoints);

}  // namespace gapless
