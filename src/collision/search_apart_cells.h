// Finds where in the box of a chain's joint limits the whole pair is apart.
#pragma once

#include <cstdint>
#include <memory>

#include "collision/relative_chain.h"

namespace gapless {

/// Tests of node pairs (some 10 million a second) that may find nothing. Two thirds would leave one more motion in a hundred of a Panda to be searched. Links that keep within a
/// centimetre of each other on most of the box, such as a UR5's base and upper arm, take ten times as many, and are in most motions' way without.
inline constexpr std::uint64_t kTableBudget = 2000000;
/// The same of the rings of what is turned (turned_objects.h): there are few of them, so that what can be found is found early. A test takes three times as long.
inline constexpr std::uint64_t kTableBudgetOfRings = 400000;

/// Null: nowhere, or not in the budget.
/// @param proof of the pair, with nodes that are open: only those are looked at
/// @param spent by such searches so far, in tests of node pairs: is added to
/// @param budget such tests, and as many again for as long as they bring much
[[nodiscard]] std::shared_ptr<const ApartCells> searchApartCells(const RelativeChain& chain, double clearance,
                                                                 const ApartWithinLimits& proof, std::uint64_t& spent,
                                                                 std::uint64_t budget = kTableBudget);

}  // namespace gapless
