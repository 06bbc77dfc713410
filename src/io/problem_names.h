// The names that a problem file may use, and the error for one that it may not.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <gapless/core/error.h>

namespace gapless {

/// "unknown `kind` 'name'", with what was probably meant: the same name with a robot's prefix, the most similar ones, or all
/// where there are few.
InputError unknownName(const std::string& label, int line, const std::string& kind, const std::string& name,
                       const std::vector<std::string>& known);

}  // namespace gapless
