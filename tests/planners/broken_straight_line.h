// Broken on purpose: goes straight from the start to the goal, whatever is between.
#pragma once

#include <memory>

#include <ompl/base/Planner.h>
#include <ompl/geometric/PathGeometric.h>

namespace gapless::test {

class BrokenStraightLine : public ompl::base::Planner
{
public:
    explicit BrokenStraightLine(const ompl::base::SpaceInformationPtr& si) : Planner(si, "BrokenStraightLine") {}

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        checkValidity();
        const ompl::base::State* start = pis_.nextStart();
        const ompl::base::State* goal = pis_.nextGoal(ptc);
        if (start == nullptr || goal == nullptr)
            return ompl::base::PlannerStatus::INVALID_START;
        pdef_->addSolutionPath(std::make_shared<ompl::geometric::PathGeometric>(si_, start, goal), false, 0.0, getName());
        return ompl::base::PlannerStatus::EXACT_SOLUTION;
    }
};

}  // namespace gapless::test
