// Broken on purpose: starts anew with each call of solve().
#pragma once

#include <ompl/geometric/planners/rrt/RRTConnect.h>

namespace gapless::test {

class BrokenForgetful : public ompl::geometric::RRTConnect
{
public:
    using RRTConnect::RRTConnect;

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        clear();
        return RRTConnect::solve(ptc);
    }
};

}  // namespace gapless::test
