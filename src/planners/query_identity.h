// Which scene, and which query, a call of solve() is about: decided once, at its beginning, for all planners of ours.
#pragma once

#include <optional>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>

namespace gapless {

/// What judges motions and states, as a space information has it at one moment; behind a SwappableMotionValidator, the one that is
/// present. A planner takes one at the beginning of solve() and proves with nothing else until the end: what is swapped meanwhile
/// counts from the next call on.
class QueryScene
{
public:
    /// Sets the space information up if it is not, so that there is a validator.
    explicit QueryScene(ompl::base::SpaceInformation& si);

    const ompl::base::MotionValidatorPtr& validator() const { return validator_; }
    const ompl::base::StateValidityCheckerPtr& checker() const { return checker_; }

    /// What was proven of motions in the one holds in the other: the same validator (both are alive: no other can have the address of
    /// one), or two exact ones of one mapping and tolerance.
    bool hasMotionsOf(const QueryScene& other) const;
    /// The same of motions and states.
    bool isSameAs(const QueryScene& other) const { return checker_ == other.checker_ && hasMotionsOf(other); }

private:
    ompl::base::MotionValidatorPtr validator_;
    ompl::base::StateValidityCheckerPtr checker_;
};

/// What the data of a planner are about. Starts, and the states of a GoalState or GoalStates, are known by their values: there may be
/// more of them next time, but those that there were have to be the same. Other goals are known by their address alone.
class QueryIdentity
{
public:
    enum class Change
    {
        None,
        Scene,  ///< alone
        Query,  ///< another problem definition, goal or start
    };
    /// Takes note of the present query. @return in what it differs from the one before, if there was one
    Change changed(const ompl::base::ProblemDefinitionPtr& pdef, const ompl::base::SpaceInformation& si, const QueryScene& scene);

private:
    using Reals = std::vector<std::vector<double>>;

    std::optional<QueryScene> scene_;  // none before the first query
    ompl::base::ProblemDefinitionPtr pdef_;
    ompl::base::GoalPtr goal_;
    Reals starts_, goals_;
};

}  // namespace gapless
