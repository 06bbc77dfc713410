// Broken on purpose: calls an approximate solution exact.
#pragma once

#include <ompl/geometric/planners/rrt/RRT.h>

namespace gapless::test {

class BrokenExactClaim : public ompl::geometric::RRT
{
public:
    using RRT::RRT;

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        if (RRT::solve(ptc) != ompl::base::PlannerStatus::APPROXIMATE_SOLUTION)
            return pdef_->hasExactSolution() ? ompl::base::PlannerStatus::EXACT_SOLUTION : ompl::base::PlannerStatus::TIMEOUT;
        const ompl::base::PathPtr path = pdef_->getSolutionPath();
        pdef_->clearSolutionPaths();
        pdef_->addSolutionPath(path, false, 0.0, getName());
        return ompl::base::PlannerStatus::EXACT_SOLUTION;
    }
};

}  // namespace gapless::test
