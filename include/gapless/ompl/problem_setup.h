// From a problem file to an OMPL SimpleSetup that is ready to solve.
#pragma once

#include <memory>
#include <string>

#include <ompl/geometric/SimpleSetup.h>

#include <gapless/io/problem.h>
#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

struct SetupOptions
{
    /// "adaptive": AdaptiveBisectionMotionValidator, "articulated": ContinuousArticulatedMotionValidator, both with
    /// SceneStateValidityChecker. "discrete": DiscreteMotionValidator with FclStateValidityChecker, no proof.
    std::string validator = "adaptive";
    /// Tolerance and budget per motion; resolution of lastValid (adaptive only).
    MotionValidatorOptions motion;
    /// Articulated only: width of the interval that holds the time of contact, fraction of a motion, in (0, 1].
    double time_tolerance = 1e-6;
    /// Discrete only: largest joint step between samples, radians or metres, > 0.
    double resolution = 0.01;
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
/// @throws InputError for an unknown validator (naming the known ones), an option out of range, or what makeStateSpace() refuses.
ProblemSetup makeProblemSetup(const Problem& problem, const SetupOptions& options = {});

/// The setup alone.
ompl::geometric::SimpleSetupPtr makeSimpleSetup(const Problem& problem, const SetupOptions& options = {});

/// @throws InputError naming the known validators if `name` is none of them.
void requireKnownValidator(const std::string& name);

}  // namespace gapless
