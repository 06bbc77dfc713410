// From a problem file to an OMPL SimpleSetup that is ready to solve.
#pragma once

#include <memory>

#include <ompl/geometric/SimpleSetup.h>

#include <gapless/io/problem.h>
#include <gapless/ompl/exact_motion_validator.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

struct SetupOptions
{
    /// The exact ones go with SceneStateValidityChecker, the discrete one, without proof, with FclStateValidityChecker.
    ValidatorKind validator = ValidatorKind::Adaptive;
    MotionValidatorOptions motion;
    /// The objective is path length. false: any path is short enough, and optimising planners stop at the first; true: they
    /// use all of their time (PRM too).
    bool optimize = false;
};

struct ProblemSetup
{
    std::shared_ptr<const StateMapping> mapping;
    ompl::geometric::SimpleSetupPtr setup;
};

/// Space, validity checker, motion validator, objective, and start and goal (a state or a region) where the problem has them. The planner is left to the caller.
/// The space information is set up.
/// @throws InputError for an option out of range, or what makeStateSpace() refuses.
ProblemSetup makeProblemSetup(const Problem& problem, const SetupOptions& options = {});

/// Puts the problem's scene behind a space information for the same joints, such as that of a setup after an obstacle has moved: another validity checker and
/// another motion validator. Planners of ours take the scene over when they solve next. @return the mapping onto that scene
/// @throws InputError for an option out of range, or if the problem is of other joints
std::shared_ptr<const StateMapping> putScene(const ompl::base::SpaceInformationPtr& si, const Problem& problem,
                                             const SetupOptions& options = {});

/// The setup alone.
ompl::geometric::SimpleSetupPtr makeSimpleSetup(const Problem& problem, const SetupOptions& options = {});

}  // namespace gapless
