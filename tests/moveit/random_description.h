// Random scene descriptions, such as an adapter may give for a planning scene of MoveIt.
#pragma once

#include "conversion/scene_description.h"
#include "support/random_input.h"

namespace gapless_moveit::test {

/// Within about 2 m, with everything that is converted: trees of up to 8 links on joints of all kinds, in any order of links, joints and
/// variables; joints that hold still, and joints that follow others; links of no, one or several shapes, scaled and padded or not; attached
/// bodies with touch links; world objects of all shapes; a RandomMatrix. No joint shifts without limits where there is a plane.
///
/// In some there are conditional entries, and a few are to be refused for these. In some the links that are told to be updated are not those that the joints move.
SceneDescription randomDescription(gapless::test::Random& random);

/// A scene of the same robot as a later request may have it: joints outside the group, obstacles, attached bodies and matrix have changed.
SceneDescription laterDescription(const SceneDescription& before, gapless::test::Random& random);

/// Does a joint shift without limits? Planes and deviations are refused then.
bool shiftsWithoutLimits(const SceneDescription& scene);

}  // namespace gapless_moveit::test
