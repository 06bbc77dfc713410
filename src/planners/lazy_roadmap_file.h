// Roadmap files: what LazyPRM keeps from one process to the next.
//
// All numbers little-endian; u: unsigned integer, f: IEEE double, of so many bits.
//
// | bytes | what |
// |---|---|
// | 8 | "gaplprm\n" |
// | u32, u32 | version, 2; version of the proofs (proof_version.h) |
// | f64, u64 | tolerance in metres; k entries of the key (scene_key.h) |
// | k times: u8, text, text, 32 | part; name, and that of the other object of a pair, as u32 length and bytes; digest |
// | u32 | d, numbers per milestone, in the order of StateSpace::copyToReals() |
// | u64, u64 | n milestones, m edges |
// | n times: d f64 | milestone |
// | m times: u32, u32, u8 | edge between two different milestones; 0 open, 1 free, 2 colliding |
// | 32 | digest of all bytes before (content_digest.h) |
//
// Whether milestones are valid is not kept: the validity checker, which may be the user's own, is asked again.
#pragma once

#include <string>

#include "planners/lazy_roadmap.h"
#include "planners/scene_key.h"

namespace gapless {

/// Writes through a temporary file in the same folder: `file` is whole or as before.
/// @throws InputError if it cannot be written.
void writeRoadmap(const std::string& file, const LazyRoadmap& roadmap, const SceneKey& key);

/// Adds what is in the file to an empty roadmap.
/// @throws InputError if the file cannot be read, is damaged, or is of another robot, scene or tolerance than `key`, or a milestone
///         is no state of the space, as `mapping` tells; the roadmap is then of no use.
void readRoadmap(const std::string& file, const SceneKey& key, const StateMapping& mapping, LazyRoadmap& roadmap);

}  // namespace gapless
