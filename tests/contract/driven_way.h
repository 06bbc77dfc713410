// Where a car is that drives a given way: arcs and straight lines one after the other, in long double.
#pragma once

#include <algorithm>
#include <cmath>

#include <gapless/core/types.h>
#include <gapless/kinematics/car_way.h>

namespace gapless::test {

struct DrivenPose
{
    long double x = 0.0L, y = 0.0L, heading = 0.0L;

    Configuration configuration() const
    {
        return Vec3(static_cast<double>(x), static_cast<double>(y), static_cast<double>(heading));
    }
    /// A point of the car, in the plane of the world.
    Vec3 operator*(const Vec3& point) const
    {
        const long double c = std::cos(heading), s = std::sin(heading);
        return {static_cast<double>(x + c * point.x() - s * point.y()), static_cast<double>(y + s * point.x() + c * point.y()),
                0.0};
    }
};

inline DrivenPose driveOn(DrivenPose pose, long double curvature, long double length)
{
    const long double next = pose.heading + curvature * length;
    pose.x += curvature == 0 ? length * std::cos(pose.heading) : (std::sin(next) - std::sin(pose.heading)) / curvature;
    pose.y += curvature == 0 ? length * std::sin(pose.heading) : (std::cos(pose.heading) - std::cos(next)) / curvature;
    pose.heading = next;
    return pose;
}

/// After a fraction of the way, by its length.
inline DrivenPose driven(DrivenPose pose, const CarWay& way, double fraction)
{
    long double left = 0.0L;
    for (const WayPart& part : way)
        left += std::abs(static_cast<long double>(part.length));
    left *= fraction;
    for (const WayPart& part : way)
    {
        const long double length = std::abs(static_cast<long double>(part.length)), now = std::min(left, length);
        pose = driveOn(pose, part.curvature, part.length < 0.0 ? -now : now);
        left -= now;
    }
    return pose;
}

}  // namespace gapless::test
