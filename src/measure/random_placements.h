// Where all robots of a group may be at once, anywhere.
#pragma once

#include <vector>

#include <ompl/base/StateSampler.h>
#include <ompl/base/StateSpace.h>

#include <gapless/certify/static_checker.h>
#include <gapless/multirobot/robot_group.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// Each robot is placed by itself, anywhere beside those before it: of ten robots hardly a placement that is drawn at once would be valid.
class RandomPlacements
{
public:
    /// @param tolerance of valid states, metres @throws InputError as RobotRoadmap
    RandomPlacements(const RobotGroup& group, double tolerance);

    /// A configuration of the group's problem. @throws InputError where none is found in kMostTries
    Configuration next();

private:
    static constexpr int kMostTries = 200000;

    bool isFree(RobotIndex robot, const Configuration& q) const;

    struct Robot
    {
        ompl::base::StateSpacePtr space;
        std::shared_ptr<const StateMapping> mapping;
        ompl::base::StateSamplerPtr sampler;
        std::shared_ptr<const StaticChecker> alone;
        std::vector<PartOfProblem> pairs;  // with those before it
        std::vector<std::shared_ptr<const StaticChecker>> beside;
    };

    const RobotGroup& group_;
    IndexedVector<RobotIndex, Robot> robots_;
};

}  // namespace gapless
