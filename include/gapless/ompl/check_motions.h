// Batches of OMPL motions against the obstacles, before anything exact runs.
#pragma once

#include <utility>
#include <vector>

#include <gapless/culling/culler.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// For planners that have many motions at hand (the candidate edges of a roadmap, say): which of them need no check against the obstacles?
///
/// For each motion (s1, s2), along the curve that the space interpolates: 0 is a PROOF that no link comes within its clearance of any object
/// on a static body; 1 says nothing. Links against obstacles only: a 0 says nothing about pairs of moving objects, so where the scene
/// has such pairs the motion validator is still to be asked. States that are none of the space get a 1.
/// With a GlSweptVolumeCuller (makeCuller()) thousands of motions are one call to the GPU.
/// @param sweeper one per thread, to be kept from call to call: making it takes milliseconds per link
/// @throws InputError if the culler or the sweeper is of another scene than the mapping.
std::vector<char> checkMotions(const StateMapping& mapping, const Culler& culler, MotionSweeper& sweeper,
                               const std::vector<std::pair<const ompl::base::State*, const ompl::base::State*>>& motions);

}  // namespace gapless
