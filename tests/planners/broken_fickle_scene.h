// Broken on purpose: asks the space information for each motion, whatever scene that has just then.
#pragma once

#include <ompl/geometric/planners/rrt/RRT.h>

namespace gapless::test {

class BrokenFickleScene : public ompl::geometric::RRT
{
public:
    explicit BrokenFickleScene(const ompl::base::SpaceInformationPtr& si) : RRT(si)
    {
        setRange(0.2);
        setGoalBias(0.2);
    }

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        clear();
        return RRT::solve(ptc);
    }
};

}  // namespace gapless::test
