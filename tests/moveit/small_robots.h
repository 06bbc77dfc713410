// Scene descriptions as an adapter would give them, in a few lines, and a space that interpolates as MoveIt's groups do.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateSpace.h>
#include <ompl/util/RandomNumbers.h>

#include "conversion/scene_description.h"
#include "support/scene_builder.h"

namespace gapless_moveit::test {

using gapless::Box;
using gapless::Cone;
using gapless::Cylinder;
using gapless::Pose;
using gapless::Sphere;
using gapless::Vec3;
using gapless::test::at;
using Kind = JointDescription::Kind;

inline std::size_t valueCount(Kind kind)
{
    switch (kind)
    {
        case Kind::Fixed:
        case Kind::Other: return 0;
        case Kind::Planar: return 3;
        case Kind::Floating: return 7;
        default: return 1;
    }
}

/// Writes a SceneDescription: each joint brings its link.
class DescriptionBuilder
{
public:
    DescriptionBuilder() { scene.group = "arm"; }

    /// Adds a link named `name` and the joint "to_<name>" that moves it; a joint of the group unless fixed.
    /// `parent`: the number of a link, none: the model frame.
    void link(const std::string& name, std::optional<int> parent, Kind kind, const Pose& origin,
              std::vector<PlacedDescribedShape> shapes, const Vec3& axis = Vec3::UnitZ())
    {
        JointDescription joint;
        joint.name = "to_" + name;
        joint.kind = kind;
        if (parent)
            joint.parent_link = LinkIndex(*parent);
        joint.child_link = LinkIndex(scene.links.size());
        joint.origin = origin;
        joint.axis = axis;
        joint.values.assign(valueCount(kind), 0.0);
        joint.lower.assign(valueCount(kind), -3.0);
        joint.upper.assign(valueCount(kind), 3.0);
        if (kind == Kind::Floating)
            joint.values[6] = 1.0;
        if (kind != Kind::Fixed)
        {
            joint.state_index = next_index_;
            next_index_ += static_cast<unsigned int>(valueCount(kind));
        }
        scene.joints.push_back(joint);
        LinkDescription link;
        link.name = name;
        link.is_updated = kind != Kind::Fixed || (joint.parent_link && scene.links[*joint.parent_link].is_updated);
        link.shapes = std::move(shapes);
        scene.links.push_back(std::move(link));
    }
    /// The joint of the link of that name.
    JointDescription& joint(const std::string& link)
    {
        for (JointDescription& joint : scene.joints)
            if (joint.name == "to_" + link)
                return joint;
        throw std::logic_error("no joint to " + link);
    }
    LinkDescription& linkNamed(const std::string& name)
    {
        for (LinkDescription& link : scene.links)
            if (link.name == name)
                return link;
        throw std::logic_error("no link " + name);
    }
    void holdStill(const std::string& link, std::vector<double> values)
    {
        joint(link).state_index.reset();
        joint(link).values = std::move(values);
    }
    void object(const std::string& name, const DescribedShape& shape, const Pose& pose = {})
    {
        scene.world.push_back({name, {{shape, pose}}});
    }

    SceneDescription scene;

private:
    unsigned int next_index_ = 0;
};

/// A link of 1 m along x that turns about z at the origin, in the plane z = 0; a post stands where the angle is 90 degrees.
inline DescriptionBuilder turningArm()
{
    DescriptionBuilder b;
    b.link("base", {}, Kind::Fixed, {}, {});
    b.link("arm", 0, Kind::Revolute, {}, {{Box{Vec3(0.5, 0.02, 0.02)}, at(0.5, 0, 0)}});
    b.object("post", Cylinder{0.05, 0.5}, at(0.0, 0.8, 0.0));
    return b;
}

/// States that are rows of numbers, interpolated joint by joint as moveit_core's joint models do it.
class GroupSpace : public ompl::base::StateSpace
{
public:
    struct StateType : ompl::base::State
    {
        std::vector<double> values;
    };

    explicit GroupSpace(const SceneDescription& description) : all_joints_(description.joints)
    {
        setName("group");
        for (const JointDescription& joint : all_joints_)
            if (joint.state_index)
            {
                joints_.push_back(joint);
                size_ = std::max(size_, *joint.state_index + joint.values.size());
            }
    }

