// The last word on a path that OMPL planned.
#pragma once

#include <vector>

#include <ompl/geometric/PathGeometric.h>

#include <gapless/certify/certify_path.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// certifyPath() for a path of OMPL states. A car that leaves the bounds of its space on the way is a Collision without a witness, at the
/// beginning of the part of its curve that does.
/// @param ways by segment, how cars drive it (StateMapping::curve()); empty: as their spaces draw it
/// @throws InputError if the path's space is not the mapping's, the same object (or CForest's wrapper of it), or a way is none between its states.
PathResult certifyPath(const StateMapping& mapping, const ompl::geometric::PathGeometric& path,
                       const PathCertificationOptions& options = {}, const std::vector<CarWays>& ways = {});

/// By segment, as the space draws them; empty without cars.
/// @throws InputError as certifyPath().
std::vector<CarWays> waysOf(const StateMapping& mapping, const ompl::geometric::PathGeometric& path);

/// The configurations of a path, in order.
/// @throws InputError as certifyPath().
std::vector<Configuration> toConfigurations(const StateMapping& mapping, const ompl::geometric::PathGeometric& path);

}  // namespace gapless
