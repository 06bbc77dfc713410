#include <gapless/kinematics/parabolic_blends.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gapless/core/error.h>
#include <gapless/core/number_range.h>
#include <gapless/kinematics/angle.h>

#include "core/format_number.h"

namespace gapless {

namespace {

/// Way-points at no greater distance are one, radians and metres.
constexpr double kSamePoint = 1e-9;
/// Way-points that are no farther off a line are on it, radians and metres: rounding of what interpolates.
constexpr double kSameLine = 1e-12;
/// Of the shorter segment, the longest blend: a line stays between two.
constexpr double kMostOfSegment = 0.45;
/// Seconds. No controller has a shorter period than a blend lasts; and rates that are worked out from points stay sharp.
constexpr double kShortestBlend = 1e-3, kShortestPhase = 1e-4;

/// The configuration that the short way leads to from literal values.
/// @throws InputError if a floating joint turns.
Configuration unwound(const KinematicModel& model, const Configuration& from, const Configuration& to)
{
    Configuration q = to;
    for (const Body& body : model.bodies())
    {
        if (body.joint.type == JointType::Floating)
        {
            const int v = *body.variable + 3;
            if (to.segment<4>(v) != from.segment<4>(v) && to.segment<4>(v) != -from.segment<4>(v))
                throw InputError("floating joint '" + body.joint.name + "' turns; a trajectory cannot turn it");
            q.segment<4>(v) = from.segment<4>(v);
        }
        if (!body.variable || (body.joint.type != JointType::Continuous && body.joint.type != JointType::Planar))
            continue;
        const int v = *body.variable + (body.joint.type == JointType::Planar ? 2 : 0);
        // Half a turn goes as OMPL's SO(2) takes it.
        const double turn = normalizedAngle(to[v]) - normalizedAngle(from[v]);
        q[v] = from[v] + (std::abs(turn) <= M_PI ? turn : normalizedAngle(turn));
    }
    return q;
}

/// Without the way-points that are passed on a straight line: each is within kSameLine of a ray from the corner before, and so is the next corner.
std::vector<Configuration> cornersOf(std::vector<Configuration> waypoints)
{
    if (waypoints.size() < 3)
        return waypoints;
    std::vector<Configuration> corners{waypoints[0]};
    Configuration direction = waypoints[1] - waypoints[0];
    double reach = direction.norm();
    direction /= reach;
    for (std::size_t i = 2; i < waypoints.size(); ++i)
    {
        const Configuration from_corner = waypoints[i] - corners.back();
        const double along = from_corner.dot(direction);
        if (along > reach && (from_corner - along * direction).norm() <= kSameLine)
        {
            reach = along;
            continue;
        }
        corners.push_back(waypoints[i - 1]);
        direction = waypoints[i] - waypoints[i - 1];
        reach = direction.norm();
        direction /= reach;
    }
    corners.push_back(waypoints.back());
    return corners;
}

void validate(const KinematicModel& model, const RateLimits& limits)
{
    constexpr NumberRange kRates = NumberRange::positive("radians or metres per second, or per second squared");
    for (const Configuration* of : {&limits.velocity, &limits.acceleration})
    {
        const std::string what = of == &limits.velocity ? "the velocity limit" : "the acceleration limit";
        if (of->size() != model.configurationSize())
            throw InputError(what + "s: " + std::to_string(of->size()) + " given; the model has "
                             + std::to_string(model.configurationSize()) + " variables");
        for (Eigen::Index v = 0; v < of->size(); ++v)
            kRates.require((*of)[v], what + " of variable " + std::to_string(v));
    }
}

/// The speeds along a line: up from the first, stay, down to the last.
struct Trapezoid
{
    double top = 0.0;
    double up = 0.0, stay = 0.0, down = 0.0;  // seconds
    double up_length = 0.0, down_length = 0.0;
    bool is_one_phase = false;  // `stay` then is all of it
};

/// @pre |last^2 - first^2| <= 2 acceleration length, and neither is more than `most`
Trapezoid trapezoid(double first, double last, double most, double acceleration, double length)
{
    const auto phase = [&](double from, double to) {
        return from == to ? 0.0 : std::max(kShortestPhase, std::abs(to - from) / acceleration);
    };
    const auto withTop = [&](double top) {
        Trapezoid t;
        t.top = top;
        t.up = phase(first, top);
        t.down = phase(top, last);
        t.up_length = 0.5 * (first + top) * t.up;
        t.down_length = 0.5 * (top + last) * t.down;
        t.stay = (length - t.up_length - t.down_length) / top;
        return t;
    };
    double low = std::max(first, last), high = most;
    if (low > 0.0 && !(withTop(low).stay >= kShortestPhase))
    {
        Trapezoid one;
        one.is_one_phase = true;
        one.stay = 2.0 * length / (first + last);
        return one;
    }
    if (withTop(high).stay >= kShortestPhase)
        return withTop(high);
    for (double middle = 0.5 * (low + high); low < middle && middle < high; middle = 0.5 * (low + high))
        (withTop(middle).stay >= kShortestPhase ? low : high) = middle;
    return withTop(low);
}

}  // namespace

BlendedPath::BlendedPath(const KinematicModel& model, const std::vector<Configuration>& path, RateLimits limits)
    : model_(&model), limits_(std::move(limits))
{
    if (path.empty())
        throw InputError("a path needs a way-point");
    validate(model, limits_);
    Configuration last;
    for (const Configuration& q : path)
    {
        model.validate(q);
        last = waypoints_.empty() ? q : unwound(model, waypoints_.back(), q);
        if (waypoints_.empty() || (last - waypoints_.back()).norm() > kSamePoint)
            waypoints_.push_back(last);
    }
    // The path's own ends stay, and what is too close to the last makes room for it.
    while (waypoints_.size() > 1 && (last - waypoints_.back()).norm() <= kSamePoint)
        waypoints_.pop_back();
    if ((last - waypoints_.back()).norm() > 0.0)
        waypoints_.push_back(last);
    waypoints_ = cornersOf(std::move(waypoints_));
    const std::size_t count = waypoints_.size();
    for (std::size_t i = 0; i + 1 < count; ++i)
    {
        Segment s;
        s.direction = waypoints_[i + 1] - waypoints_[i];
        s.length = s.direction.norm();
        if (!std::isfinite(s.length))
            throw InputError("way-point " + std::to_string(i + 1) + " of those that differ is too far from the one before it");
        s.direction /= s.length;
        s.speed = s.acceleration = std::numeric_limits<double>::infinity();
        for (Eigen::Index v = 0; v < s.direction.size(); ++v)
            if (s.direction[v] != 0.0)
            {
                s.speed = std::min(s.speed, limits_.velocity[v] / std::abs(s.direction[v]));
                s.acceleration = std::min(s.acceleration, limits_.acceleration[v] / std::abs(s.direction[v]));
            }
        segments_.push_back(s);
    }
    bend_.assign(count, 0.0);
    longest_.assign(count, 0.0);
    for (std::size_t i = 1; i + 1 < count; ++i)
    {
        const Segment &in = segments_[i - 1], &out = segments_[i];
        bend_[i] = ((out.direction - in.direction).array().abs() / limits_.acceleration.array()).maxCoeff();
        longest_[i] = kMostOfSegment * std::min(in.length, out.length);
    }
}

/// The largest in a blend of that length.
double BlendedPath::blendSpeed(std::size_t corner, double length) const
{
    if (length == 0.0)
        return 0.0;
    return std::min({segments_[corner - 1].speed, segments_[corner].speed, std::sqrt(2.0 * length / bend_[corner]),
                     2.0 * length / kShortestBlend});
}

/// In the corners. @param blends that bound the speeds in them @param lengths that leave the lines between
std::vector<double> BlendedPath::speeds(const std::vector<double>& blends, const std::vector<double>& lengths) const
{
    std::vector<double> speed(waypoints_.size(), 0.0);
    for (std::size_t i = 1; i + 1 < speed.size(); ++i)
        speed[i] = blendSpeed(i, blends[i]);
    const auto bound = [&](std::size_t segment, std::size_t from, std::size_t to) {
        const Segment& s = segments_[segment];
        const double line = s.length - lengths[segment] - lengths[segment + 1];
        speed[to] = std::min(speed[to], std::sqrt(speed[from] * speed[from] + 2.0 * s.acceleration * line));
    };
    for (std::size_t i = 0; i < segments_.size(); ++i)
        bound(i, i, i + 1);
    for (std::size_t i = segments_.size(); i-- > 0;)
        bound(i, i + 1, i);
    return speed;
}

BlendedPath::Timed BlendedPath::timed() const
{
    // Blends need not be longer than the speed that comes out asks for, and the shorter they are the more of the lines is left to speed up on.
    std::vector<double> blends = longest_, speed;
    for (int round = 0; round < 2; ++round)
    {
        speed = speeds(longest_, blends);
        for (std::size_t i = 1; i + 1 < speed.size(); ++i)
            blends[i] = std::min(longest_[i], std::max(0.5 * speed[i] * speed[i] * bend_[i], 0.5 * speed[i] * kShortestBlend));
    }
    speed = speeds(blends, blends);

    Timed out;
    double time = 0.0;
    const auto add = [&](double seconds, const Piece& piece, const Configuration& q, const Configuration& rate) {
        if (!out.points.empty() && !(time + 0.5 * seconds > time && std::isfinite(time + seconds)))
            throw InputError("the trajectory would last longer than " + formatNumber(time)
                             + " s, too long to tell its points apart; the limits are too small, or the path is too long");
        time += seconds;
        if (!out.points.empty())
            out.pieces.push_back(piece);
        out.points.push_back({time, q, rate, {}});
    };
    add(0.0, {}, waypoints_.front(), Configuration::Zero(waypoints_.front().size()));
    for (std::size_t i = 0; i < segments_.size(); ++i)
    {
        const Segment& s = segments_[i];
        const Configuration &from = waypoints_[i], &to = waypoints_[i + 1], &e = s.direction;
        const double line = s.length - blends[i] - blends[i + 1];
        const Trapezoid t = trapezoid(speed[i], speed[i + 1], s.speed, s.acceleration, line);
        const Piece on_line{false, i};
        if (!t.is_one_phase && t.up > 0.0)
            add(t.up, on_line, from + (blends[i] + t.up_length) * e, t.top * e);
        if (!t.is_one_phase && t.down > 0.0)
            add(t.stay, on_line, to - (blends[i + 1] + t.down_length) * e, t.top * e);
        add(!t.is_one_phase && t.down > 0.0 ? t.down : t.stay, on_line, to - blends[i + 1] * e, speed[i + 1] * e);
        if (blends[i + 1] > 0.0)
        {
            const Configuration& f = segments_[i + 1].direction;
            add(2.0 * blends[i + 1] / speed[i + 1], {true, i + 1}, to + blends[i + 1] * f, speed[i + 1] * f);
        }
    }
    return out;
}

CurveMotion BlendedPath::blend(std::size_t corner, double length) const
{
    const Configuration& p = waypoints_[corner];
    const Configuration first = p - length * segments_[corner - 1].direction, last = p + length * segments_[corner].direction;
    CurvePiece piece{0.0, 1.0, {}};
    for (Eigen::Index v = 0; v < p.size(); ++v)
    {
        const Interval coefficients[] = {first[v], p[v], last[v]};
        const bool stands = first[v] == p[v] && last[v] == p[v];
        piece.variables.emplace_back(stands ? Bernstein(p[v]) : Bernstein::fromCoefficients(coefficients, 2));
    }
    return CurveMotion(*model_, {piece});
}

}  // namespace gapless
