// What OMPL's lastValid becomes when a motion is not valid.
#pragma once

#include <functional>
#include <utility>

#include <gapless/certify/static_checker.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// The motion from s1 to s2 is proven free on [0, certified), which says nothing of the state at `certified`, nor that the states before
/// it are farther than clearance + tolerance, as a planner that goes on from there needs. So this steps back until a state is proven
/// valid by itself, and the motion from s1 to it proven: the state is rounded, so that this motion is not quite the first part of the
/// other. lastValid.second becomes that fraction, inclusive, and lastValid.first, if not null, the state there; fraction 0 and s1
/// where there is none. lastValid.first may be s1 or s2.
/// @param isFree proves the motion between two states. @param scratch a state and a configuration to compute in
void fillLastValid(const StateMapping& mapping, const StaticChecker& checker, const ompl::base::State* s1,
                   const ompl::base::State* s2, double certified,
                   const std::function<bool(const ompl::base::State*, const ompl::base::State*)>& isFree,
                   ompl::base::State* scratch, Configuration& configuration, std::pair<ompl::base::State*, double>& lastValid);

/// Where nothing is proven: fraction 0 and s1.
void fillLastValid(const StateMapping& mapping, const StaticChecker& checker, const ompl::base::State* s1,
                   const ompl::base::State* s2, std::pair<ompl::base::State*, double>& lastValid);

}  // namespace gapless
