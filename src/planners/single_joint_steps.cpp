#include "single_joint_steps.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>

#include <gapless/core/error.h>

namespace ob = ompl::base;

namespace gapless {

namespace {

/// The shortest steps are this fraction of the longest.
constexpr double kShortest = 0.02;

template <class State>
State* partOf(ob::State* state, const std::vector<unsigned int>& chain)
{
    for (const unsigned int index : chain)
        state = state->as<ob::CompoundState>()->components[index];
    return state->as<State>();
}

template <class State>
const State* partOf(const ob::State* state, const std::vector<unsigned int>& chain)
{
    return partOf<State>(const_cast<ob::State*>(state), chain);
}

double wrapped(double angle)
{
    return angle - 2.0 * M_PI * std::floor((angle + M_PI) / (2.0 * M_PI));
}

}  // namespace

SingleJointSteps::SingleJointSteps(const ob::StateSpacePtr& space, const std::string& planner)
{
    std::vector<unsigned int> chain;
    collect(*space, chain, planner);
    if (joints_.empty())
        throw InputError(planner + ": the space '" + space->getName() + "' has no joint to move");
}

void SingleJointSteps::collect(const ob::StateSpace& space, std::vector<unsigned int>& chain, const std::string& planner)
{
    if (space.isCompound())
    {
        const auto& compound = *space.as<ob::CompoundStateSpace>();
        for (unsigned int i = 0; i < compound.getSubspaceCount(); ++i)
        {
            chain.push_back(i);
            collect(*compound.getSubspace(i), chain, planner);
            chain.pop_back();
        }
        return;
    }
    JointOfSpace joint;
    joint.chain = chain;
    if (const auto* real = dynamic_cast<const ob::RealVectorStateSpace*>(&space))
    {
        for (unsigned int i = 0; i < real->getDimension(); ++i)
        {
            joint.dimension = i;
            joint.low = real->getBounds().low[i];
            joint.high = real->getBounds().high[i];
            if (!(joint.low <= joint.high) || !std::isfinite(joint.high - joint.low))
                throw InputError(planner + ": dimension " + std::to_string(i) + " of space '" + space.getName()
                                 + "' has no bounds; set them");
            joints_.push_back(joint);
        }
        return;
    }
    if (dynamic_cast<const ob::SO2StateSpace*>(&space))
        joint.kind = Kind::SO2;
    else if (dynamic_cast<const ob::SO3StateSpace*>(&space))
        joint.kind = Kind::SO3;
    else
        throw InputError(planner + ": cannot move one joint of space '" + space.getName()
                         + "', which is no real vector, SO(2) or SO(3)");
    joints_.push_back(joint);
}

SingleJointSteps::Step SingleJointSteps::random(const ob::State* state, double reach, ompl::RNG& rng) const
{
    Step step;
    step.joint = rng.uniformInt(0, static_cast<int>(joints_.size()) - 1);
    const JointOfSpace& joint = joints_[static_cast<std::size_t>(step.joint)];
    const double length = reach * std::pow(kShortest, rng.uniform01());
    const double signed_length = rng.uniformBool() ? length : -length;
    switch (joint.kind)
    {
        case Kind::Real:
        {
            const double now = partOf<ob::RealVectorStateSpace::StateType>(state, joint.chain)->values[joint.dimension];
            step.values[0] = std::clamp(now + signed_length * (joint.high - joint.low), joint.low, joint.high);
            break;
        }
        case Kind::SO2:
        {
            const double now = partOf<ob::SO2StateSpace::StateType>(state, joint.chain)->value;
            step.values[0] = wrapped(now + signed_length * 2.0 * M_PI);
            break;
        }
        case Kind::SO3:
        {
            const auto* now = partOf<ob::SO3StateSpace::StateType>(state, joint.chain);
            const Eigen::Vector3d axis(rng.gaussian01(), rng.gaussian01(), rng.gaussian01());
            const Eigen::Quaterniond turn(Eigen::AngleAxisd(length * M_PI, axis.normalized()));
            const Eigen::Vector4d unit = (Eigen::Quaterniond(now->w, now->x, now->y, now->z) * turn).coeffs().normalized();
            std::copy_n(unit.data(), 4, step.values);
            break;
        }
    }
    return step;
}

void SingleJointSteps::apply(const Step& step, ob::State* state) const
{
    const JointOfSpace& joint = joints_[static_cast<std::size_t>(step.joint)];
    switch (joint.kind)
    {
        case Kind::Real:
            partOf<ob::RealVectorStateSpace::StateType>(state, joint.chain)->values[joint.dimension] = step.values[0];
            break;
        case Kind::SO2: partOf<ob::SO2StateSpace::StateType>(state, joint.chain)->value = step.values[0]; break;
        case Kind::SO3:
        {
            auto* rotation = partOf<ob::SO3StateSpace::StateType>(state, joint.chain);
            rotation->x = step.values[0];
            rotation->y = step.values[1];
            rotation->z = step.values[2];
            rotation->w = step.values[3];
            break;
        }
    }
}

}  // namespace gapless
