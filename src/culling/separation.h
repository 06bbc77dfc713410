// Proofs that a piece of a swept volume stays away from boxes and convex leaves.
#pragma once

#include "culling/swept_piece.h"

namespace gapless {

/// Is every point of the box farther than piece.need from the piece's core? false says nothing.
[[nodiscard]] bool provenApart(const SweptPiece& piece, const AxisAlignedBox& box);

/// The same for a leaf.
[[nodiscard]] bool provenApart(const SweptPiece& piece, const Convex& leaf);

}  // namespace gapless
