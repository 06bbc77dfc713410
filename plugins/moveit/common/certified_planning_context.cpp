#include "common/certified_planning_context.h"

#include <utility>

#include "common/describe_scene.h"
#include "common/timed_trajectory.h"

namespace gapless_moveit {

CertifiedPlanningContext::CertifiedPlanningContext(ompl_interface::ModelBasedPlanningContextPtr context,
                                                   std::shared_ptr<const RequestValidation> validation,
                                                   std::shared_ptr<RequestLimit> limit)
    : planning_interface::PlanningContext(context->getName(), context->getGroupName()),
      context_(std::move(context)),
      validation_(std::move(validation)),
      limit_(std::move(limit))
{
    setPlanningScene(context_->getPlanningScene());
    setMotionPlanRequest(context_->getMotionPlanRequest());
}

bool CertifiedPlanningContext::terminate()
{
    limit_->terminate();
    return context_->terminate();
}

template <typename Response>
void CertifiedPlanningContext::plan(Response& response)
{
    if (std::exchange(has_solved_, true))
        limit_->forgetTermination();
    limit_->begin(getMotionPlanRequest().allowed_planning_time + validation_->settings().certification_overtime);
    if (!limit_->isTerminated())
        context_->solve(response);
}

std::int32_t CertifiedPlanningContext::judge(const robot_trajectory::RobotTrajectory& trajectory) const
{
    const std::vector<std::vector<double>> path = groupPath(trajectory, *context_->getJointModelGroup());
    const RequestValidation::PathAnswer answer = validation_->certify(path, false, [this] { return limit_->isOver(); });
    if (answer.is_certified)
    {
        rememberCertifiedPath(getGroupName(), path);
        return compat::ErrorCodes::SUCCESS;
    }
    const ValidationSettings& settings = validation_->settings();
    const bool fails = settings.motion_validator != ValidationSettings::Validator::Discrete || settings.require_certificate;
    if (limit_->isTerminated())
        return compat::ErrorCodes::PREEMPTED;
    const std::string text = getName() + ": the planned path is not certified: " + answer.reason;
    if (!fails)
    {
        compat::logWarning(text);
        return compat::ErrorCodes::SUCCESS;
    }
    compat::logError(text + (limit_->isOver() ? "; the time for planning and certification_overtime are up" : ""));
    return limit_->isOver() ? compat::ErrorCodes::TIMED_OUT : compat::ErrorCodes::INVALID_MOTION_PLAN;
}

std::int32_t CertifiedPlanningContext::finalCode(std::int32_t code,
                                                 const std::vector<robot_trajectory::RobotTrajectoryPtr>& trajectories) const
{
    // A path that was found meanwhile is not wanted any more; its simplification was broken off anyhow.
    if (limit_->isTerminated())
        return compat::ErrorCodes::PREEMPTED;
    // Once the time is up no state counts as valid: that is no word about start and goal.
    if (limit_->isOver() && (code == compat::ErrorCodes::START_STATE_INVALID || code == compat::ErrorCodes::GOAL_STATE_INVALID))
        return compat::ErrorCodes::TIMED_OUT;
    for (std::size_t i = 0; i < trajectories.size() && code == compat::ErrorCodes::SUCCESS; ++i)
        code = trajectories[i] ? judge(*trajectories[i]) : compat::ErrorCodes::FAILURE;
    return code;
}

compat::SolveResult CertifiedPlanningContext::solve(planning_interface::MotionPlanResponse& response)
{
    plan(response);
    auto& code = compat::errorCodeOf(response);
    code = finalCode(code, {compat::trajectoryOf(response)});
    const bool good = code == compat::ErrorCodes::SUCCESS;
    if (!good)
        compat::trajectoryOf(response).reset();
    return compat::SolveResult(good);
}

compat::SolveResult CertifiedPlanningContext::solve(planning_interface::MotionPlanDetailedResponse& response)
{
    plan(response);
    auto& code = compat::errorCodeOf(response);
    code = finalCode(code, compat::trajectoriesOf(response));
    const bool good = code == compat::ErrorCodes::SUCCESS;
    if (!good)
        compat::trajectoriesOf(response).clear();
    return compat::SolveResult(good);
}

std::vector<std::vector<double>> groupPath(const robot_trajectory::RobotTrajectory& trajectory,
                                           const moveit::core::JointModelGroup& group)
{
    std::vector<std::vector<double>> path;
    for (std::size_t i = 0; i < trajectory.getWayPointCount(); ++i)
        path.push_back(groupValues(trajectory.getWayPoint(i), group));
    return path;
}

}  // namespace gapless_moveit
