#include "certify/hull_lane.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>

#include "geometry/simplex.h"

namespace gapless {

namespace {

/// Products of four such numbers, and sums of these, neither overflow nor are none, here and where the hulls were made.
bool isModerate(const OuterHull& A, const OuterHull& B, const HullLane& lane)
{
    constexpr double kMost = 1e60;
    const auto isModerateBody = [](const HullBody& body) {
        return body.omega.norm() < kMost && body.turn < kMost && body.turn_rate < kMost && body.bend < kMost;
    };
    return A.reach() < kMost && B.reach() < kMost && lane.p.norm() < kMost && lane.v.norm() < kMost && isModerateBody(lane.a)
           && isModerateBody(lane.b);
}

/// The hull's B along n.
double bendAlong(const OuterHull& hull, const HullBody& body, double half_width, const Vec3& n)
{
    const double across = std::min(body.turn, n.cross(body.omega).norm() + half_width * body.turn_rate);
    return body.bend + hull.reach() * (body.turn_rate + body.turn * across);
}

/// The points farthest along n_A and n_B, in the bodies' frames.
struct Farthest
{
    std::size_t a, b;
    double reach_a, reach_b;

    Farthest(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const Vec3& n_A, const Vec3& n_B)
    {
        a = kernels.farthest(A.coordinates(), A.count(), n_A.data(), reach_a);
        b = kernels.farthest(B.coordinates(), B.count(), n_B.data(), reach_b);
    }
};

}  // namespace

double hullGap(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane, const Vec3& n)
{
    if (!isModerate(A, B, lane))
        return -std::numeric_limits<double>::infinity();
    const auto gapAt = [&](double s) {
        const Vec3 n_A = lane.a.R.transpose() * (n + s * n.cross(lane.a.omega));
        const Vec3 n_B = -(lane.b.R.transpose() * (n + s * n.cross(lane.b.omega)));
        const Farthest points(kernels, A, B, n_A, n_B);
        return n.dot(lane.p) + s * n.dot(lane.v) - points.reach_a - points.reach_b;
    };
    const double first = gapAt(-lane.half_width), last = gapAt(lane.half_width);
    // Rotations that are no numbers have nothing that is farthest.
    if (!(std::abs(first) < std::numeric_limits<double>::infinity() && std::abs(last) < std::numeric_limits<double>::infinity()))
        return -std::numeric_limits<double>::infinity();
    const double bend = (bendAlong(A, lane.a, lane.half_width, n) + bendAlong(B, lane.b, lane.half_width, n)) * kInflate;
    return std::min(first, last) - 0.5 * bend * lane.half_width * lane.half_width;
}

std::optional<double> gapOfHulls(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane,
                                 double needed, Vec3& v)
{
    constexpr int kMostIterations = 16;
    constexpr double kSharp = 0.02;
    Simplex simplex;
    double farthest = needed;
    for (int iteration = 0; iteration < kMostIterations; ++iteration)
    {
        const double length = v.norm();
        if (!(length > kUnderflow))
            break;
        const Vec3 n = v / length;
        const Farthest points(kernels, A, B, lane.a.R.transpose() * n, -(lane.b.R.transpose() * n));
        const double there = n.dot(lane.p) - points.reach_a - points.reach_b;
        if (there > farthest)
        {
            farthest = there;
            if (const double gap = hullGap(kernels, A, B, lane, n); gap > needed)
                return gap;
        }
        const SimplexVertex vertex{lane.p + lane.b.R * B.point(points.b) - lane.a.R * A.point(points.a), Vec3::Zero(),
                                   Vec3::Zero()};
        // v is a point of the hulls' difference from the first vertex on: they are no farther apart than it is long.
        if ((simplex.size > 0 && length - there <= kSharp * length) || !simplex.add(vertex) || !reduce(simplex))
            break;
        v = simplex.nearest();
        if (v.norm() <= needed)
            break;
    }
    return {};
}

}  // namespace gapless
