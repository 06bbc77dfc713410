// Values of planning joints in path and trajectory files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <gapless/io/problem.h>

namespace gapless {

/// For each of `names` its place among those of the file.
/// @throws InputError "label:line: joint_names ..." if these are not the same names, each once.
std::vector<std::size_t> orderOfJoints(const std::vector<std::string>& file_names, const std::vector<std::string>& names,
                                       const std::string& label, int line);

/// @param values of the planning joints, flat
/// @throws InputError "`where` has joint ..." for one that is outside of its limits by more than 1e-9: less may be rounding.
void requireWithinLimits(const std::vector<double>& values, const Problem& problem, const std::string& where);

}  // namespace gapless
