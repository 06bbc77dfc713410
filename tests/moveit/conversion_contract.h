// What a conversion of scene descriptions must keep, as a list of violations: empty for a sound one.
//
// Run on convertScene(), and on conversions broken on purpose (conversion_broken.h), which it must catch.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conversion/scene_conversion.h"

namespace gapless_moveit::test {

/// The conversion under test, of convertScene()'s signature.
using Convert = std::function<ConvertedScene(const SceneDescription&, const ConversionOptions&, GeometryStore&)>;

/// Compares the converted scene with the documented rules (documented_pairs.h, described_kinematics.h, described_distance.h) at random
/// states of the group. Each entry starts with one of
/// - REFUSED, ACCEPTED: refused without a conditional entry for a pair that is checked, or not in spite of one;
/// - PAIRS: a pair is checked that should not be, is not that should be, or is checked twice;
/// - WORLD, SELF: an object of a pair is not where MoveIt has it or not of its shape, in a pair with a world object (padded) or within the
///   robot and what it carries (unpadded). Found by distances of points on and about it;
/// - CLEARANCE: the gap that a pair keeps is not the one asked for;
/// - DEVIATION: what a pair keeps for a deviation is less than some deviation costs it;
/// - APART: a pair is taken to be apart within the joint limits, and is not;
/// - MISSED: a state counts as free in which a point of one object of a pair is closer to the other than is asked for;
/// - WITNESS: a collision is told with points that are not on the two objects, or not close to each other;
/// - LAYOUT: variables of the group are not where the layout has them, or the interpolation is not said to be MoveIt's.
/// The description must be one that is converted (scene_conversion.h, "@throws") but for conditional entries of its matrix.
std::vector<std::string> conversionViolations(const Convert& convert, const SceneDescription& description,
                                              const ConversionOptions& options, GeometryStore& store, std::uint64_t seed);

}  // namespace gapless_moveit::test
