// Where MoveIt has each link, read off a description alone: the documented rules, written down a second time.
#pragma once

#include <optional>
#include <vector>

#include "conversion/scene_description.h"
#include "support/random_input.h"

namespace gapless_moveit::test {

/// Does a state of the group change the value of this joint? One that follows another moves if that one does.
bool moves(const SceneDescription& scene, const JointDescription& joint);

/// Can the group move one of these links relative to the other? None is the model frame.
bool moveRelatively(const SceneDescription& scene, std::optional<LinkIndex> link_a, std::optional<LinkIndex> link_b);

/// X_WL of every link, W the model frame, for the values of a state of the group; joints and links in any order.
gapless::IndexedVector<LinkIndex, gapless::Pose> linkPoses(const SceneDescription& scene, const std::vector<double>& state);

/// A state within the limits of its joints (shifts without limits: within 0.5 m; angles without limits: beyond a full turn), in which
/// followers are where their masters have them.
std::vector<double> randomState(const SceneDescription& scene, gapless::test::Random& random);

/// The state after a change of the joints that follow none, of at most `size` as a vector (radians, metres, parts of a unit quaternion).
std::vector<double> nearbyState(const SceneDescription& scene, const std::vector<double>& state, double size,
                                gapless::test::Random& random);

}  // namespace gapless_moveit::test
