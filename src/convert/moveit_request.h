// moveit_msgs/MotionPlanRequest and RobotTrajectory as YAML: joint values, every one with its line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "convert/moveit_scene.h"

namespace gapless {

struct MoveitRequest
{
    struct JointGoal
    {
        MessageName joint;
        double position = 0.0;
        int line = 0;
    };
    struct Goal
    {
        int line = 0;
        std::vector<JointGoal> joints;
    };

    std::string file;
    /// Empty where the request names none.
    MessageName group;
    std::optional<MoveitRobotState> start;
    /// Alternatives; at least one. Tolerances are left out: their middle is the goal.
    std::vector<Goal> goals;
};

/// `file` is the text's name in errors.
/// @throws InputError "file:line: ..." for unknown keys, values of the wrong kind, no goal, goals for poses, and constraints
///         on the path.
MoveitRequest parseMoveitRequest(std::string_view text, const std::string& file);

struct MoveitTrajectory
{
    std::string file;
    std::vector<MessageName> joints;
    /// Radians and metres, in the order of `joints`.
    std::vector<std::vector<double>> points;
};

/// Times, velocities and accelerations are left out.
/// @throws InputError "file:line: ..." for unknown keys, values of the wrong kind or number, no points, or joints of several
///         variables.
MoveitTrajectory parseMoveitTrajectory(std::string_view text, const std::string& file);

}  // namespace gapless
