// The request adapter gapless_moveit/CertifyTimedTrajectory of MoveIt 1: the first in `request_adapters`, so that it gets the trajectory
// after all others, time parameterisation included.

#include <algorithm>

#include <moveit/planning_request_adapter/planning_request_adapter.h>
#include <pluginlib/class_list_macros.hpp>

#include <gapless/core/error.h>

#include "common/timed_trajectory.h"
#include "moveit1/parameters.h"

namespace gapless_moveit {

/// Times a path anew whose timed trajectory is not certified, and plans again while that is not certified either, as long as the time allowed for
/// planning lasts and another path may do; then the request fails with INVALID_MOTION_PLAN. A certificate that is begun has certification_overtime
/// more, before the request fails with TIMED_OUT; after terminate() it fails with PREEMPTED.
class CertifyTimedTrajectory : public planning_request_adapter::PlanningRequestAdapter
{
public:
    void initialize(const ros::NodeHandle& handle) override { handle_ = handle; }
    std::string getDescription() const override { return "Certify the timed trajectory (gapless)"; }

    bool adaptAndPlan(const PlannerFn& planner, const planning_scene::PlanningSceneConstPtr& scene,
                      const planning_interface::MotionPlanRequest& request, planning_interface::MotionPlanResponse& response,
                      std::vector<std::size_t>& added_path_index) const override
    {
        const auto fail = [&response](const std::string& text, std::int32_t code = compat::ErrorCodes::INVALID_MOTION_PLAN) {
            compat::logError(text);
            response.trajectory_.reset();
            response.error_code_.val = code;
            return false;
        };
        ValidationSettings settings;
        try
        {
            settings = settingsOf(request);
        }
        catch (const gapless::InputError& error)
        {
            return fail(error.what());
        }
        const ros::WallTime start = ros::WallTime::now();
        const auto isPast = [&](double seconds) { return (ros::WallTime::now() - start).toSec() >= seconds; };
        const std::uint64_t terminations = certifier_.terminations();
        const auto isTerminated = [&] { return certifier_.terminations() != terminations; };
        const auto isOver = [&] {
            return isTerminated() || isPast(request.allowed_planning_time + settings.certification_overtime);
        };
        for (;;)
        {
            response = planning_interface::MotionPlanResponse();
            added_path_index.clear();
            if (!planner(scene, request, response) || !response.trajectory_)
                return false;
            const moveit::core::RobotStatePtr from = scene->getCurrentStateUpdated(request.start_state);
            const TimedCertification answer = certifier_.certify(*scene, *from, request, *response.trajectory_, settings, isOver);
            if (answer.is_certified)
                return true;
            if (isTerminated())
                return fail("the timed trajectory is not certified: planning was terminated", compat::ErrorCodes::PREEMPTED);
            if (answer.is_interrupted)
                return fail("the timed trajectory is not certified: the time for planning and certification_overtime are up",
                            compat::ErrorCodes::TIMED_OUT);
            if (answer.is_hopeless || isPast(request.allowed_planning_time))
                return fail("no timed trajectory was certified: " + answer.reason);
            compat::logInfo("the timed trajectory is not certified: " + answer.reason);
        }
    }

private:
    ValidationSettings settingsOf(const planning_interface::MotionPlanRequest& request) const
    {
        return readSettings([&](const std::string& key) -> std::optional<std::string> {
            if (!request.planner_id.empty())
                if (auto own = parameterText(handle_, "planner_configs/" + request.planner_id + "/" + key))
                    return own;
            if (auto of_group = parameterText(handle_, request.group_name + "/" + key))
                return of_group;
            return parameterText(handle_, "gapless/" + key);
        });
    }

    ros::NodeHandle handle_;
    TimedTrajectoryCertifier certifier_;
};

}  // namespace gapless_moveit

PLUGINLIB_EXPORT_CLASS(gapless_moveit::CertifyTimedTrajectory, planning_request_adapter::PlanningRequestAdapter)
