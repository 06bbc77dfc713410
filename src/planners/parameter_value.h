// The text of a planner's parameter: what it may be, and whether it is within a range.
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

/// Whether a value lies within a range in OMPL's notation: "low:high" and "low:step:high", ends included, whatever the step, or
/// one of "a,b,c". True for a range that is empty or no such thing.
bool isWithin(const std::string& value, const std::string& range);

}  // namespace gapless
