// A box about all of one robot during a motion of it: the quickest reason why another robot is not met.
#pragma once

#include <vector>

#include <gapless/kinematics/curve_motion.h>
#include <gapless/kinematics/motion.h>
#include <gapless/kinematics/motion_bound.h>
#include <gapless/multirobot/robot_group.h>

#include "certify/curve_straightener.h"
#include "certify/swept_pairs.h"

namespace gapless {

/// For one thread.
class RobotBoxes
{
public:
    RobotBoxes(const RobotGroup& group, RobotIndex robot);

    /// Holds all of the robot's objects at every t of the motion between two configurations of it alone, rounding included.
    WorldBox of(const Configuration& q0, const Configuration& q1);
    /// The same for a curve.
    WorldBox of(const CurveMotion& curve);

private:
    friend class CurveStraightener;
    void resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube);
    void addMotion();

    const Scene& scene_;
    std::vector<ObjectIndex> objects_;  // of the robot
    CurveStraightener straightener_;
    Motion motion_;
    MotionBound bound_;
    WorldBox box_;
};

}  // namespace gapless
