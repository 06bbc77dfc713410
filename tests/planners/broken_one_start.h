// Broken on purpose: looks at the first valid start only.
#pragma once

#include <memory>

#include <ompl/geometric/planners/rrt/RRTConnect.h>

namespace gapless::test {

class BrokenOneStart : public ompl::base::Planner
{
public:
    explicit BrokenOneStart(const ompl::base::SpaceInformationPtr& si) : Planner(si, "BrokenOneStart"), inner_(si) {}

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        checkValidity();
        if (const ompl::base::State* start = pis_.nextStart(); start != nullptr && !one_)
        {
            one_ = std::make_shared<ompl::base::ProblemDefinition>(si_);
            one_->addStartState(start);
            one_->setGoal(pdef_->getGoal());
            inner_.setProblemDefinition(one_);
        }
        if (!one_)
            return ompl::base::PlannerStatus::INVALID_START;
        // Gives up early: only for the test to be short.
        const auto soon = ompl::base::timedPlannerTerminationCondition(0.2);
        const ompl::base::PlannerStatus status = inner_.solve(ompl::base::plannerOrTerminationCondition(ptc, soon));
        for (const ompl::base::PlannerSolution& solution : one_->getSolutions())
            pdef_->addSolutionPath(solution);
        one_->clearSolutionPaths();
        return status;
    }

    void clear() override
    {
        Planner::clear();
        inner_.clear();
        one_.reset();
    }

private:
    ompl::geometric::RRTConnect inner_;
    ompl::base::ProblemDefinitionPtr one_;
};

}  // namespace gapless::test
