// What colours of a roadmap's edges have to keep over edits of the scene.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "planners/edge_colours.h"
#include "roadmap/roadmap_library.h"

namespace gapless::test {

using MakeColours = std::function<std::unique_ptr<EdgeColours>(const std::shared_ptr<const LoadedRoadmap>&)>;

/// Of an arm among posts that come, move, go and come back, are put where edges pass, change their clearance, with a part that is attached and put down, and a link that differs and is as it was again: in words, every edge that
/// a roadmap with these colours has for free and that is not, as a certifier that knows nothing of cells judges, and every count that is wrong.
std::vector<std::string> colourFaults(const MakeColours& make, int edits, std::uint64_t seed);

}  // namespace gapless::test
