// The text of a planner's parameter: what it may be.
#pragma once

#include <optional>
#include <string>

#include <ompl/base/GenericParam.h>

namespace gapless {

/// What OMPL turns the text of a parameter into.
enum class ParameterType
{
    Flag,
    Integer,
    Count,  ///< an integer that has no sign
    Real,
    Text,
};

ParameterType parameterType(const ompl::base::GenericParam& parameter);

/// "a whole number >= 0" and the like, for messages.
std::string describe(ParameterType type);

/// `value` as OMPL reads it for that type; nothing if it is no such value. (OMPL would read "3.7" as the integer 3, "-1" as a
/// count of 4294967295, and any text as a flag.)
std::optional<std::string> readValue(ParameterType type, const std::string& value);

}  // namespace gapless
