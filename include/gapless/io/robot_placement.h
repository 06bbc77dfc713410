// Puts a robot that has been read into a model and a list of objects.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gapless/io/urdf_robot.h>

namespace gapless {

/// Where and under which name a robot is put into a scene.
struct RobotPlacement
{
    /// Put before the names of links, joints and bodies ("arm/"); empty for a robot alone.
    std::string prefix;
    /// Index of the robot in the scene.
    int robot = 0;
    /// Pose of the root link in the world (of a planar one at 0); ignored if `floating`.
    Pose X_WR;
    /// The root moves by an SE(3) joint named prefix + "base" instead, which has the pose of R in W as its value.
    bool floating = false;
    /// Limits of the floating or planar base's translation, metres; none if not set.
    std::optional<std::pair<Vec3, Vec3>> base_limits;
    /// The root moves by an SE(2) joint of that name, in the x-y plane of X_WR; its value is the pose there.
    bool planar = false;
};

/// Appends the robot's bodies to `model` and an object for each link with geometry to `objects`.
/// @returns where each of the robot's bodies is in the model, one after the other.
/// @throws InputError if the model refuses a joint, or a floating or planar base meets a joint of the robot named "base".
IndexedVector<UrdfRobot::PartIndex, BodyIndex> addRobot(const UrdfRobot& robot, const RobotPlacement& placement,
                                                        KinematicModel& model, std::vector<CollisionObject>& objects);

}  // namespace gapless
