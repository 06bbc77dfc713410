// The chain is walked from the object to the world. `reach` and `lever` bound how far the object's points are from the origin of the body
// at hand, and from the axis of that body's joint, at any t. Seen from the parent, both grow by the joint's offset and its largest shift,
// but for the lever only that part of the offset counts which is across the axis of the parent's joint: an arm that turns about its own
// length has a short lever. The walk ends at a body that stands still, which nothing moves.
//
// The second reset() shortens levers by what the pose at t = 1/2 shows (motion_bound.h). From the object inwards, so that the travel of
// the joints outwards is that of levers which are short already. The middle is the best instant for it: to any other t the joints
// outwards make at most half of their travel. A lever counts only where the joint turns, or may.
#include <gapless/kinematics/motion_bound.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

/// How far the body's origin is from the joint's, at most.
double extent(const JointMotion& m)
{
    // Of |translation| during the motion: a convex function of t, so largest at one of the ends.
    return std::max(m.translation.norm(), (m.translation + m.translation_rate).norm()) + m.arm_length;
}

}  // namespace

void MotionBound::collect(const Motion& motion, BodyIndex body, double reach)
{
    const KinematicModel& model = motion.model();
    arms_.clear();
    // Bound of their distance from the line through it along the axis of that body's joint: the first time that is the same.
    double lever = reach;
    for (BodyIndex i = body; !model.body(i).is_static; i = model.body(i).parent)
    {
        const Body& b = model.body(i);
        const JointMotion& m = motion.joint(i);
        Arm arm;
        arm.parent = b.parent;
        arm.body = i;
        arm.turn = std::abs(m.angle_rate) * kInflate;
        arm.shift = m.translation_rate.norm() * kInflate;
        arm.deviation = motion.deviation(i);
        arm.turns_about_any = b.joint.type == JointType::Floating && arm.deviation.turn > 0.0;
        arm.deviation_lever = (arm.turns_about_any ? reach : lever) * kInflate;
        arm.lever = (lever + m.arm_length) * kInflate;
        arms_.push_back(arm);
        // Seen from the parent body: the joint's origin is p_PJ plus the shift away from its own origin ...
        const double shift = extent(m);
        // ... and p_PJ less its part along the axis away from the axis of the parent's joint.
        const Vec3& axis = motion.joint(b.parent).axis;
        const double across = (b.X_PJ.p - b.X_PJ.p.dot(axis) * axis).norm() + 4.0 * kUnitRoundoff * b.X_PJ.p.norm();
        lever = (across + shift + reach) * kInflate;
        reach = (b.X_PJ.p.norm() + shift + reach) * kInflate;
    }
}

void MotionBound::reset(const Motion& motion, BodyIndex body, const CollisionGeometry& geometry)
{
    collect(motion, body, geometry.reach());
}

void MotionBound::reset(const Motion& motion, BodyIndex body, const CollisionGeometry& geometry, PoseCache& poses, int middle)
{
    shorten(motion, body, {geometry.centre(), geometry.radius()}, geometry.reach(), poses, middle);
}

void MotionBound::reset(const Motion& motion, BodyIndex body, const Ball& part, PoseCache& poses, int middle)
{
    shorten(motion, body, part, (part.centre.norm() + part.radius) * kInflate, poses, middle);
}

void MotionBound::shorten(const Motion& motion, BodyIndex body, const Ball& ball, double reach, PoseCache& poses, int middle)
{
    collect(motion, body, reach);
    if (arms_.empty())
        return;
    const Pose& X_WB = poses.pose(middle, body);
    const Vec3 centre = X_WB * ball.centre;
    const double own_error = motion.positionError(body) + motion.rotationError(body) * reach;
    double travel_outwards = 0.0;
    for (Arm& arm : arms_)
    {
        if (arm.turn > 0.0 || arm.deviation.turn > 0.0)
        {
            const Pose& X_WJ = poses.pose(middle, arm.body);
            const JointMotion& m = motion.joint(arm.body);
            const Vec3 axis = X_WJ.R * m.axis;
            const auto shortenBy = [&](double& lever, const Vec3& r, bool about_any) {
                // Error of the axis: rotationError times the distance; of the points: both position errors.
                const double error = own_error + motion.positionError(arm.body)
                                     + (motion.rotationError(arm.body) + 16.0 * kUnitRoundoff) * (r.norm() + m.arm_length);
                const double distance = (about_any ? r : r.cross(axis)).norm() + error + ball.radius;
                lever = std::min(lever, (distance + 0.5 * travel_outwards) * kInflate);
            };
            const Vec3 r = centre - X_WJ.p;
            if (m.arm_length > 0.0)
                shortenBy(arm.lever, r + X_WJ.R * m.arm, false);
            else
                shortenBy(arm.lever, r, false);
            if (arm.deviation.turn > 0.0)
                shortenBy(arm.deviation_lever, r, arm.turns_about_any);
        }
        travel_outwards += (arm.turn * arm.lever + arm.shift) * kInflate;
    }
}

