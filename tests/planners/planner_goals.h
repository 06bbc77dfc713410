// Goals of each kind that OMPL knows, for the plane of planner_worlds.h. Metres.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <ompl/base/goals/GoalRegion.h>
#include <ompl/base/goals/GoalSampleableRegion.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/util/RandomNumbers.h>

#include "planners/planner_worlds.h"

namespace gapless::test {

inline double xOf(const ompl::base::State* state)
{
    return state->as<ompl::base::RealVectorStateSpace::StateType>()->values[0];
}

/// x >= limit: a region that cannot be sampled.
class RegionBeyond : public ompl::base::GoalRegion
{
public:
    RegionBeyond(const ompl::base::SpaceInformationPtr& si, double limit) : GoalRegion(si), limit_(limit) { setThreshold(1e-9); }
    double distanceGoal(const ompl::base::State* state) const override { return std::max(0.0, limit_ - xOf(state)); }

private:
    double limit_;
};

/// The same, but it says only yes or no.
class PredicateBeyond : public ompl::base::Goal
{
public:
    PredicateBeyond(const ompl::base::SpaceInformationPtr& si, double limit) : Goal(si), limit_(limit) {}
    using Goal::isSatisfied;
    bool isSatisfied(const ompl::base::State* state) const override { return xOf(state) >= limit_; }

private:
    double limit_;
};

/// A disc, sampled uniformly, whether or not the sample is a valid state.
class Disc : public ompl::base::GoalSampleableRegion
{
public:
    Disc(const ompl::base::SpaceInformationPtr& si, double x, double y, double radius)
        : GoalSampleableRegion(si), x_(x), y_(y), radius_(radius)
    {
        setThreshold(1e-9);
    }

    void sampleGoal(ompl::base::State* state) const override
    {
        const double angle = rng_.uniformReal(-std::acos(-1.0), std::acos(-1.0)), r = radius_ * std::sqrt(rng_.uniform01());
        auto* values = state->as<ompl::base::RealVectorStateSpace::StateType>()->values;
        values[0] = x_ + r * std::cos(angle);
        values[1] = y_ + r * std::sin(angle);
    }

    unsigned int maxSampleCount() const override { return std::numeric_limits<unsigned int>::max(); }

    double distanceGoal(const ompl::base::State* state) const override
    {
        const auto* values = state->as<ompl::base::RealVectorStateSpace::StateType>()->values;
        return std::max(0.0, std::hypot(values[0] - x_, values[1] - y_) - radius_);
    }

private:
    double x_, y_, radius_;
    mutable ompl::RNG rng_;
};

/// From the start of a plane to a goal of any kind.
inline ompl::base::ProblemDefinitionPtr queryTo(const World& world, const ompl::base::GoalPtr& goal)
{
    const ompl::base::ProblemDefinitionPtr query = world.emptyQuery();
    query->addStartState(world.state(world.start));
    query->setGoal(goal);
    return query;
}

}  // namespace gapless::test
