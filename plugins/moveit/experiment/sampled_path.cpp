#include "sampled_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Core>

namespace gapless::experiment {

namespace {

using moveit::core::RobotState;
using robot_trajectory::RobotTrajectory;

/// Calls visit(state, segment, t) at each sample, both ends of the path included.
template <typename Visit>
void visitSamples(const RobotTrajectory& path, double step, int per_step, const Visit& visit)
{
    const moveit::core::JointModelGroup* group = path.getGroup();
    RobotState state = path.getFirstWayPoint();
    state.update();
    visit(state, 0, 0.0);
    for (std::size_t segment = 0; segment + 1 < path.getWayPointCount(); ++segment)
    {
        const RobotState& from = path.getWayPoint(segment);
        const RobotState& to = path.getWayPoint(segment + 1);
        const int count = per_step * std::max(1, static_cast<int>(std::ceil(from.distance(to, group) / step)));
        for (int k = 1; k <= count; ++k)
        {
            const double t = static_cast<double>(k) / count;
            from.interpolate(to, t, state, group);
            state.update();
            visit(state, segment, t);
        }
    }
}

Eigen::VectorXd positions(const RobotState& state, const moveit::core::JointModelGroup* group)
{
    Eigen::VectorXd values;
    state.copyJointGroupPositions(group, values);
    return values;
}

/// Counts a sample, and keeps the first that collides.
class Collisions
{
public:
    Collisions(const planning_scene::PlanningScene& scene, const RobotTrajectory& path) : scene_(scene)
    {
        sampled_.waypoints = path.getWayPointCount();
        request_.group_name = path.getGroupName();
        request_.contacts = true;
    }

    void add(const RobotState& state, std::size_t segment, double t)
    {
        collision_detection::CollisionResult result;
        scene_.checkCollision(request_, result, state);
        ++sampled_.samples;
        if (!result.collision || sampled_.colliding++ > 0)
            return;
        sampled_.segment = segment;
        sampled_.t = t;
        if (!result.contacts.empty())
            sampled_.bodies = result.contacts.begin()->first.first + ", " + result.contacts.begin()->first.second;
    }

    const SampledPath& all() const { return sampled_; }

private:
    const planning_scene::PlanningScene& scene_;
    collision_detection::CollisionRequest request_;
    SampledPath sampled_;
};

/// Of one end of a segment, times in units of the segment's duration.
struct Knot
{
    Eigen::VectorXd position, velocity, acceleration;
};

Knot knotOf(const RobotState& state, const moveit::core::JointModelGroup* group, double duration)
{
    Knot knot;
    knot.position = positions(state, group);
    if (state.hasVelocities())
        state.copyJointGroupVelocities(group, knot.velocity);
    if (state.hasAccelerations())
        state.copyJointGroupAccelerations(group, knot.acceleration);
    knot.velocity *= duration;
    knot.acceleration *= duration * duration;
    return knot;
}

/// Hermite's interpolation of the highest degree that both ends allow, at t of 0 to 1.
Eigen::VectorXd driven(const Knot& a, const Knot& b, double t)
{
    const double u = 1.0 - t;
    if (a.velocity.size() == 0 || b.velocity.size() == 0)
        return u * a.position + t * b.position;
    // The basis in Bernstein's form, where it has whole coefficients; mirrored for the other end.
    if (a.acceleration.size() == 0 || b.acceleration.size() == 0)
        return u * u * ((1.0 + 2.0 * t) * a.position + t * a.velocity) + t * t * ((1.0 + 2.0 * u) * b.position - u * b.velocity);
    const double u3 = u * u * u, t3 = t * t * t;
    return u3 * ((1.0 + 3.0 * t + 6.0 * t * t) * a.position + t * (1.0 + 3.0 * t) * a.velocity + 0.5 * t * t * a.acceleration)
           + t3 * ((1.0 + 3.0 * u + 6.0 * u * u) * b.position - u * (1.0 + 3.0 * u) * b.velocity + 0.5 * u * u * b.acceleration);
}

double distanceToSegment(const Eigen::VectorXd& point, const Eigen::VectorXd& from, const Eigen::VectorXd& to)
{
    const Eigen::VectorXd along = to - from;
    const double length_squared = along.squaredNorm();
    const double t = length_squared > 0.0 ? std::clamp((point - from).dot(along) / length_squared, 0.0, 1.0) : 0.0;
    return (point - from - t * along).norm();
}

}  // namespace

SampledPath samplePath(const planning_scene::PlanningScene& scene, const RobotTrajectory& path, double step, int per_step)
{
    Collisions collisions(scene, path);
    visitSamples(path, step, per_step,
                 [&](const RobotState& state, std::size_t segment, double t) { collisions.add(state, segment, t); });
    return collisions.all();
}

SampledPath sampleDriven(const planning_scene::PlanningScene& scene, const RobotTrajectory& trajectory, double rate)
{
    const moveit::core::JointModelGroup* group = trajectory.getGroup();
    Collisions collisions(scene, trajectory);
    RobotState state = trajectory.getLastWayPoint();
    std::size_t tick = 0;
    for (std::size_t segment = 0; segment + 1 < trajectory.getWayPointCount(); ++segment)
    {
        const double start = trajectory.getWayPointDurationFromStart(segment);
        const double duration = trajectory.getWayPointDurationFromStart(segment + 1) - start;
        if (duration <= 0.0)
            continue;
        const Knot from = knotOf(trajectory.getWayPoint(segment), group, duration);
        const Knot to = knotOf(trajectory.getWayPoint(segment + 1), group, duration);
        for (; static_cast<double>(tick) / rate < start + duration; ++tick)
        {
            const double t = (static_cast<double>(tick) / rate - start) / duration;
            state.setJointGroupPositions(group, driven(from, to, t));
            state.update();
            collisions.add(state, segment, t);
        }
    }
    state = trajectory.getLastWayPoint();
    state.update();
    collisions.add(state, std::max<std::size_t>(trajectory.getWayPointCount(), 2) - 2, 1.0);
    return collisions.all();
}

double largestDeviation(const RobotTrajectory& path, const RobotTrajectory& reference, double step, int per_step)
{
    const moveit::core::JointModelGroup* group = reference.getGroup();
    std::vector<Eigen::VectorXd> corners;
    for (std::size_t i = 0; i < reference.getWayPointCount(); ++i)
        corners.push_back(positions(reference.getWayPoint(i), group));
    double largest = 0.0;
    visitSamples(path, step, per_step, [&](const RobotState& state, std::size_t, double) {
        const Eigen::VectorXd point = positions(state, group);
        double nearest = (point - corners.front()).norm();
        for (std::size_t i = 0; i + 1 < corners.size(); ++i)
            nearest = std::min(nearest, distanceToSegment(point, corners[i], corners[i + 1]));
        largest = std::max(largest, nearest);
    });
    return largest;
}

}  // namespace gapless::experiment
