// The frames that a MoveIt scene may give poses in, and stand still: in the world, or on a link.
#pragma once

#include <map>
#include <string>

#include "convert/moveit_robot.h"

namespace gapless {

/// The world of a problem file is MoveIt's planning frame.
class MoveitFrames
{
public:
    /// `X_WR` is the pose of the robot's root link.
    /// @throws InputError for a fixed transform to an unknown frame.
    MoveitFrames(const MoveitRobot& robot, const MessagePose& X_WR, const MoveitScene& scene);

    /// Of the planning frame (empty or by its name), a link that does not move, or a fixed frame of the scene. `world` is
    /// another name of the planning frame where nothing else has that name.
    /// @throws InputError "label:line: ..." for an unknown frame, and one that moves.
    MessagePose inWorld(const MessageName& frame, const std::string& label) const;

    /// Of an attached object's frame, in the robot's link that carries it.
    /// @throws InputError "label:line: ..." if that frame and the link are not one body.
    MessagePose inLink(const MoveitObject& object, UrdfRobot::LinkIndex link, const std::string& label) const;

private:
    bool isPlanningFrame(const std::string& frame) const;

    const MoveitRobot& robot_;
    MessagePose X_WR_;
    std::map<std::string, MessagePose> fixed_;
};

}  // namespace gapless
