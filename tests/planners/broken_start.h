// Broken on purpose: its path leaves out the start.
#pragma once

#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

namespace gapless::test {

class BrokenStart : public ompl::geometric::RRTConnect
{
public:
    using RRTConnect::RRTConnect;

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        const ompl::base::PlannerStatus status = RRTConnect::solve(ptc);
        if (const auto path = std::dynamic_pointer_cast<ompl::geometric::PathGeometric>(pdef_->getSolutionPath()))
            if (path->getStateCount() > 1)
            {
                si_->freeState(path->getStates().front());
                path->getStates().erase(path->getStates().begin());
            }
        return status;
    }
};

}  // namespace gapless::test
