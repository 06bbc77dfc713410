// Broken on purpose: proves, soundly, in the scene that there was at setup().
#pragma once

#include <gapless/ompl/swappable_motion_validator.h>
#include <gapless/planners/asbl.h>

namespace gapless::test {

class BrokenEarlyScene : public ompl::base::Planner
{
public:
    explicit BrokenEarlyScene(const ompl::base::SpaceInformationPtr& si) : Planner(si, "BrokenEarlyScene") {}

    void setup() override
    {
        Planner::setup();
        if (planner_)
            return;
        const auto early = std::make_shared<ompl::base::SpaceInformation>(si_->getStateSpace());
        early->setStateValidityChecker(si_->getStateValidityChecker());
        early->setMotionValidator(presentMotionValidator(*si_));
        early->setup();
        planner_ = std::make_shared<ASBL>(early);
    }
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        checkValidity();
        if (planner_->getProblemDefinition() != pdef_)
            planner_->setProblemDefinition(pdef_);
        return planner_->solve(ptc);
    }
    void clear() override
    {
        Planner::clear();
        if (planner_)
            planner_->clear();
    }

private:
    ompl::base::PlannerPtr planner_;
};

}  // namespace gapless::test
