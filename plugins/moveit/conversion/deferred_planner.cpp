#include "conversion/deferred_planner.h"

#include <algorithm>

#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/planners/planner_registry.h>

namespace ob = ompl::base;

namespace gapless_moveit {

DeferredPlanner::DeferredPlanner(const ob::SpaceInformationPtr& si, const std::string& planner,
                                 const std::map<std::string, std::string>& config)
    : ob::Planner(si, planner), type_(gapless::findPlanner(planner).name)
{
    for (const gapless::PlannerParameter& parameter : gapless::plannerParameters(type_))
    {
        const auto given = config.find(parameter.name);
        if (given != config.end())
            parameters_.emplace_back(*given);
    }
    // A try, thrown away: bad values are to be told now. What it recognises and promises is known from it, too.
    specs_ = gapless::makePlanner(type_, si, parameters_)->getSpecs();
}

void DeferredPlanner::setup()
{
    // The planner itself waits for solve(): what it needs may not be there yet.
    ob::Planner::setup();
}

ob::PlannerStatus DeferredPlanner::solve(const ob::PlannerTerminationCondition& ptc)
{
    checkValidity();
    try
    {
        if (!planner_)
        {
            is_set_up_ = false;
            planner_ = gapless::makePlanner(type_, si_, parameters_);
            planner_->setName(getName());
        }
        if (planner_->getProblemDefinition() != pdef_)
            planner_->setProblemDefinition(pdef_);
        if (!is_set_up_)
            planner_->setup();
        is_set_up_ = true;
        return planner_->solve(ptc);
    }
    catch (const gapless::InputError& error)
    {
        OMPL_ERROR("%s: %s", getName().c_str(), error.what());
        if (!is_set_up_)
            planner_.reset();  // half set up, it is of no use
        return ob::PlannerStatus::ABORT;
    }
}

void DeferredPlanner::clear()
{
    ob::Planner::clear();
    if (planner_)
        planner_->clear();
}

void DeferredPlanner::clearQuery()
{
    ob::Planner::clearQuery();
    if (planner_)
        planner_->clearQuery();
}

void DeferredPlanner::getPlannerData(ob::PlannerData& data) const
{
    if (planner_)
        planner_->getPlannerData(data);
}

}  // namespace gapless_moveit
