// Finds where in the box of a chain's joint limits the whole pair is apart.
#pragma once

#include <cstdint>
#include <memory>

#include "collision/relative_chain.h"

namespace gapless {

/// Tests of node pairs: of one pair of objects `step`, and as many again for as long as they bring something; of all pairs of a scene `all`.
struct TableBudget
{
    std::uint64_t step, all;
    /// A step brings something if with it cells of so much of the box were found apart.
    double worth = 0.0015;
};
/// Some 10 million tests take a second. Links that keep within a centimetre of each other on most of the box, such as a UR5's base and upper
/// arm, take fourteen times as many as the first, and are in most motions' way without.
inline constexpr TableBudget kBudgetOfObjects{2000000, 64000000};
/// Of two links with three joints between them: there is little more to be found in many more tests.
inline constexpr TableBudget kBudgetOfThreeJoints{250000, 24000000, 0.004};
/// Of the rings of what is turned (turned_objects.h): there are few of them, so that what can be found is found early. A test takes three times as long.
inline constexpr TableBudget kBudgetOfRings{400000, 8000000};
/// Of one of them, of the same for all: what there is to be found is about its own.
inline constexpr TableBudget kBudgetOfRingsOfOne{100000, 8000000};

/// Null: nowhere, or not in the budget.
/// @param proof of the pair, with nodes that are open: only those are looked at
/// @param spent by such searches so far, in tests of node pairs: is added to
/// @param with_contacts whether open cells tell theirs
[[nodiscard]] std::shared_ptr<const ApartCells> searchApartCells(const RelativeChain& chain, double clearance,
                                                                 const ApartWithinLimits& proof, std::uint64_t& spent,
                                                                 const TableBudget& budget = kBudgetOfObjects,
                                                                 bool with_contacts = true);

}  // namespace gapless
