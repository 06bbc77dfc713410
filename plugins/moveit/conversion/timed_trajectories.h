// Timed trajectories of a group, as a joint trajectory controller drives them.
#pragma once

#include <vector>

#include "conversion/request_validation.h"

namespace gapless_moveit {

/// A way-point of a trajectory: the group's variables, seconds, radians and metres. Empty: no velocities, no accelerations.
struct TimedState
{
    double time = 0.0;
    std::vector<double> positions, velocities, accelerations;
};

/// By variable of the group, per second and per second squared, positive; those of joints that do not plan are not read.
struct GroupRates
{
    std::vector<double> velocities, accelerations;
};

/// The trajectory as a controller interpolates it (gapless/kinematics/trajectory.h), with all that is within `tracking_error` of the settings,
/// for the clearances asked for, without what timed_path_deviation adds. Values are literal: a continuous joint from 3 to 4 goes on, and from 3 to -3 it
/// goes back. What no controller interpolates like that, a trajectory without times or with a floating joint that turns, is certified
/// way-point to way-point, and not at all with a tracking error.
RequestValidation::PathAnswer certifyTrajectory(const RequestValidation& validation, const std::vector<TimedState>& trajectory,
                                                const Interruption& interrupted = {});

/// Of the robot standing in a state, with all that is within `tracking_error` of it: where that is not certified, no trajectory that begins there is.
RequestValidation::PathAnswer certifyStanding(const RequestValidation& validation, const std::vector<double>& positions,
                                              const Interruption& interrupted = {});

/// Whether the trajectory begins where the path does, and ends there but for whole turns; to 1e-6 radians and metres.
bool isOfPath(const RequestValidation& validation, const std::vector<TimedState>& trajectory,
              const std::vector<std::vector<double>>& path);

struct TimedAnswer : RequestValidation::PathAnswer
{
    /// Where it is certified. With velocities, without accelerations.
    std::vector<TimedState> trajectory;
};

/// Times a path, joined as JointModelGroup::interpolate() joins its way-points, with blends at its corners that are made shorter, to a stop at
/// last, where they are not proven (gapless/certify/retime_path.h). It begins with the values of the first way-point, whole turns included.
TimedAnswer retime(const RequestValidation& validation, const std::vector<std::vector<double>>& path, const GroupRates& limits,
                   const Interruption& interrupted = {});

}  // namespace gapless_moveit
