// The response adapter gapless_moveit/CertifyTimedTrajectory of MoveIt 2: the last in `response_adapters`, so that it gets the trajectory
// after all others, time parameterisation included.

#include <chrono>

#include <moveit/planning_interface/planning_response_adapter.hpp>
#include <pluginlib/class_list_macros.hpp>

#include <gapless/core/error.h>

#include "common/timed_trajectory.h"
#include "moveit2/parameters.h"

namespace gapless_moveit {

/// A trajectory that is not certified is timed anew; if that is not certified either, it fails with INVALID_MOTION_PLAN. Response adapters cannot
/// plan again: the caller may. Where none is reached within certification_overtime, it fails with TIMED_OUT, and after
/// terminate() with PREEMPTED.
class CertifyTimedTrajectory : public planning_interface::PlanningResponseAdapter
{
public:
    void initialize(const rclcpp::Node::SharedPtr& node, const std::string& parameter_namespace) override
    {
        node_ = node;
        namespace_ = parameter_namespace;
    }
    std::string getDescription() const override { return "Certify the timed trajectory (gapless)"; }

    void adapt(const planning_scene::PlanningSceneConstPtr& scene, const planning_interface::MotionPlanRequest& request,
               planning_interface::MotionPlanResponse& response) const override
    {
        if (!response.trajectory)
            return;
        const auto start = std::chrono::steady_clock::now();
        const std::uint64_t terminations = certifier_.terminations();
        const auto isTerminated = [&] { return certifier_.terminations() != terminations; };
        TimedCertification answer;
        try
        {
            const ValidationSettings settings = settingsOf(request);
            const auto isOver = [&] {
                return isTerminated()
                       || std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()
                              >= settings.certification_overtime;
            };
            const moveit::core::RobotStatePtr from = scene->getCurrentStateUpdated(request.start_state);
            answer = certifier_.certify(*scene, *from, request, *response.trajectory, settings, isOver);
        }
        catch (const gapless::InputError& error)
        {
            answer.reason = error.what();
        }
        if (answer.is_certified)
            return;
        compat::logError("the timed trajectory is not certified: " + answer.reason);
        response.trajectory.reset();
        response.error_code.val = isTerminated()          ? compat::ErrorCodes::PREEMPTED
                                  : answer.is_interrupted ? compat::ErrorCodes::TIMED_OUT
                                                          : compat::ErrorCodes::INVALID_MOTION_PLAN;
    }

private:
    ValidationSettings settingsOf(const planning_interface::MotionPlanRequest& request) const
    {
        return readSettings([&](const std::string& key) -> std::optional<std::string> {
            if (!request.planner_id.empty())
                if (auto own = parameterText(*node_, namespace_ + ".planner_configs." + request.planner_id + "." + key))
                    return own;
            if (auto of_group = parameterText(*node_, namespace_ + "." + request.group_name + "." + key))
                return of_group;
            return parameterText(*node_, namespace_ + ".gapless." + key);
        });
    }

    rclcpp::Node::SharedPtr node_;
    std::string namespace_;
    TimedTrajectoryCertifier certifier_;
};

}  // namespace gapless_moveit

PLUGINLIB_EXPORT_CLASS(gapless_moveit::CertifyTimedTrajectory, planning_interface::PlanningResponseAdapter)