    unsigned int getDimension() const override { return static_cast<unsigned int>(size_); }
    double getMaximumExtent() const override { return 6.0 * static_cast<double>(size_); }
    double getMeasure() const override { return 1.0; }
    void enforceBounds(ompl::base::State*) const override {}
    bool satisfiesBounds(const ompl::base::State*) const override { return true; }
    void copyState(ompl::base::State* to, const ompl::base::State* from) const override
    {
        to->as<StateType>()->values = from->as<StateType>()->values;
    }
    double distance(const ompl::base::State* a, const ompl::base::State* b) const override
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < size_; ++i)
            sum += std::abs(a->as<StateType>()->values[i] - b->as<StateType>()->values[i]);
        return sum;
    }
    bool equalStates(const ompl::base::State* a, const ompl::base::State* b) const override
    {
        return a->as<StateType>()->values == b->as<StateType>()->values;
    }
    double* getValueAddressAtIndex(ompl::base::State* state, unsigned int index) const override
    {
        return index < size_ ? state->as<StateType>()->values.data() + index : nullptr;
    }
    ompl::base::State* allocState() const override
    {
        auto* const state = new StateType;
        state->values.assign(size_, 0.0);
        return state;
    }
    void freeState(ompl::base::State* state) const override { delete state->as<StateType>(); }

    void interpolate(const ompl::base::State* from, const ompl::base::State* to, double t,
                     ompl::base::State* state) const override
    {
        const std::vector<double>&a = from->as<StateType>()->values, &b = to->as<StateType>()->values;
        std::vector<double> result(size_, 0.0);
        for (const JointDescription& joint : joints_)
        {
            const std::size_t first = *joint.state_index;
            const std::size_t count = joint.values.size();
            for (std::size_t k = first; k < first + count; ++k)
                result[k] = a[k] + t * (b[k] - a[k]);
            if (joint.kind == Kind::Continuous || joint.kind == Kind::Planar)
            {
                const std::size_t k = first + count - 1;
                result[k] = std::remainder(a[k] + t * std::remainder(b[k] - a[k], 2.0 * M_PI), 2.0 * M_PI);
            }
            if (joint.kind == Kind::Floating)
            {
                const Eigen::Quaterniond p(a[first + 6], a[first + 3], a[first + 4], a[first + 5]),
                    q(b[first + 6], b[first + 3], b[first + 4], b[first + 5]);
                const Eigen::Quaterniond r = p.slerp(t, q).normalized();
                for (int k = 0; k < 4; ++k)
                    result[first + 3 + static_cast<std::size_t>(k)] = r.coeffs()[k];
            }
        }
        // Joints that follow another, as JointModelGroup::updateMimicJoints().
        for (const JointDescription& joint : joints_)
            if (const auto master = joint.mimic ? all_joints_[joint.mimic->master].state_index : std::nullopt)
                result[*joint.state_index] = joint.mimic->multiplier * result[*master] + joint.mimic->offset;
        state->as<StateType>()->values = result;
    }

    ompl::base::StateSamplerPtr allocDefaultStateSampler() const override { return std::make_shared<Sampler>(this); }

    std::vector<double> randomValues(ompl::RNG& rng) const
    {
        std::vector<double> values(size_, 0.0);
        for (const JointDescription& joint : joints_)
        {
            const std::size_t first = *joint.state_index;
            for (std::size_t k = 0; k < joint.values.size(); ++k)
                values[first + k] = rng.uniformReal(joint.kind == Kind::Continuous ? -M_PI : joint.lower[k],
                                                    joint.kind == Kind::Continuous ? M_PI : joint.upper[k]);
            if (joint.kind == Kind::Floating)
                rng.quaternion(values.data() + first + 3);
        }
        return values;
    }

private:
    class Sampler : public ompl::base::StateSampler
    {
    public:
        explicit Sampler(const GroupSpace* space) : StateSampler(space), group_(space) {}
        void sampleUniform(ompl::base::State* state) override { state->as<StateType>()->values = group_->randomValues(rng_); }
        void sampleUniformNear(ompl::base::State* state, const ompl::base::State* near, double distance) override
        {
            std::vector<double> values = near->as<StateType>()->values;
            for (double& value : values)
                value = std::max(-3.0, std::min(3.0, value + rng_.uniformReal(-distance, distance)));
            state->as<StateType>()->values = values;
        }
        void sampleGaussian(ompl::base::State* state, const ompl::base::State* mean, double deviation) override
        {
            sampleUniformNear(state, mean, deviation);
        }

    private:
        const GroupSpace* group_;
    };

    gapless::IndexedVector<JointIndex, JointDescription> all_joints_;
    std::vector<JointDescription> joints_;  // of the group
    std::size_t size_ = 0;
};

}  // namespace gapless_moveit::test
