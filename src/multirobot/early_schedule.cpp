#include <gapless/multirobot/early_schedule.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ompl/base/ScopedState.h>

#include <gapless/core/error.h>

namespace gapless {

namespace {

using Parameters = ExecutionOrder::Parameters;

/// Two events that are no farther apart, relative, are one.
constexpr double kSameTime = 1e-12;

/// Distances of configurations.
class Measure
{
public:
    explicit Measure(const StateMapping& mapping) : mapping_(mapping), from_(mapping.space()), to_(mapping.space()) {}

    double operator()(const Configuration& from, const Configuration& to)
    {
        mapping_.toState(from, from_.get());
        mapping_.toState(to, to_.get());
        return mapping_.space()->distance(from_.get(), to_.get());
    }

private:
    const StateMapping& mapping_;
    ompl::base::ScopedState<> from_, to_;
};

/// By robot, how long each of its pieces is.
IndexedVector<RobotIndex, std::vector<double>> lengthsOf(const CoordinatedPath& path, const StateMapping& mapping)
{
    Measure measure(mapping);
    IndexedVector<RobotIndex, std::vector<double>> lengths(path.ends().size());
    Parameters at(path.ends().size(), 0.0);
    for (const RobotIndex robot : path.ends().indices())
    {
        for (double piece = 0.0; piece < path.ends()[robot]; piece += 1.0)
        {
            at[robot] = piece;
            const Configuration from = path.at(at);
            at[robot] = piece + 1.0;
            lengths[robot].push_back(measure(from, path.at(at)));
        }
        at[robot] = 0.0;
    }
    return lengths;
}

}  // namespace

double makespan(const RobotGroup& group, const StateMapping& mapping, const std::vector<Configuration>& waypoints)
{
    Measure measure(mapping);
    double sum = 0.0;
    for (std::size_t k = 0; k + 1 < waypoints.size(); ++k)
    {
        double longest = 0.0;
        for (const RobotIndex robot : group.robots())
        {
            Configuration one = waypoints[k];
            group.alone(robot).put(group.alone(robot).of(waypoints[k + 1]), one);
            longest = std::max(longest, measure(waypoints[k], one));
        }
        sum += longest;
    }
    return sum;
}

std::vector<Configuration> earlySchedule(const CoordinatedPath& path, const ExecutionOrder& order, const StateMapping& mapping)
{
    mapping.requireStraight("an early schedule");
    const IndexedVector<RobotIndex, std::vector<double>> lengths = lengthsOf(path, mapping);
    const Parameters& ends = path.ends();
    Parameters at(ends.size(), 0.0);
    std::vector<Configuration> waypoints{path.at(at)};
    const auto lengthAt = [&](RobotIndex robot) { return lengths[robot][static_cast<std::size_t>(at[robot])]; };
    while (at.list() != ends.list())
    {
        // Up to where each may go now, and the next event: somebody is there, or has passed what a robot that waits now waits for.
        Parameters to = ends;
        for (const RobotIndex robot : ends.indices())
            to[robot] = std::min(to[robot], std::floor(at[robot]) + 1.0);
        for (const Dependency& d : order.dependencies())
            if (at[d.first] < d.t)
                to[d.waits] = std::min(to[d.waits], d.s);
        for (const Dependency& d : order.dependencies())
            if (at[d.first] < d.t && at[d.waits] == d.s)
                to[d.first] = std::min(to[d.first], std::max(d.t, at[d.first]));
        double time = std::numeric_limits<double>::infinity();
        for (const RobotIndex robot : ends.indices())
            if (to[robot] > at[robot])
                time = std::min(time, (to[robot] - at[robot]) * lengthAt(robot));
        // The order is not cyclic: somebody may go on.
        if (!(time < std::numeric_limits<double>::infinity()))
            throw InputError("nobody goes on in this order");
        for (const RobotIndex robot : ends.indices())
            if (to[robot] > at[robot])
            {
                const double length = lengthAt(robot), left = (to[robot] - at[robot]) * length;
                at[robot] = left <= time * (1.0 + kSameTime) ? to[robot] : std::min(to[robot], at[robot] + time / length);
            }
        // What takes no time may be a motion all the same: SO(3) measures short turns as 0.
        if (Configuration next = path.at(at); next != waypoints.back())
            waypoints.push_back(std::move(next));
    }
    return waypoints;
}

}  // namespace gapless
