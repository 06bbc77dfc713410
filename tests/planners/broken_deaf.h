// Broken on purpose: goes on for 0.7 s of processor time more than the contract gives it, whatever its termination condition says.
#pragma once

#include <atomic>
#include <ctime>

#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include "planners/planner_obligations.h"

namespace gapless::test {

class BrokenDeaf : public ompl::geometric::RRTConnect
{
public:
    using RRTConnect::RRTConnect;

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        // Not for ever, only for the test to be short.
        static std::atomic<int> calls{0};
        if (++calls > 6)
            return RRTConnect::solve(ptc);
        const std::clock_t end = std::clock() + static_cast<std::clock_t>((kSome + 0.7) * CLOCKS_PER_SEC);
        return RRTConnect::solve(ompl::base::PlannerTerminationCondition([end] { return std::clock() >= end; }));
    }
};

}  // namespace gapless::test
