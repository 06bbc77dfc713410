// The plugin gapless_moveit/GaplessPlannerManager of MoveIt 1.

#include <dynamic_reconfigure/server.h>
#include <ros/ros.h>
#include <pluginlib/class_list_macros.hpp>

#include <moveit_planners_ompl/OMPLDynamicReconfigureConfig.h>

#include "common/gapless_planner_manager.h"
#include "moveit1/parameters.h"

namespace gapless_moveit {

class GaplessPlannerManagerPlugin : public GaplessPlannerManager
{
public:
    bool initialize(const moveit::core::RobotModelConstPtr& model, const std::string& ns) override
    {
        const ros::NodeHandle handle = ns.empty() ? ros::NodeHandle("~") : ros::NodeHandle(ns);
        start(std::make_unique<ompl_interface::OMPLInterface>(model, handle),
              [handle](const std::string& first, const std::string& key) { return parameterText(handle, first + "/" + key); });
        // The settings that MoveIt's own plugin lets users change at run time.
        server_ =
            std::make_unique<dynamic_reconfigure::Server<Config>>(ros::NodeHandle(handle, ns.empty() ? "ompl" : ns + "/ompl"));
        server_->setCallback([this](const Config& config, std::uint32_t) {
            ompl().simplifySolutions(config.simplify_solutions);
            ompl().getPlanningContextManager().setMaximumSolutionSegmentLength(config.maximum_waypoint_distance);
            ompl().getPlanningContextManager().setMinimumWaypointCount(static_cast<unsigned int>(config.minimum_waypoint_count));
        });
        return true;
    }

private:
    using Config = moveit_planners_ompl::OMPLDynamicReconfigureConfig;
    std::unique_ptr<dynamic_reconfigure::Server<Config>> server_;
};

}  // namespace gapless_moveit

PLUGINLIB_EXPORT_CLASS(gapless_moveit::GaplessPlannerManagerPlugin, planning_interface::PlannerManager)
