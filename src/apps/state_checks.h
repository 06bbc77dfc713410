// What has to hold of a start and a goal.
#pragma once

#include <string>

#include <gapless/collision/static_checker.h>
#include <gapless/io/problem.h>

namespace gapless::apps {

/// @throws InputError if the problem file gives no start.
void requireStart(const Problem& problem);

/// @throws InputError if the problem file gives no goal, or a region instead of a state.
void requireGoalState(const Problem& problem);

/// @throws InputError naming the joint if a planning joint of q is outside its limits by more than rounding. `what`: "start", "goal".
void requireWithinLimits(const Problem& problem, const Configuration& q, const std::string& what);

/// StaticChecker::check(), but `close` is a pair that overlaps, where one does: the first one within the tolerance may only be close.
Verdict checkState(const Problem& problem, const Configuration& q, double tolerance, ClosePair& close);

/// @throws InputError naming the pair unless q is proven farther than clearance + tolerance from any collision.
void requireFree(const Problem& problem, const Configuration& q, const std::string& what, double tolerance);

}  // namespace gapless::apps
