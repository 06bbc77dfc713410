// The boxes are those of the first stage of every motion's check (lane_prover.h): about the straight motion, in which the rounding of poses is. What is in a
// tube about it is farther by no more than MotionBound::tube().
#include "multirobot/robot_boxes.h"

#include <algorithm>
#include <limits>

#include <gapless/core/rounding_environment.h>

#include "certify/lane_prover.h"

namespace gapless {

namespace {

WorldBox noBox()
{
    constexpr double kFar = std::numeric_limits<double>::infinity();
    return {{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
}

}  // namespace

RobotBoxes::RobotBoxes(const RobotGroup& group, RobotIndex robot)
    : scene_(*group.alone(robot).problem.scene), straightener_(scene_), box_(noBox())
{
    const BodyIndex planning = group.alone(robot).problem.joints.front().body;
    for (const ObjectIndex i : scene_.objects().indices())
        if (scene_.model().body(scene_.object(i).body).robot == scene_.model().body(planning).robot)
            objects_.push_back(i);
    LaneProver::prepare(scene_);
}

WorldBox RobotBoxes::of(const Configuration& q0, const Configuration& q1)
{
    requireRounding();
    motion_.reset(scene_.model(), q0, q1);
    box_ = noBox();
    addMotion();
    return box_;
}

WorldBox RobotBoxes::of(const CurveMotion& curve)
{
    requireRounding();
    box_ = noBox();
    for (const CurvePiece& piece : curve.pieces())
    {
        straightener_.take(piece);
        straightener_.start(*this);
    }
    return box_;
}

void RobotBoxes::resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube)
{
    motion_.resetTube(scene_.model(), q0, q1, tube);
    addMotion();
}

void RobotBoxes::addMotion()
{
    LaneProver& lanes = LaneProver::ofThread();
    lanes.reset(scene_, motion_);
    for (const ObjectIndex i : objects_)
    {
        const CollisionObject& object = scene_.object(i);
        const bool moves = !scene_.model().body(object.body).is_static;
        WorldBox box = moves ? lanes.box(i) : boxOfStatic(scene_, object, motion_);
        if (moves && motion_.hasTube())
        {
            bound_.reset(motion_, object.body, *object.geometry);
            box = grownBy(bound_.tube(), box);
        }
        for (int k = 0; k < 3; ++k)
        {
            // What is no number holds everything: a comparison with it is never true.
            const bool is_box = box.low[k] <= box.high[k];
            box_.low[k] = is_box ? std::min(box_.low[k], box.low[k]) : -std::numeric_limits<double>::infinity();
            box_.high[k] = is_box ? std::max(box_.high[k], box.high[k]) : std::numeric_limits<double>::infinity();
        }
    }
}

}  // namespace gapless
