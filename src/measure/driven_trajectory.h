// A trajectory as a controller drives it, by a formula of its own: what measures and audits does not take the library's word for the curve.
#pragma once

#include <cstddef>
#include <vector>

#include <gapless/kinematics/trajectory.h>

namespace gapless {

/// Of cubics through points with velocities: position and velocity at a time between the first point's and the last's.
/// @pre at least two points
inline TrajectoryPoint drivenAt(const std::vector<TrajectoryPoint>& points, double time)
{
    std::size_t i = 0;
    while (i + 2 < points.size() && points[i + 1].time <= time)
        ++i;
    const TrajectoryPoint &a = points[i], &b = points[i + 1];
    const double T = b.time - a.time, s = time - a.time;
    const Configuration mean = (b.position - a.position) / T;
    const Configuration c2 = (3.0 * mean - 2.0 * *a.velocity - *b.velocity) / T;
    const Configuration c3 = (*a.velocity + *b.velocity - 2.0 * mean) / (T * T);
    return {time, a.position + s * (*a.velocity + s * (c2 + s * c3)), *a.velocity + s * (2.0 * c2 + 3.0 * s * c3), {}};
}

}  // namespace gapless
