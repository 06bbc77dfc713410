#include <gapless/ompl/problem_setup.h>

#include <limits>

#include <ompl/base/ScopedState.h>

#include <gapless/core/error.h>
#include <gapless/ompl/fcl_state_validity_checker.h>
#include <gapless/ompl/links_below_goal.h>
#include <gapless/ompl/scene_state_validity_checker.h>
#include <gapless/ompl/state_space_factory.h>

#include "path_length_objective.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

std::shared_ptr<const StateMapping> putScene(const ob::SpaceInformationPtr& si, const Problem& problem,
                                             const SetupOptions& options)
{
    auto mapping = std::make_shared<const StateMapping>(si->getStateSpace(), problem);
    ob::StateValidityCheckerPtr checker;
    if (isExact(options.validator))
        checker = std::make_shared<SceneStateValidityChecker>(si, mapping, options.motion.tolerance);
    else
        checker = std::make_shared<FclStateValidityChecker>(si, mapping);
    const ob::MotionValidatorPtr validator = makeMotionValidator(options.validator, si, mapping, options.motion);
    // Once there is all of it.
    si->setStateValidityChecker(checker);
    si->setMotionValidator(validator);
    si->setup();
    return mapping;
}

ProblemSetup makeProblemSetup(const Problem& problem, const SetupOptions& options)
{
    const ob::StateSpacePtr space = makeStateSpace(problem);
    ProblemSetup result;
    result.setup = std::make_shared<og::SimpleSetup>(space);
    const ob::SpaceInformationPtr& si = result.setup->getSpaceInformation();
    result.mapping = putScene(si, problem, options);
    const auto objective = std::make_shared<PathLengthObjective>(si);
    if (!options.optimize)
        objective->setCostThreshold(ob::Cost(std::numeric_limits<double>::infinity()));
    result.setup->setOptimizationObjective(objective);
    if (problem.has_start)
    {
        ob::ScopedState<> start(space);
        result.mapping->toState(problem.start, start.get());
        result.setup->setStartState(start);
    }
    if (problem.goal)
    {
        ob::ScopedState<> goal(space);
        result.mapping->toState(*problem.goal, goal.get());
        result.setup->setGoalState(goal);
    }
    else if (problem.goal_region)
    {
        std::vector<BodyIndex> bodies;
        for (const PlanningJoint& joint : problem.joints)
            bodies.push_back(joint.body);
        result.setup->setGoal(std::make_shared<LinksBelowGoal>(si, result.mapping, bodies, problem.goal_region->z));
    }
    return result;
}

og::SimpleSetupPtr makeSimpleSetup(const Problem& problem, const SetupOptions& options)
{
    return makeProblemSetup(problem, options).setup;
}

}  // namespace gapless
