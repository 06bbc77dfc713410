#include "query_identity.h"

#include <algorithm>
#include <cstring>

#include <ompl/base/goals/GoalState.h>
#include <ompl/base/goals/GoalStates.h>

#include <gapless/ompl/exact_motion_validator.h>
#include <gapless/ompl/swappable_motion_validator.h>

namespace ob = ompl::base;

namespace gapless {

namespace {

using Reals = std::vector<std::vector<double>>;

std::vector<double> realsOf(const ob::StateSpace& space, const ob::State* state)
{
    std::vector<double> reals;
    space.copyToReals(reals, state);
    return reals;
}

Reals startsOf(const ob::ProblemDefinition& pdef, const ob::StateSpace& space)
{
    Reals starts;
    for (unsigned int i = 0; i < pdef.getStartStateCount(); ++i)
        starts.push_back(realsOf(space, pdef.getStartState(i)));
    return starts;
}

Reals goalsOf(const ob::Goal* goal, const ob::StateSpace& space)
{
    Reals states;
    if (const auto* one = dynamic_cast<const ob::GoalState*>(goal); one && one->getState())
        states.push_back(realsOf(space, one->getState()));
    // Those of GoalLazySamples are its own thread's.
    const auto* several = dynamic_cast<const ob::GoalStates*>(goal);
    for (unsigned int i = 0; several && !goal->hasType(ob::GOAL_LAZY_SAMPLES) && i < several->getStateCount(); ++i)
        states.push_back(realsOf(space, several->getState(i)));
    return states;
}

/// Bit by bit, as distances of rotations say 0 too early.
bool beginsWith(const Reals& now, const Reals& before)
{
    const auto same = [](const std::vector<double>& x, const std::vector<double>& y) {
        return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0);
    };
    return now.size() >= before.size() && std::equal(before.begin(), before.end(), now.begin(), same);
}

}  // namespace

QueryScene::QueryScene(ob::SpaceInformation& si)
{
    if (!si.isSetup())
        si.setup();
    validator_ = presentMotionValidator(si);
    checker_ = si.getStateValidityChecker();
}

bool QueryScene::hasMotionsOf(const QueryScene& other) const
{
    const auto* a = dynamic_cast<const ExactMotionValidator*>(validator_.get());
    const auto* b = dynamic_cast<const ExactMotionValidator*>(other.validator_.get());
    return validator_ == other.validator_
           || (a && b && a->mapping() == b->mapping() && a->kind() == b->kind()
               && a->options().tolerance == b->options().tolerance);
}

QueryIdentity::Change QueryIdentity::changed(const ob::ProblemDefinitionPtr& pdef, const ob::SpaceInformation& si,
                                             const QueryScene& scene)
{
    const QueryIdentity before = *this;
    scene_ = scene;
    pdef_ = pdef;
    goal_ = pdef ? pdef->getGoal() : nullptr;
    starts_ = pdef ? startsOf(*pdef, *si.getStateSpace()) : Reals();
    goals_ = goalsOf(goal_.get(), *si.getStateSpace());
    if (!before.scene_)
        return Change::None;
    if (before.pdef_ != pdef_ || before.goal_ != goal_ || !beginsWith(starts_, before.starts_)
        || !beginsWith(goals_, before.goals_))
        return Change::Query;
    return scene.isSameAs(*before.scene_) ? Change::None : Change::Scene;
}

}  // namespace gapless
