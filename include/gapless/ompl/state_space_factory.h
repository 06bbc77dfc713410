// The OMPL state space of a problem's planning joints.
#pragma once

#include <ompl/base/StateSpace.h>

#include <gapless/io/problem.h>

namespace gapless {

/// The space that StateMapping maps onto the problem's planning joints:
/// - each run of neighbouring revolute and prismatic joints is one RealVectorStateSpace, its bounds their limits, its
///   dimensions named after the joints;
/// - a continuous joint is an SO2StateSpace, a planar one an SE2StateSpace, or, if it is a car, a DubinsStateSpace or
///   ReedsSheppStateSpace, a floating one an SE3StateSpace, named after the joint.
/// Several of these make a CompoundStateSpace with weights 1; a single one is the space itself.
///
/// A planar or floating joint without limits gets finite bounds, since OMPL samples uniformly: a cube about the joint frame, wide
/// enough for the robot to be moved past all other objects on either side, and for start and goal.
///
/// A compound space has a default projection, as planners like KPIECE1 need one: the position of the most distal planning
/// body (BodyPositionProjection). A RealVectorStateSpace has OMPL's own, a random linear one, or for R^1 and R^2 the identity.
///
/// @throws InputError if no joint plans, or a revolute or prismatic joint has no limits.
ompl::base::StateSpacePtr makeStateSpace(const Problem& problem);

}  // namespace gapless
