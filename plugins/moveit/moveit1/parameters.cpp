#include "moveit1/parameters.h"

#include <limits>
#include <locale>
#include <sstream>

namespace gapless_moveit {

std::optional<std::string> parameterText(const ros::NodeHandle& handle, const std::string& name)
{
    XmlRpc::XmlRpcValue value;
    if (!handle.getParam(name, value))
        return std::nullopt;
    switch (value.getType())
    {
        case XmlRpc::XmlRpcValue::TypeString: return static_cast<std::string>(value);
        case XmlRpc::XmlRpcValue::TypeBoolean: return static_cast<bool>(value) ? "true" : "false";
        case XmlRpc::XmlRpcValue::TypeInt: return std::to_string(static_cast<int>(value));
        case XmlRpc::XmlRpcValue::TypeDouble:
        {
            std::ostringstream stream;
            stream.imbue(std::locale::classic());
            stream.precision(std::numeric_limits<double>::max_digits10);
            stream << static_cast<double>(value);
            return stream.str();
        }
        default: return std::nullopt;
    }
}

}  // namespace gapless_moveit
