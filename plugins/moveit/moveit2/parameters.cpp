#include "moveit2/parameters.h"

#include <limits>
#include <locale>
#include <sstream>

namespace gapless_moveit {

std::optional<std::string> parameterText(const rclcpp::Node& node, const std::string& name)
{
    rclcpp::Parameter parameter;
    if (!node.get_parameter(name, parameter))
        return std::nullopt;
    switch (parameter.get_type())
    {
        case rclcpp::ParameterType::PARAMETER_STRING: return parameter.as_string();
        case rclcpp::ParameterType::PARAMETER_BOOL: return parameter.as_bool() ? "true" : "false";
        case rclcpp::ParameterType::PARAMETER_INTEGER: return std::to_string(parameter.as_int());
        case rclcpp::ParameterType::PARAMETER_DOUBLE:
        {
            std::ostringstream stream;
            stream.imbue(std::locale::classic());
            stream.precision(std::numeric_limits<double>::max_digits10);
            stream << parameter.as_double();
            return stream.str();
        }
        default: return std::nullopt;
    }
}

}  // namespace gapless_moveit
