// A planning context of MoveIt whose paths are certified before they leave.
#pragma once

#include <memory>

#include <moveit_compat.h>

#include "conversion/request_validation.h"

namespace gapless_moveit {

/// Plans by MoveIt's own context, into which the exact validators were installed, and certifies what comes out, simplified and interpolated,
/// as a whole: a path that is not certified fails with INVALID_MOTION_PLAN, and the log says where and why. With the discrete
/// validator it fails only if require_certificate is set, and is warned of otherwise.
class CertifiedPlanningContext : public planning_interface::PlanningContext
{
public:
    CertifiedPlanningContext(ompl_interface::ModelBasedPlanningContextPtr context, std::shared_ptr<const RequestValidation> validation);

    compat::SolveResult solve(planning_interface::MotionPlanResponse& response) override;
    compat::SolveResult solve(planning_interface::MotionPlanDetailedResponse& response) override;
    bool terminate() override { return context_->terminate(); }
    void clear() override { context_->clear(); }

private:
    bool isGood(const robot_trajectory::RobotTrajectory& trajectory) const;

    ompl_interface::ModelBasedPlanningContextPtr context_;
    std::shared_ptr<const RequestValidation> validation_;
};

/// The group's values at the way-points.
std::vector<std::vector<double>> groupPath(const robot_trajectory::RobotTrajectory& trajectory, const moveit::core::JointModelGroup& group);

}  // namespace gapless_moveit
