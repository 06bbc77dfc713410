#include "convert/moveit_values.h"

#include <cmath>

#include "io/input_text.h"
#include "io/rotation.h"

namespace gapless {
namespace {

/// Wider where the machine has it: each number of a composed pose is then rounded once.
using Real = long double;
using RealQuaternion = Eigen::Quaternion<Real>;
using RealVector = Eigen::Matrix<Real, 3, 1>;

RealQuaternion real(const Eigen::Vector4d& q)
{
    return RealQuaternion(q[3], q[0], q[1], q[2]).normalized();
}

MessagePose rounded(const RealVector& p, const RealQuaternion& q)
{
    return {p.cast<double>(), q.normalized().coeffs().cast<double>()};
}

std::vector<double> readCoordinates(const YamlNode& node, const std::string& label, const std::string& what,
                                    const std::vector<std::string>& keys)
{
    if (node.kind == YamlNode::Kind::Sequence)
        return readNumbers(node, label, what, keys.size());
    const YamlMap map(node, label, what, keys);
    std::vector<double> values;
    values.reserve(keys.size());
    for (const std::string& key : keys)
        values.push_back(readNumber(map.require(key), label, key + " of " + what));
    return values;
}

Eigen::Vector4d readQuaternion(const YamlNode& node, const std::string& label, const std::string& what)
{
    const std::vector<double> values = readCoordinates(node, label, what, {"x", "y", "z", "w"});
    const Eigen::Vector4d q(values[0], values[1], values[2], values[3]);
    if (q.isZero(0.0))
        return {0.0, 0.0, 0.0, 1.0};
    if (const auto unit = unitQuaternion(q))
        return *unit;
    const double length = q.stableNorm();
    if (!(length > 1e-6) || !std::isfinite(length))
        throw inputError(label, node.line, what + " is a quaternion of length " + formatNumber(length) + "; it must be 1");
    return q / length;
}

MessagePose readPoseOf(const YamlNode& node, const std::string& label, const std::string& what, const char* point,
                       const char* rotation)
{
    const YamlMap map(node, label, what, {point, rotation});
    MessagePose pose;
    if (const YamlNode* p = given(map, point))
        pose.p = readPoint(*p, label, std::string(point) + " of " + what);
    if (const YamlNode* q = given(map, rotation))
        pose.q = readQuaternion(*q, label, std::string(rotation) + " of " + what);
    return pose;
}

}  // namespace

MessagePose operator*(const MessagePose& X_AB, const MessagePose& X_BC)
{
    if (X_AB.isIdentity())
        return X_BC;
    if (X_BC.isIdentity())
        return X_AB;
    const RealQuaternion q_AB = real(X_AB.q);
    return rounded(q_AB * X_BC.p.cast<Real>() + X_AB.p.cast<Real>(), q_AB * real(X_BC.q));
}

MessagePose inverse(const MessagePose& X_AB)
{
    if (X_AB.isIdentity())
        return X_AB;
    const RealQuaternion q_BA = real(X_AB.q).conjugate();
    return rounded(-(q_BA * X_AB.p.cast<Real>()), q_BA);
}

MessagePose messagePose(const Pose& X_AB)
{
    if (X_AB.R.isIdentity(0.0))
        return {X_AB.p, {0.0, 0.0, 0.0, 1.0}};
    return rounded(X_AB.p.cast<Real>(), RealQuaternion(Eigen::Matrix<Real, 3, 3>(X_AB.R.cast<Real>())));
}

const YamlNode* given(const YamlMap& map, const std::string& key)
{
    const YamlNode* node = map.find(key);
    return node && node->kind != YamlNode::Kind::Null ? node : nullptr;
}

const std::vector<std::shared_ptr<const YamlNode>>& listOf(const YamlMap& map, const std::string& key)
{
    static const std::vector<std::shared_ptr<const YamlNode>> kNone;
    const YamlNode* node = given(map, key);
    return node ? readList(*node, map.label(), key) : kNone;
}

Vec3 readPoint(const YamlNode& node, const std::string& label, const std::string& what)
{
    const std::vector<double> values = readCoordinates(node, label, what, {"x", "y", "z"});
    return {values[0], values[1], values[2]};
}

MessagePose readMessagePose(const YamlNode& node, const std::string& label, const std::string& what)
{
    return readPoseOf(node, label, what, "position", "orientation");
}

MessagePose readTransform(const YamlNode& node, const std::string& label, const std::string& what)
{
    return readPoseOf(node, label, what, "translation", "rotation");
}

MessageName readFrame(const YamlMap& map)
{
    const YamlNode* node = given(map, "header");
    if (!node)
        return {"", map.line()};
    const YamlMap header(*node, map.label(), "header", {"seq", "stamp", "frame_id"});
    const YamlNode* frame = given(header, "frame_id");
    if (!frame)
        return {"", node->line};
    if (frame->kind != YamlNode::Kind::Scalar)
        return readMessageName(*frame, map.label(), "frame_id");  // says what is wrong
    const bool slash = !frame->text.empty() && frame->text.front() == '/';
    return {frame->text.substr(slash ? 1 : 0), frame->line};
}

MessageName readMessageName(const YamlNode& node, const std::string& label, const std::string& what)
{
    return {readName(node, label, what), node.line};
}

}  // namespace gapless
