// Which proofs a program takes from its earlier versions.
#pragma once

#include <cstdint>

namespace gapless {

/// Goes up with every change after which something that was proven before may not hold: a mended proof, another curve for the same
/// states, another meaning of geometry, of inside, or of the pairs. What is kept on disk with another version is not Free any more.
inline constexpr std::uint32_t kProofVersion = 5;

}  // namespace gapless
