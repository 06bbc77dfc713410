// Which numbers an option may be. Said once: checks and messages are made of it.
#pragma once

#include <limits>
#include <string>

namespace gapless {

/// An interval of finite numbers, written as in mathematics: {'(', 0.0, 1.0, ']', "metres"}.
struct NumberRange
{
    static constexpr double kAnyFinite = std::numeric_limits<double>::max();

    char opening = '[';  ///< '(': without `lowest`
    double lowest = -kAnyFinite, highest = kAnyFinite;
    char closing = ']';     ///< ')': without `highest`
    const char* unit = "";  ///< what is counted; may be empty

    static constexpr NumberRange positive(const char* unit) { return {'(', 0.0, kAnyFinite, ']', unit}; }
    static constexpr NumberRange notNegative(const char* unit) { return {'[', 0.0, kAnyFinite, ']', unit}; }

    constexpr bool contains(double value) const
    {
        return (opening == '(' ? value > lowest : value >= lowest) && (closing == ')' ? value < highest : value <= highest);
    }

    /// "a finite number > 0, in metres", "a number > 0 and <= 1 (fraction of the motion)".
    std::string words() const;

    /// @return the value
    /// @throws InputError "`what` is 2; it has to be " and words() where it is none of the range.
    double require(double value, const std::string& what) const;
};

}  // namespace gapless
