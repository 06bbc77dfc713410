// Which values a planner's parameter may have. Said once: what OMPL is told, the setter's check and its message are made of it.
#pragma once

#include <string>

namespace gapless {

/// @pre T is double or unsigned int
template <class T>
struct ParameterRange
{
    const char* name;
    T lowest;
    T step;  ///< a hint for user interfaces
    T highest;

    /// As declareParam() takes it: "1:1:1000", and for reals "0.:0.1:10000.".
    std::string suggestion() const;

    /// @return the value
    /// @throws InputError that names planner, parameter and range if the value is outside of it or NaN.
    T require(const std::string& planner, T value) const;
};

extern template struct ParameterRange<double>;
extern template struct ParameterRange<unsigned int>;

}  // namespace gapless
