// Pre-filter for planners: of many motions, which ones need no check against the obstacles?
#pragma once

#include <utility>
#include <vector>

#include <gapless/culling/culler.h>

namespace gapless {

/// For each motion (q0, q1) of the culler's scene: 0 is a PROOF that no link comes within its clearance of any object on a static
/// body, at any t in [0,1]; 1 says nothing. LINKS AGAINST OBSTACLES ONLY: a 0 says nothing about pairs of moving objects
/// (self-collision, robots with each other), so it does not make a motion free.
/// @throws InputError if a configuration does not fit the model.
std::vector<char> linksMayHitObstacles(const Culler& culler, const std::vector<std::pair<Configuration, Configuration>>& motions,
                                       const SweepOptions& options = {});

/// The same with a sweeper that is kept: making one takes milliseconds per link, which counts for small batches.
/// @throws InputError also if the sweeper is of another scene.
std::vector<char> linksMayHitObstacles(const Culler& culler, MotionSweeper& sweeper,
                                       const std::vector<std::pair<Configuration, Configuration>>& motions);

}  // namespace gapless
