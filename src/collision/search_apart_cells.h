// Finds where in the box of a chain's joint limits the whole pair is apart.
#pragma once

#include <cstdint>
#include <memory>

#include "collision/relative_chain.h"

namespace gapless {

/// Null: nowhere, or not in the budget.
/// @param proof of the pair, with nodes that are open: only those are looked at
/// @param spent by such searches so far, in tests of node pairs: is added to
[[nodiscard]] std::shared_ptr<const ApartCells> searchApartCells(const RelativeChain& chain, double clearance,
                                                                 const ApartWithinLimits& proof, std::uint64_t& spent);

}  // namespace gapless
