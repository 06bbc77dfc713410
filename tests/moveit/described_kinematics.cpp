#include "moveit/described_kinematics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gapless_moveit::test {

using gapless::Pose;
using gapless::Vec3;
using gapless::test::Random;
using Kind = JointDescription::Kind;

namespace {

const JointDescription& masterOf(const SceneDescription& scene, const JointDescription& joint)
{
    return scene.joints[joint.mimic->master];
}

const JointDescription& jointTo(const SceneDescription& scene, LinkIndex link)
{
    for (const JointDescription& joint : scene.joints)
        if (joint.child_link == link)
            return joint;
    throw std::logic_error("no joint moves link " + std::to_string(link.value()));
}

/// The link, its parent, and so on up to the model frame, which is none.
std::vector<std::optional<LinkIndex>> chainOf(const SceneDescription& scene, std::optional<LinkIndex> link)
{
    std::vector<std::optional<LinkIndex>> chain = {link};
    while (chain.back())
        chain.push_back(jointTo(scene, *chain.back()).parent_link);
    return chain;
}

std::vector<double> valuesOf(const SceneDescription& scene, const JointDescription& joint, const std::vector<double>& state)
{
    if (!joint.state_index)
        return joint.values;
    if (joint.mimic)
        return {joint.mimic->multiplier * valuesOf(scene, masterOf(scene, joint), state)[0] + joint.mimic->offset};
    const auto first = state.begin() + *joint.state_index;
    return {first, first + static_cast<std::ptrdiff_t>(joint.values.size())};
}

/// X_J, the pose of the child link in the joint frame.
Pose jointPose(const JointDescription& joint, const std::vector<double>& v)
{
    switch (joint.kind)
    {
        case Kind::Revolute:
        case Kind::Continuous: return {Eigen::AngleAxisd(v[0], joint.axis).toRotationMatrix(), Vec3::Zero()};
        case Kind::Prismatic: return {gapless::Mat3::Identity(), v[0] * joint.axis};
        case Kind::Planar: return {Eigen::AngleAxisd(v[2], Vec3::UnitZ()).toRotationMatrix(), Vec3(v[0], v[1], 0.0)};
        case Kind::Floating: return {Eigen::Quaterniond(v[6], v[3], v[4], v[5]).toRotationMatrix(), Vec3(v[0], v[1], v[2])};
        case Kind::Fixed:
        case Kind::Other: break;
    }
    return {};
}

void letFollowersFollow(const SceneDescription& scene, std::vector<double>& state)
{
    for (const JointDescription& joint : scene.joints)
        if (joint.state_index && joint.mimic)
            state[*joint.state_index] = valuesOf(scene, joint, state)[0];
}

}  // namespace

bool moves(const SceneDescription& scene, const JointDescription& joint)
{
    if (joint.kind == Kind::Fixed || !joint.state_index)
        return false;
    return !joint.mimic || moves(scene, masterOf(scene, joint));
}

bool moveRelatively(const SceneDescription& scene, std::optional<LinkIndex> link_a, std::optional<LinkIndex> link_b)
{
    const auto a = chainOf(scene, link_a), b = chainOf(scene, link_b);
    const auto movesOffTheChain = [&](const auto& chain, const auto& other) {
        return std::any_of(chain.begin(), chain.end(), [&](std::optional<LinkIndex> link) {
            return std::find(other.begin(), other.end(), link) == other.end() && moves(scene, jointTo(scene, *link));
        });
    };
    return movesOffTheChain(a, b) || movesOffTheChain(b, a);
}

gapless::IndexedVector<LinkIndex, Pose> linkPoses(const SceneDescription& scene, const std::vector<double>& state)
{
    gapless::IndexedVector<LinkIndex, Pose> poses;
    for (const LinkIndex link : scene.links.indices())
    {
        Pose X;
        for (std::optional<LinkIndex> at = link; at;)
        {
            const JointDescription& joint = jointTo(scene, *at);
            X = joint.origin * jointPose(joint, valuesOf(scene, joint, state)) * X;
            at = joint.parent_link;
        }
        poses.push_back(X);
    }
    return poses;
}

std::vector<double> randomState(const SceneDescription& scene, Random& random)
{
    std::vector<double> state;
    for (const JointDescription& joint : scene.joints)
    {
        if (!joint.state_index)
            continue;
        const std::size_t first = *joint.state_index;
        state.resize(std::max(state.size(), first + joint.values.size()));
        for (std::size_t k = 0; k < joint.values.size(); ++k)
        {
            const bool angle = joint.kind == Kind::Continuous || (joint.kind == Kind::Planar && k == 2);
            const double unlimited = angle ? 8.0 : 0.5;
            state[first + k] = random.uniform(std::isinf(joint.lower[k]) ? -unlimited : joint.lower[k],
                                              std::isinf(joint.upper[k]) ? unlimited : joint.upper[k]);
        }
        if (joint.kind == Kind::Floating)
            Eigen::Map<Eigen::Vector4d>(state.data() + first + 3) = random.quaternion().coeffs();
    }
    letFollowersFollow(scene, state);
    return state;
}

std::vector<double> nearbyState(const SceneDescription& scene, const std::vector<double>& state, double size, Random& random)
{
    Eigen::VectorXd change = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(state.size()));
    for (const JointDescription& joint : scene.joints)
        if (joint.state_index && !joint.mimic)
            for (std::size_t k = 0; k < joint.values.size(); ++k)
                change[*joint.state_index + static_cast<Eigen::Index>(k)] = random.uniform(-1.0, 1.0);
    // Quaternions change across themselves, so that they come out no shorter than 1. Brought back to unit length they are nearer to
    // where they were (the unit ball is convex), and the whole change remains within `size`.
    for (const JointDescription& joint : scene.joints)
        if (joint.state_index && joint.kind == Kind::Floating)
        {
            const Eigen::Map<const Eigen::Vector4d> q(state.data() + *joint.state_index + 3);
            auto part = change.segment<4>(*joint.state_index + 3);
            part -= part.dot(q) * Eigen::Vector4d(q);
        }
    change *= size / change.norm();
    std::vector<double> result = state;
    for (std::size_t k = 0; k < state.size(); ++k)
        result[k] += change[static_cast<Eigen::Index>(k)];
    for (const JointDescription& joint : scene.joints)
        if (joint.state_index && joint.kind == Kind::Floating)
            Eigen::Map<Eigen::Vector4d>(result.data() + *joint.state_index + 3).normalize();
    letFollowersFollow(scene, result);
    return result;
}

}  // namespace gapless_moveit::test
