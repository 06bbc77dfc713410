// How those that are no planning contexts are told of terminate().
#pragma once

#include <atomic>
#include <cstdint>

#include <moveit_compat.h>

namespace gapless_moveit {

/// Counts how often MoveIt terminates its contexts, of which this is one as long as it lives; it plans nothing. To be kept: MoveIt may
/// call terminate() of contexts that are just being made or destroyed.
class TerminationListener : public planning_interface::PlanningContext
{
public:
    TerminationListener() : planning_interface::PlanningContext("gapless: listener for terminate()", "") {}

    std::uint64_t count() const { return count_; }

    compat::SolveResult solve(planning_interface::MotionPlanResponse&) override { return compat::SolveResult(false); }
    compat::SolveResult solve(planning_interface::MotionPlanDetailedResponse&) override { return compat::SolveResult(false); }
    bool terminate() override
    {
        ++count_;
        return true;
    }
    void clear() override {}

private:
    std::atomic<std::uint64_t> count_{0};
};

}  // namespace gapless_moveit
