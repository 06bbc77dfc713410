// Which joints of a robot an SRDF group consists of.
#pragma once

#include <set>
#include <string>

#include "gapless/io/srdf.h"
#include "gapless/io/urdf_robot.h"

namespace gapless {

/// The bodies of the robot that are moved by the joints of `group` that move on their own: no fixed, mimic or passive joints. Virtual
/// joints are passed over.
/// @throws InputError naming the SRDF file and line for a link or joint that the robot does not have, or a chain whose base
///         link is not above its tip link.
std::set<UrdfRobot::PartIndex> jointsOfGroup(const Srdf& srdf, const Srdf::Group& group, const UrdfRobot& robot);

/// The same for the whole robot: all joints that move on their own. `srdf` may be null.
std::set<UrdfRobot::PartIndex> jointsThatMove(const Srdf* srdf, const UrdfRobot& robot);

}  // namespace gapless
