// The last word on a path that OMPL planned.
#pragma once

#include <vector>

#include <ompl/geometric/PathGeometric.h>

#include <gapless/certify/certify_path.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// certifyPath() for a path of OMPL states. A car that leaves the bounds of its space on the way is a Collision without a witness, at the
/// beginning of the part of its curve that does.
/// @throws InputError if the path's space is not the mapping's, the same object (or CForest's wrapper of it).
PathResult certifyPath(const StateMapping& mapping, const ompl::geometric::PathGeometric& path,
                       const PathCertificationOptions& options = {});

/// The configurations of a path, in order.
/// @throws InputError as certifyPath().
std::vector<Configuration> toConfigurations(const StateMapping& mapping, const ompl::geometric::PathGeometric& path);

}  // namespace gapless
