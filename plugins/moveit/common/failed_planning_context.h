// A planning context for a request that is refused.
#pragma once

#include <cstdint>

#include <moveit_compat.h>

namespace gapless_moveit {

/// Does not plan: solve() answers with the error code. MoveIt 2's pipeline puts PLANNING_FAILED in the place of the code of a request
/// for which it gets no context, and keeps that of a context which fails.
class FailedPlanningContext : public planning_interface::PlanningContext
{
public:
    FailedPlanningContext(const std::string& group, std::int32_t code) : PlanningContext("refused", group), code_(code) {}

    compat::SolveResult solve(planning_interface::MotionPlanResponse& response) override { return fail(response); }
    compat::SolveResult solve(planning_interface::MotionPlanDetailedResponse& response) override { return fail(response); }
    bool terminate() override { return true; }
    void clear() override {}

private:
    template <typename Response>
    compat::SolveResult fail(Response& response) const
    {
        compat::errorCodeOf(response) = code_;
        return compat::SolveResult(false);
    }

    std::int32_t code_;
};

}  // namespace gapless_moveit
