// A planning context of MoveIt whose paths are certified before they leave.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <moveit_compat.h>

#include "conversion/request_limit.h"
#include "conversion/request_validation.h"

namespace gapless_moveit {

/// Plans by MoveIt's own context, into which the exact validators were installed, and certifies what comes out, simplified and interpolated,
/// as a whole: a path that is not certified fails with INVALID_MOTION_PLAN, and the log says where and why. With the discrete
/// validator it fails only if require_certificate is set, and is warned of otherwise. The work ends certification_overtime after the time
/// allowed for planning, with TIMED_OUT where no path is certified by then, and soon after terminate(), with PREEMPTED. terminate() before
/// the first solve() counts: planning has begun for the caller.
class CertifiedPlanningContext : public planning_interface::PlanningContext
{
public:
    CertifiedPlanningContext(ompl_interface::ModelBasedPlanningContextPtr context,
                             std::shared_ptr<const RequestValidation> validation, std::shared_ptr<RequestLimit> limit);

    compat::SolveResult solve(planning_interface::MotionPlanResponse& response) override;
    compat::SolveResult solve(planning_interface::MotionPlanDetailedResponse& response) override;
    bool terminate() override;
    void clear() override { context_->clear(); }

private:
    /// Lets MoveIt solve.
    template <typename Response>
    void plan(Response& response);
    /// The error code of what MoveIt answered with `code`; SUCCESS: all the trajectories may go out.
    std::int32_t finalCode(std::int32_t code, const std::vector<robot_trajectory::RobotTrajectoryPtr>& trajectories) const;
    std::int32_t judge(const robot_trajectory::RobotTrajectory& trajectory) const;

    ompl_interface::ModelBasedPlanningContextPtr context_;
    std::shared_ptr<const RequestValidation> validation_;
    std::shared_ptr<RequestLimit> limit_;
    bool has_solved_ = false;
};

/// The group's values at the way-points.
std::vector<std::vector<double>> groupPath(const robot_trajectory::RobotTrajectory& trajectory,
                                           const moveit::core::JointModelGroup& group);

}  // namespace gapless_moveit
