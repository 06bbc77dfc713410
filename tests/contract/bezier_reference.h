// Piecewise polynomials as lists of Bezier points, evaluated by de Casteljau's scheme in long double, and what is made of them.
#pragma once

#include <vector>

#include "support/random_input.h"

#include <gapless/kinematics/trajectory.h>

namespace gapless::test {

struct BezierPiece
{
    double begin = 0.0, end = 0.0;
    /// By variable.
    std::vector<std::vector<long double>> points;
};
using BezierCurve = std::vector<BezierPiece>;

inline Configuration valueAt(const BezierCurve& curve, double seconds)
{
    std::size_t i = 0;
    while (i + 1 < curve.size() && seconds > curve[i].end)
        ++i;
    const BezierPiece& piece = curve[i];
    const long double s = (static_cast<long double>(seconds) - piece.begin) / (static_cast<long double>(piece.end) - piece.begin);
    Configuration q(static_cast<Eigen::Index>(piece.points.size()));
    for (Eigen::Index v = 0; v < q.size(); ++v)
    {
        std::vector<long double> b = piece.points[static_cast<std::size_t>(v)];
        for (std::size_t n = b.size() - 1; n > 0; --n)
            for (std::size_t k = 0; k < n; ++k)
                b[k] += s * (b[k + 1] - b[k]);
        q[v] = static_cast<double>(b[0]);
    }
    return q;
}

/// @pre the points are doubles
inline CurveMotion motionOf(const KinematicModel& model, const BezierCurve& curve)
{
    std::vector<CurvePiece> pieces;
    for (const BezierPiece& piece : curve)
    {
        pieces.push_back({piece.begin, piece.end, {}});
        for (const auto& points : piece.points)
        {
            std::vector<Interval> b;
            for (const long double point : points)
                b.emplace_back(static_cast<double>(point));
            pieces.back().variables.push_back(Bernstein::fromCoefficients(b.data(), static_cast<int>(b.size()) - 1));
        }
    }
    return CurveMotion(model, std::move(pieces));
}

/// What a controller makes of the points (trajectory.h), by the end derivatives of a Bezier curve: b_1 - b_0 is 1/n of the first, and
/// b_2 - 2 b_1 + b_0 is 1/(n (n - 1)) of the second.
inline BezierCurve splineThrough(const std::vector<TrajectoryPoint>& points)
{
    BezierCurve out;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
    {
        const TrajectoryPoint &a = points[i], &b = points[i + 1];
        const long double T = static_cast<long double>(b.time) - a.time;
        BezierPiece piece{a.time, b.time, {}};
        for (Eigen::Index v = 0; v < a.position.size(); ++v)
        {
            const long double p0 = a.position[v], p1 = b.position[v];
            if (!a.velocity || !b.velocity)
            {
                piece.points.push_back({p0, p1});
                continue;
            }
            const long double v0 = (*a.velocity)[v] * T, v1 = (*b.velocity)[v] * T;
            if (!a.acceleration || !b.acceleration)
            {
                piece.points.push_back({p0, p0 + v0 / 3, p1 - v1 / 3, p1});
                continue;
            }
            const long double a0 = (*a.acceleration)[v] * T * T, a1 = (*b.acceleration)[v] * T * T;
            piece.points.push_back({p0, p0 + v0 / 5, p0 + 2 * v0 / 5 + a0 / 20, p1 - 2 * v1 / 5 + a1 / 20, p1 - v1 / 5, p1});
        }
        out.push_back(piece);
    }
    return out;
}

/// A uniform cubic B-spline with random control points at most `step` from each other.
inline BezierCurve randomBSpline(const Configuration& q, Random& random, int pieces, double step)
{
    BezierCurve out;
    for (int i = 0; i < pieces; ++i)
        out.push_back({0.5 * i, 0.5 * (i + 1), {}});
    for (Eigen::Index v = 0; v < q.size(); ++v)
    {
        std::vector<double> c{q[v]};
        for (int i = 0; i < pieces + 2; ++i)
            c.push_back(c.back() + random.uniform(-step, step));
        double first = (c[0] + 4 * c[1] + c[2]) / 6;
        for (std::size_t i = 0; i < out.size(); ++i)
        {
            const double inner_a = (2 * c[i + 1] + c[i + 2]) / 3, inner_b = (c[i + 1] + 2 * c[i + 2]) / 3;
            const double last = (c[i + 1] + 4 * c[i + 2] + c[i + 3]) / 6;
            out[i].points.push_back({first, inner_a, inner_b, last});
            first = last;
        }
    }
    return out;
}

/// One piece of any degree that there is, per variable.
inline BezierCurve randomBezier(const Configuration& q, Random& random, double step)
{
    BezierPiece piece{1.0, 3.0, {}};
    for (const double value : q)
    {
        std::vector<long double> b;
        for (int k = random.index(Bernstein::kMostDegree + 1); k >= 0; --k)
            b.push_back(value + random.uniform(-step, step));
        piece.points.push_back(b);
    }
    return {piece};
}

/// `derivatives` that the points have: 0 to 2. The ends are at rest.
inline std::vector<TrajectoryPoint> randomTrajectory(const Configuration& q, Random& random, int count, double step,
                                                     int derivatives)
{
    std::vector<TrajectoryPoint> out;
    const auto any = [&](double size) {
        Configuration values(q.size());
        for (double& x : values)
            x = random.uniform(-size, size);
        return values;
    };
    double time = 0.0;
    for (int i = 0; i < count; ++i)
    {
        const bool is_end = i == 0 || i + 1 == count;
        TrajectoryPoint point;
        point.time = time;
        point.position = i == 0 ? q : Configuration(out.back().position + any(step));
        if (derivatives > 0)
            point.velocity = any(is_end ? 0.0 : step);
        if (derivatives > 1)
            point.acceleration = any(is_end ? 0.0 : step);
        out.push_back(point);
        time += random.uniform(0.3, 1.5);
    }
    return out;
}

}  // namespace gapless::test
