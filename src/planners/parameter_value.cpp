#include "parameter_value.h"

#include <cmath>
#include <limits>

#include "io/input_text.h"

namespace ob = ompl::base;

namespace gapless {
namespace {

template <class... Types>
bool isAnyOf(const ob::GenericParam& parameter)
{
    return (... || (dynamic_cast<const ob::SpecificParam<Types>*>(&parameter) != nullptr));
}

bool isWhole(const std::string& text)
{
    const std::size_t digits = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    return text.size() > digits && text.find_first_not_of("0123456789", digits) == std::string::npos;
}

/// A number, or infinity, which some of OMPL's planners take.
std::optional<double> numberOf(const std::string& text)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (text == "inf" || text == "+inf")
        return kInfinity;
    if (text == "-inf")
        return -kInfinity;
    return parseNumber(text);
}

}  // namespace

ParameterType parameterType(const ob::GenericParam& parameter)
{
    if (isAnyOf<bool>(parameter))
        return ParameterType::Flag;
    if (isAnyOf<int, long, long long>(parameter))
        return ParameterType::Integer;
    if (isAnyOf<unsigned int, unsigned long, unsigned long long>(parameter))
        return ParameterType::Count;
    if (isAnyOf<float, double, long double>(parameter))
        return ParameterType::Real;
    return ParameterType::Text;
}

std::string describe(ParameterType type)
{
    switch (type)
    {
        case ParameterType::Flag: return "0 or 1";
        case ParameterType::Integer: return "a whole number";
        case ParameterType::Count: return "a whole number >= 0";
        case ParameterType::Real: return "a number";
        case ParameterType::Text: break;
    }
    return "a text";
}

std::optional<std::string> readValue(ParameterType type, const std::string& value)
{
    bool fits = true;
    switch (type)
    {
        case ParameterType::Flag:
            if (value == "1" || value == "true")
                return "1";
            if (value == "0" || value == "false")
                return "0";
            return std::nullopt;
        case ParameterType::Integer: fits = isWhole(value); break;
        case ParameterType::Count: fits = isWhole(value) && value[0] != '-'; break;
        case ParameterType::Real: fits = numberOf(value).has_value(); break;
        case ParameterType::Text: break;
    }
    return fits ? std::optional(value) : std::nullopt;
}

}  // namespace gapless
