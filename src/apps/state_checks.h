// What has to hold of a start and a goal.
#pragma once

#include <string>

#include <gapless/certify/static_checker.h>
#include <gapless/io/problem.h>

namespace gapless::apps {

/// @throws InputError if the problem file gives no start.
void requireStart(const Problem& problem);

/// @throws InputError if the problem file gives no goal, or a region instead of a state.
void requireGoalState(const Problem& problem);

/// Of a problem file.
struct NamedState
{
    std::string name;  ///< "start", "goal"
    Configuration q;
    int line = 0;  ///< 0: none
};

/// @throws InputError naming the joint if a planning joint is outside its limits by more than rounding.
void requireWithinLimits(const Problem& problem, const NamedState& state);

/// StaticChecker::check(), but `close` is a pair that overlaps, where one does: the first one within the tolerance may only be close.
Verdict checkState(const Problem& problem, const Configuration& q, double tolerance, ClosePair& close);

/// @throws InputError naming the pair unless the state is proven farther than clearance + tolerance from any collision.
void requireFree(const Problem& problem, const NamedState& state, double tolerance);

}  // namespace gapless::apps