double MotionBound::travel(BodyIndex ancestor) const
{
    double sum = 0.0;
    for (const Arm& arm : arms_)
    {
        if (arm.body == ancestor)
            break;
        sum += arm.turn * arm.lever + arm.shift;
    }
    return sum * kInflate;
}

double MotionBound::tube(BodyIndex ancestor) const
{
    double sum = 0.0;
    for (const Arm& arm : arms_)
    {
        if (arm.body == ancestor)
            break;
        sum += arm.deviation.turn * arm.deviation_lever + arm.deviation.shift;
    }
    return sum * kInflate;
}

double MotionBound::acceleration(BodyIndex ancestor) const
{
    std::size_t count = 0;
    while (count < arms_.size() && arms_[count].body != ancestor)
        ++count;
    double sum = 0.0, turn_closer = 0.0;
    for (std::size_t k = count; k-- > 0;)
    {
        const Arm& arm = arms_[k];
        sum += arm.turn * arm.lever * (arm.turn + 2.0 * turn_closer) + 2.0 * arm.shift * turn_closer;
        turn_closer += arm.turn;
    }
    return sum * kInflate;
}

void MotionBound::addTurns(const Motion& motion, PoseCache& poses, int instant, BodyIndex ancestor, const Mat3& R_WF,
                           std::vector<Turn>& turns) const
{
    std::size_t count = 0;
    while (count < arms_.size() && arms_[count].body != ancestor)
        ++count;
    double drift = 0.0;
    for (std::size_t k = count; k-- > 0;)
    {
        const Arm& arm = arms_[k];
        Turn turn;
        turn.axis = R_WF.transpose() * (poses.pose(instant, arm.body).R * motion.joint(arm.body).axis);
        turn.axis_error = motion.rotationError(arm.body) + motion.rotationError(ancestor) + 64.0 * kUnitRoundoff;
        turn.rate = arm.turn;
        turn.lever = arm.lever;
        turn.shift = arm.shift;
        turn.drift = drift;
        turns.push_back(turn);
        drift = (drift + arm.turn) * kInflate;
    }
}

double MotionBound::accelerationAlong(const Vec3& n, double h, const Turn* begin, const Turn* end)
{
    double sum = 0.0, across_closer = 0.0;
    for (const Turn* turn = begin; turn != end; ++turn)
    {
        const double c = std::min(1.0, n.cross(turn->axis).norm() + h * turn->drift + turn->axis_error), across = turn->rate * c;
        sum += turn->rate * turn->lever * (across + 2.0 * across_closer) + 2.0 * turn->shift * across_closer;
        across_closer += across;
    }
    return sum * kInflate;
}

double MotionBound::leastAccelerationAlong(BodyIndex ancestor, double h) const
{
    std::size_t count = 0;
    while (count < arms_.size() && arms_[count].body != ancestor)
        ++count;
    double sum = 0.0, across_closer = 0.0, drift = 0.0;
    for (std::size_t k = count; k-- > 0;)
    {
        const Arm& arm = arms_[k];
        const double across = arm.turn * std::min(1.0, h * drift);
        sum += arm.turn * arm.lever * (across + 2.0 * across_closer) + 2.0 * arm.shift * across_closer;
        across_closer += across;
        drift += arm.turn;
    }
    return sum;
}

}  // namespace gapless
