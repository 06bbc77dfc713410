// An arm of two joints, queries for it, and scenes that are changed under it.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/goals/GoalRegion.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/util/Console.h>

#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/lazy_prm.h>

#include "ompl/small_problems.h"

namespace gapless::test {

/// More than any query here takes, seconds.
constexpr double kEnough = 10.0;

inline std::shared_ptr<ompl::geometric::PathGeometric> solutionOf(const ompl::base::ProblemDefinitionPtr& query)
{
    return std::dynamic_pointer_cast<ompl::geometric::PathGeometric>(query->getSolutionPath());
}

struct ArmSetup
{
    explicit ArmSetup(const Problem& problem, double tolerance = 1e-3)
    {
        ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
        SetupOptions options;
        options.motion.tolerance = tolerance;
        const ProblemSetup made = makeProblemSetup(problem, options);
        mapping = made.mapping;
        si = made.setup->getSpaceInformation();
    }

    /// Puts another scene behind the same space.
    void setScene(const Problem& problem, double tolerance = 1e-3)
    {
        SetupOptions options;
        options.motion.tolerance = tolerance;
        mapping = putScene(si, problem, options);
    }

    ompl::base::ScopedState<> state(const std::vector<double>& joints) const
    {
        ompl::base::ScopedState<> s(si);
        for (std::size_t i = 0; i < joints.size(); ++i)
            s[static_cast<unsigned int>(i)] = joints[i];
        return s;
    }
    double distance(const ompl::base::State* s, const std::vector<double>& joints) const
    {
        return si->distance(s, state(joints).get());
    }
    ompl::base::ProblemDefinitionPtr query(const std::vector<double>& start, const std::vector<double>& goal) const
    {
        auto definition = std::make_shared<ompl::base::ProblemDefinition>(si);
        definition->setStartAndGoalStates(state(start), state(goal));
        return definition;
    }

    std::shared_ptr<const StateMapping> mapping;
    ompl::base::SpaceInformationPtr si;
};

/// The first joint at an angle; a region that cannot be sampled.
class NearTurn : public ompl::base::GoalRegion
{
public:
    NearTurn(const ompl::base::SpaceInformationPtr& si, double turn) : ompl::base::GoalRegion(si), turn_(turn)
    {
        setThreshold(0.01);
    }
    double distanceGoal(const ompl::base::State* state) const override
    {
        return std::abs(state->as<ompl::base::RealVectorStateSpace::StateType>()->values[0] - turn_);
    }

private:
    double turn_;
};

}  // namespace gapless::test
