// The plugin gapless_moveit/GaplessPlannerManager of MoveIt 2.

#include <pluginlib/class_list_macros.hpp>

#include "common/gapless_planner_manager.h"
#include "moveit2/parameters.h"

namespace gapless_moveit {

class GaplessPlannerManagerPlugin : public GaplessPlannerManager
{
public:
    bool initialize(const moveit::core::RobotModelConstPtr& model, const rclcpp::Node::SharedPtr& node,
                    const std::string& parameter_namespace) override
    {
        start(std::make_unique<ompl_interface::OMPLInterface>(model, node, parameter_namespace),
              [node, parameter_namespace](const std::string& first, const std::string& key) {
                  return parameterText(*node, parameter_namespace + "." + first + "." + key);
              });
        return true;
    }
};

}  // namespace gapless_moveit

PLUGINLIB_EXPORT_CLASS(gapless_moveit::GaplessPlannerManagerPlugin, planning_interface::PlannerManager)
