// A car and its spaces, for tests.
#pragma once

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <gapless/ompl/dubins_state_space.h>
#include <gapless/ompl/state_mapping.h>

#include "support/random_input.h"
#include "support/scene_builder.h"

namespace gapless::test {

enum class Drive
{
    Dubins,
    SymmetricDubins,
    ReedsShepp,
};
constexpr Drive kDrives[] = {Drive::Dubins, Drive::SymmetricDubins, Drive::ReedsShepp};

/// x and y within +-half_side. `is_ours`: a Dubins space of ours, which never aborts.
inline ompl::base::StateSpacePtr carSpace(Drive drive, double radius, double half_side = 20.0, bool is_ours = false)
{
    std::shared_ptr<ompl::base::SE2StateSpace> space;
    if (drive == Drive::ReedsShepp)
        space = std::make_shared<ompl::base::ReedsSheppStateSpace>(radius);
    else if (is_ours)
        space = std::make_shared<DubinsStateSpace>(radius, drive == Drive::SymmetricDubins);
    else
        space = std::make_shared<ompl::base::DubinsStateSpace>(radius, drive == Drive::SymmetricDubins);
    ompl::base::RealVectorBounds bounds(2);
    bounds.setLow(-half_side);
    bounds.setHigh(half_side);
    space->setBounds(bounds);
    return space;
}

/// A car of 4 m x 2 m whose frame is in the middle of its rear axle.
struct CarWorld
{
    SceneBuilder builder;
    BodyIndex car = builder.joint(kWorld, {}, JointType::Planar);

    CarWorld() { builder.link("car", car, Box{Vec3(2, 1, 0.5)}, at(1, 0, 0)); }
    void post(double x, double y, double radius = 0.02)
    {
        builder.obstacle("post " + std::to_string(builder.objects.size()), Cylinder{radius, 1.0}, at(x, y, 0));
    }
    std::shared_ptr<const StateMapping> mapping(const ompl::base::StateSpacePtr& space) const
    {
        return std::make_shared<const StateMapping>(space, builder.build(), std::vector<BodyIndex>{car},
                                                    builder.model.defaultConfiguration());
    }
};

inline void set(ompl::base::State* state, double x, double y, double heading)
{
    auto* pose = state->as<ompl::base::SE2StateSpace::StateType>();
    pose->setXY(x, y);
    pose->setYaw(heading);
}

/// Somewhere in a square; not by OMPL's own generator, which begins anew each time.
inline void place(ompl::base::State* state, Random& random, double low, double high)
{
    set(state, random.uniform(low, high), random.uniform(low, high), random.uniform(-M_PI, M_PI));
}

}  // namespace gapless::test
