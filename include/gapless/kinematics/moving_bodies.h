// Bodies that move by a timetable, beside a robot on its curve.
#pragma once

#include <vector>

#include <gapless/kinematics/curve_motion.h>

namespace gapless {

struct TimedPose
{
    double time = 0.0;  ///< seconds
    Pose pose;          ///< of the body in its parent's joint frame
};

/// A body with a floating joint that is where its poses say: straight and at constant rate from each to the next, turning by slerp the short way; the
/// first holds before its time, the last one after.
struct MovingBody
{
    BodyIndex body;
    std::vector<TimedPose> poses;
};

/// The curve with those bodies moving on its seconds, and on to the last pose of all, while the curve's own last values are held. What the
/// curve says of their joints is not looked at. Times at which pieces are cut are enclosed.
/// @throws InputError if a body has no floating joint, no pose, times that do not rise or are not finite, or a turn between two poses of
///         half a turn, to 1e-6 rad: another pose between them says which way round.
CurveMotion withMovingBodies(const KinematicModel& model, const CurveMotion& curve, const std::vector<MovingBody>& moving);

}  // namespace gapless
