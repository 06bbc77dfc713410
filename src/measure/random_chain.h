// Random chains of joints of every type among random obstacles.
#pragma once

#include <cstdint>

#include <gapless/io/problem.h>

namespace gapless {

/// All joints plan but those that mimic others. Which pairs are never checked is chosen so that a random configuration is often free, however
/// long the chain is. The same for the same arguments.
Problem randomChain(int joints, std::uint64_t seed);

}  // namespace gapless
