// ROS 2 parameters of any scalar type, as text.
#pragma once

#include <optional>
#include <string>

#include <rclcpp/node.hpp>

namespace gapless_moveit {

/// Numbers in the form that reads back as the same number; nothing where there is no such scalar.
std::optional<std::string> parameterText(const rclcpp::Node& node, const std::string& name);

}  // namespace gapless_moveit
