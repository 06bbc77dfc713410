#include <gapless/planners/parameter_range.h>

#include <type_traits>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {
namespace {

std::string text(double value)
{
    return formatNumber(value);
}

std::string text(unsigned int value)
{
    return std::to_string(value);
}

/// OMPL tells reals from whole numbers by the point.
template <class T>
std::string suggested(T value)
{
    const std::string digits = text(value);
    return std::is_integral_v<T> || digits.find_first_of(".e") != std::string::npos ? digits : digits + ".";
}

}  // namespace

template <class T>
std::string ParameterRange<T>::suggestion() const
{
    return suggested(lowest) + ":" + suggested(step) + ":" + suggested(highest);
}

template <class T>
T ParameterRange<T>::require(const std::string& planner, T value) const
{
    if (value >= lowest && value <= highest)
        return value;
    throw InputError(planner + ": parameter " + name + " is " + text(value) + "; it has to be in [" + text(lowest) + ", "
                     + text(highest) + "]");
}

template struct ParameterRange<double>;
template struct ParameterRange<unsigned int>;

}  // namespace gapless
