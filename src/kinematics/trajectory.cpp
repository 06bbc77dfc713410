#include <gapless/kinematics/trajectory.h>

#include <cmath>
#include <string>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

namespace {

void validate(const KinematicModel& model, const TrajectoryPoint& point, std::size_t i)
{
    const std::string where = "trajectory point " + std::to_string(i);
    if (!std::isfinite(point.time))
        throw InputError(where + ": its time is not finite");
    try
    {
        model.validate(point.position);
    }
    catch (const InputError& error)
    {
        throw InputError(where + ": " + error.what());
    }
    const auto requireRates = [&](const std::optional<Configuration>& rates, const char* what) {
        if (rates && rates->size() != model.configurationSize())
            throw InputError(where + " has " + std::to_string(rates->size()) + " " + what + "; the model has "
                             + std::to_string(model.configurationSize()) + " variables");
        if (rates && !rates->allFinite())
            throw InputError(where + " has " + what + " that are not finite");
    };
    requireRates(point.velocity, "velocities");
    requireRates(point.acceleration, "accelerations");
    if (point.acceleration && !point.velocity)
        throw InputError(where + " has accelerations and no velocities; a controller does not interpolate that");
}

Bernstein segment(const TrajectoryPoint& a, const TrajectoryPoint& b, Eigen::Index v, Interpolation interpolation)
{
    const Interval first = a.position[v], last = b.position[v];
    if (interpolation == Interpolation::None)
        return hull(first, last);
    const Interval T = Interval(b.time) - a.time;
    const bool has_velocities = a.velocity && b.velocity, has_accelerations = a.acceleration && b.acceleration;
    if (!has_velocities)
        return a.position[v] == b.position[v] ? Bernstein(first) : Bernstein::line(first, last);
    const Interval rate_a = T * (*a.velocity)[v], rate_b = T * (*b.velocity)[v];
    const bool stands = a.position[v] == b.position[v] && (*a.velocity)[v] == 0.0 && (*b.velocity)[v] == 0.0;
    if (!has_accelerations)
        return stands ? Bernstein(first) : Bernstein::cubic(first, rate_a, last, rate_b);
    if (stands && (*a.acceleration)[v] == 0.0 && (*b.acceleration)[v] == 0.0)
        return first;
    const Interval square = T * T;
    return Bernstein::quintic(first, rate_a, square * (*a.acceleration)[v], last, rate_b, square * (*b.acceleration)[v]);
}

CurvePiece piece(const TrajectoryPoint& a, const TrajectoryPoint& b, Interpolation interpolation)
{
    CurvePiece p{a.time, b.time, {}};
    for (Eigen::Index v = 0; v < a.position.size(); ++v)
        p.variables.emplace_back(segment(a, b, v, interpolation));
    return p;
}

}  // namespace

CurveMotion curveOf(const KinematicModel& model, const std::vector<TrajectoryPoint>& points, Interpolation interpolation)
{
    if (points.empty())
        throw InputError("the trajectory has no points; at least one is needed");
    std::vector<CurvePiece> pieces;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        validate(model, points[i], i);
        if (i == 0)
            continue;
        if (!(points[i - 1].time < points[i].time))
            throw InputError("trajectory point " + std::to_string(i) + " is at " + formatNumber(points[i].time)
                             + " s, the one before it at " + formatNumber(points[i - 1].time) + " s; times have to rise");
        pieces.push_back(piece(points[i - 1], points[i], interpolation));
    }
    if (pieces.empty())
        pieces.push_back(piece(points.front(), points.front(), Interpolation::None));
    return CurveMotion(model, std::move(pieces));
}

}  // namespace gapless
