// The roadmaps of all robots of a group.
#pragma once

#include <memory>

#include <gapless/multirobot/robot_group.h>
#include <gapless/multirobot/robot_roadmap.h>

namespace gapless {

/// By robot. Robots that are equal may have one roadmap, the same object, with the starts and goals of all of them.
using RobotRoadmaps = IndexedVector<RobotIndex, std::shared_ptr<RobotRoadmap>>;

/// Empty ones. @param share whether robots that are equal (RobotGroup::areEqual()) get one roadmap
/// @throws InputError as RobotRoadmap's constructor does
RobotRoadmaps makeRoadmaps(const RobotGroup& group, double tolerance, ValidatorKind kind, bool share);

/// Each roadmap once, in the order of the first robots that have them.
std::vector<RobotRoadmap*> distinctRoadmaps(const RobotRoadmaps& roadmaps);

}  // namespace gapless
