// MoveIt's planning scene as a gapless::Scene with exactly the pairs that MoveIt checks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gapless/collision/scene.h>

#include "conversion/converted_kinematics.h"
#include "conversion/geometry_store.h"
#include "conversion/scene_description.h"

namespace gapless_moveit {

struct ConversionOptions
{
    /// Gap to be kept by all pairs, in kClearanceRange, on top of MoveIt's padding; and by pairs within the robot and what it carries.
    double clearance = 0.0, self_clearance = 0.0;
    /// Each pair's gap grows by what it may lose when the group's variables leave the path by so much (Euclidean norm, in
    /// kDeviationRange); see relativeTravel().
    double deviation = 0.0;
    /// That of the checks that the scene is for, in kToleranceRange: planes reach that much farther than the robot.
    double tolerance = 1e-3;
};

struct ConvertedScene
{
    std::shared_ptr<const gapless::Scene> scene;
    std::vector<gapless::BodyIndex> planning_bodies;
    gapless::StateMapping::FlatStates layout;
    gapless::Configuration rest;
    /// What MoveIt calls the scene's objects: a link has one object against the robot and, where it is padded, another against the
    /// world.
    gapless::IndexedVector<gapless::ObjectIndex, std::string> names;
    /// MoveIt 1 with a floating joint that plans: motions between quaternions of negative dot product are not the ones that are bounded.
    bool long_way_between_quaternions = false;
};

/// What CollisionEnv and PlanningScene::checkCollision() check for a request of the group, and nothing else:
/// - links and attached bodies, padded, against world objects; unpadded, against each other;
/// - no pair of which neither is carried by an updated link, that the matrix always allows, of an attached body and a touch link of
///   it, or of two bodies attached to one link.
/// Pairs that do not move relative to each other are left out: MoveIt's check of any state decides them for all.
/// More than MoveIt checks: closed meshes are solid, where FCL takes them for surfaces.
///
/// Planes are surfaces, cut off where no point of the robot gets: a point x of the robot within its joint limits is at most R from the
/// origin, so its nearest point on the plane is at most R from that of the origin, and the square about that with half side
/// R and some more has it. So the distance from the square is that from the plane.
///
/// @throws InputError, one line with the reason, for what cannot be certified: what convertKinematics() refuses; a conditional entry of
///         the matrix for a pair that is checked; a plane on a moving body, with an offset (FCL and MoveIt's messages disagree about its sign), or
///         where a joint shifts without limits; a dimension that is not finite and positive; an option out of range.
ConvertedScene convertScene(const SceneDescription& description, const ConversionOptions& options, GeometryStore& store);

/// One line for the log: the pairs of links with shapes that are checked for no group, since the matrix always allows them, each with its
/// reason: the SRDF, or the matrix alone. No pair is exempt by a joint: MoveIt checks those too unless the matrix allows them.
std::string exemptPairsText(const SceneDescription& description);

enum class Angles
{
    Wrapped,  ///< those of continuous and planar joints are brought into [-pi, pi]
    Literal,
};

/// A configuration from the values of a state of the group.
/// @throws InputError if a value is not finite or a quaternion not of unit length within 1e-6.
gapless::Configuration configurationOf(const ConvertedScene& converted, const std::vector<double>& group_values,
                                       Angles angles = Angles::Wrapped);

}  // namespace gapless_moveit
