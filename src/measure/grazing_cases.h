// Constructed motions that come very near to contact along their way and do not touch, each with the gap that it keeps.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/collision/scene.h>

namespace gapless::test {

/// One motion in a scene of its own, of one link and one obstacle.
struct GrazingCase
{
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
};

std::vector<std::string> grazingCaseNames();

/// The motion during which link and obstacle are nowhere nearer than `gap`, and somewhere that near, metres.
/// @param cells along the edges of meshes, for `comb` the teeth of each; none: the case's own number
/// @param advance moves the obstacle towards the link, along the gap: what is left of it is gap - advance, and less than none is contact
/// @pre `name` is one of grazingCaseNames(), gap > 0, cells > 0
GrazingCase grazingCase(const std::string& name, double gap, std::optional<int> cells = {}, double advance = 0.0);

}  // namespace gapless::test
