// Telling whether a planner is asked what it was asked before.
#pragma once

#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/ompl/swappable_motion_validator.h>

namespace gapless {

/// What the data of a single-query planner are about. All three are kept alive: no other can have the address of one.
class QueryIdentity
{
public:
    /// Takes note of the present query.
    /// @return whether there was another one before: another problem definition, another goal in it, or another motion validator.
    bool changed(const ompl::base::ProblemDefinitionPtr& pdef, const ompl::base::SpaceInformation& si)
    {
        const QueryIdentity before = *this;
        pdef_ = pdef;
        goal_ = pdef ? pdef->getGoal() : nullptr;
        validator_ = presentMotionValidator(si);
        return before.validator_ && (before.pdef_ != pdef_ || before.goal_ != goal_ || before.validator_ != validator_);
    }

private:
    ompl::base::ProblemDefinitionPtr pdef_;
    ompl::base::GoalPtr goal_;
    ompl::base::MotionValidatorPtr validator_;
};

}  // namespace gapless
