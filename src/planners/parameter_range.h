// Ranges of planner parameters.
#pragma once

#include <sstream>
#include <string>

#include <gapless/core/error.h>

namespace gapless {

/// @return the value
/// @throws InputError that names planner, parameter and range if the value is outside of it or NaN.
template <class T>
T requireInRange(const std::string& planner, const std::string& parameter, T value, T low, T high)
{
    if (value >= low && value <= high)
        return value;
    std::ostringstream text;
    text << planner << ": parameter " << parameter << " is " << value << "; it has to be in [" << low << ", " << high << "]";
    throw InputError(text.str());
}

}  // namespace gapless
