#include "common/certified_planning_context.h"

#include <algorithm>

#include "common/describe_scene.h"

namespace gapless_moveit {

CertifiedPlanningContext::CertifiedPlanningContext(ompl_interface::ModelBasedPlanningContextPtr context,
                                                   std::shared_ptr<const RequestValidation> validation)
    : planning_interface::PlanningContext(context->getName(), context->getGroupName()),
      context_(std::move(context)),
      validation_(std::move(validation))
{
    setPlanningScene(context_->getPlanningScene());
    setMotionPlanRequest(context_->getMotionPlanRequest());
}

bool CertifiedPlanningContext::isGood(const robot_trajectory::RobotTrajectory& trajectory) const
{
    const RequestValidation::PathAnswer answer = validation_->certify(groupPath(trajectory, *context_->getJointModelGroup()));
    if (answer.is_certified)
        return true;
    const ValidationSettings& settings = validation_->settings();
    const bool fails = settings.motion_validator != ValidationSettings::Validator::Discrete || settings.require_certificate;
    const std::string text = getName() + ": the planned path is not certified: " + answer.reason;
    if (fails)
        compat::logError(text);
    else
        compat::logWarning(text);
    return !fails;
}

compat::SolveResult CertifiedPlanningContext::solve(planning_interface::MotionPlanResponse& response)
{
    context_->solve(response);
    const bool solved = compat::errorCodeOf(response) == compat::ErrorCodes::SUCCESS && compat::trajectoryOf(response);
    const bool good = solved && isGood(*compat::trajectoryOf(response));
    if (solved && !good)
    {
        compat::trajectoryOf(response).reset();
        compat::errorCodeOf(response) = compat::ErrorCodes::INVALID_MOTION_PLAN;
    }
    return compat::SolveResult(good);
}

compat::SolveResult CertifiedPlanningContext::solve(planning_interface::MotionPlanDetailedResponse& response)
{
    context_->solve(response);
    const auto& trajectories = compat::trajectoriesOf(response);
    const bool solved = compat::errorCodeOf(response) == compat::ErrorCodes::SUCCESS && !trajectories.empty();
    const bool good = solved && std::all_of(trajectories.begin(), trajectories.end(), [this](const auto& trajectory) { return trajectory && isGood(*trajectory); });
    if (solved && !good)
    {
        compat::trajectoriesOf(response).clear();
        compat::errorCodeOf(response) = compat::ErrorCodes::INVALID_MOTION_PLAN;
    }
    return compat::SolveResult(good);
}

std::vector<std::vector<double>> groupPath(const robot_trajectory::RobotTrajectory& trajectory, const moveit::core::JointModelGroup& group)
{
    std::vector<std::vector<double>> path;
    for (std::size_t i = 0; i < trajectory.getWayPointCount(); ++i)
        path.push_back(groupValues(trajectory.getWayPoint(i), group));
    return path;
}

}  // namespace gapless_moveit
