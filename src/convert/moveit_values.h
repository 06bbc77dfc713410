// Values of ROS messages in YAML: full maps as MoveIt prints them, and the lists that robowflex and MotionBenchMaker write.
#pragma once

#include <string>

#include <Eigen/Core>

#include <gapless/core/types.h>

#include "io/yaml_checked.h"

namespace gapless {

/// A pose as messages hold it: it goes into a problem file digit for digit where it is not composed with another.
struct MessagePose
{
    Vec3 p = Vec3::Zero();
    /// Of unit length: x, y, z, w.
    Eigen::Vector4d q = {0.0, 0.0, 0.0, 1.0};

    bool isIdentity() const { return p.isZero(0.0) && q.head<3>().isZero(0.0); }
};

/// Each number is rounded once; an identity on either side leaves the other as it is.
MessagePose operator*(const MessagePose& X_AB, const MessagePose& X_BC);

MessagePose inverse(const MessagePose& X_AB);

/// Of a rotation matrix that is orthonormal within rounding.
MessagePose messagePose(const Pose& X_AB);

/// A name of a message, with its line.
struct MessageName
{
    std::string text;
    int line = 0;
};

/// The key's value; null where it is absent or empty.
const YamlNode* given(const YamlMap& map, const std::string& key);

/// Items of the list under a key; none where it is absent or empty.
const std::vector<std::shared_ptr<const YamlNode>>& listOf(const YamlMap& map, const std::string& key);

// Each throws InputError "label:line: `what` must be ..." for a value of another kind.

/// [x, y, z] or {x: .., y: .., z: ..}.
Vec3 readPoint(const YamlNode& node, const std::string& label, const std::string& what);
/// {position: .., orientation: ..}. As in MoveIt a quaternion is normalised, and one of zeros is the identity. One that is
/// of unit length as far as doubles can tell is kept as it is.
MessagePose readMessagePose(const YamlNode& node, const std::string& label, const std::string& what);
/// {translation: .., rotation: ..}.
MessagePose readTransform(const YamlNode& node, const std::string& label, const std::string& what);
/// frame_id of the map's `header`, without a leading slash; empty where there is none.
MessageName readFrame(const YamlMap& map);
MessageName readMessageName(const YamlNode& node, const std::string& label, const std::string& what);

}  // namespace gapless
