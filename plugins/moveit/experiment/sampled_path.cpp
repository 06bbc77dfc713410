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
    SampledPath sampled;
    sampled.waypoints = path.getWayPointCount();
    collision_detection::CollisionRequest request;
    request.group_name = path.getGroupName();
    request.contacts = true;
    visitSamples(path, step, per_step, [&](const RobotState& state, std::size_t segment, double t) {
        collision_detection::CollisionResult result;
        scene.checkCollision(request, result, state);
        ++sampled.samples;
        if (!result.collision || sampled.colliding++ > 0)
            return;
        sampled.segment = segment;
        sampled.t = t;
        if (!result.contacts.empty())
            sampled.bodies = result.contacts.begin()->first.first + ", " + result.contacts.begin()->first.second;
    });
    return sampled;
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
