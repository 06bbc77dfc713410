// MoveIt's joints as a KinematicModel: what the group moves, moves; all else holds still where the initial state has it.
#pragma once

#include <vector>

#include <gapless/kinematics/kinematic_model.h>
#include <gapless/ompl/state_mapping.h>

#include "conversion/scene_description.h"

namespace gapless_moveit {

struct ConvertedKinematics
{
    /// Where a link is: links that do not move relative to each other share a body. The world is the model frame.
    struct Place
    {
        gapless::BodyIndex body = gapless::kWorld;
        gapless::Pose X_BL;
    };

    gapless::KinematicModel model;
    gapless::IndexedVector<LinkIndex, Place> places;
    /// Bodies whose joints plan, in the order of their joints' variables in a state of the group.
    std::vector<gapless::BodyIndex> planning_bodies;
    gapless::StateMapping::FlatStates layout;
    gapless::Configuration rest;
};

/// @throws InputError, one line that names the joint, for a moving joint that is of another kind, turns and drives, follows a joint of
///         the group without being in it (MoveIt would hold it still, the robot would not), or that KinematicModel refuses; for a
///         tree that is none; for a group without joints.
ConvertedKinematics convertKinematics(const SceneDescription& description);

/// A bound, per variable of a configuration, of how far a point of an object moves seen from another object per unit of that variable
/// (radian, metre; for the quaternion of a floating joint per unit of its change as a vector of four), wherever the joints are
/// within `margin` (radians, metres) of their limits.
///
/// With w these bounds and d the change of all variables, the distance of the two objects changes by at most sum w_i |d_i| <=
/// |w| |d|: moving one variable after the other, each point of the one object moves by at most the lever arm times the
/// angle (turns) or by the shift, and the lever arm reaches along all links and shifts outwards of the joint, so it holds in every
/// configuration. A unit quaternion that changes by e as a vector turns by 4 asin(e/2) <= pi e.
/// Infinite where a joint between the two, or outwards of one, shifts without limits.
Eigen::VectorXd relativeTravel(const gapless::KinematicModel& model, gapless::BodyIndex body_a, double reach_a,
                               gapless::BodyIndex body_b, double reach_b, double margin);

/// A bound of the distance from the origin of the model frame of all points within `reach` of the origin of a body, metres, wherever
/// the joints are within `margin` of their limits; infinite where one shifts without limits.
double reachFromOrigin(const gapless::KinematicModel& model, gapless::BodyIndex body, double reach, double margin);

}  // namespace gapless_moveit
