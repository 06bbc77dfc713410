// Options with one number per planning joint.
#pragma once

#include <string>

#include <gapless/core/number_range.h>
#include <gapless/io/problem.h>

namespace gapless::apps {

/// One number for all planning joints, or a file (YAML) with one for each: {joint: number, ...}.
/// @param option the number or the file's name @param name of the option, for messages @param quantity "tracking error", for messages
/// @param standing of the variables that do not plan
/// @throws InputError for numbers out of range, with the line in a file; joints that are missing or unknown; floating joints, for
///         trajectories cannot turn them.
Configuration readJointOption(const Problem& problem, const std::string& option, const std::string& name,
                              const std::string& quantity, const NumberRange& range, double standing);

}  // namespace gapless::apps
