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
        return body.omega.norm() < kMost && body.turn_rate < kMost && body.bend < kMost;
    };
    return A.reach() < kMost && B.reach() < kMost && lane.p.norm() < kMost && lane.v.norm() < kMost && isModerateBody(lane.a)
           && isModerateBody(lane.b);
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

/// Along one direction.
struct AlongNormal
{
    const HullLane& lane;
    const Vec3 n, turn_a, turn_b;
    const double way, rate;
    double bend;

    AlongNormal(const OuterHull& A, const OuterHull& B, const HullLane& lane_, const Vec3& n_)
        : lane(lane_),
          n(n_),
          turn_a(n.cross(lane.a.omega)),
          turn_b(n.cross(lane.b.omega)),
          way(n.dot(lane.p)),
          rate(n.dot(lane.v))
    {
        const auto bendOf = [](const OuterHull& hull, const HullBody& body, const Vec3& turned) {
            return body.bend + hull.reach() * (body.turn_rate + body.omega.norm() * turned.norm());
        };
        bend = (bendOf(A, lane.a, turn_a) + bendOf(B, lane.b, turn_b)) * kInflate;
    }

    /// The bound at tm + s.
    double gapAt(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, double s) const
    {
        const Farthest points(kernels, A, B, lane.a.R.transpose() * (n + s * turn_a), -(lane.b.R.transpose() * (n + s * turn_b)));
        return way + s * rate - points.reach_a - points.reach_b - 0.5 * bend * s * s;
    }
    double leastGap(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B) const
    {
        const double first = gapAt(kernels, A, B, lane.first), last = gapAt(kernels, A, B, lane.last);
        // Rotations that are no numbers have nothing that is farthest.
        const bool is_number =
            std::abs(first) < std::numeric_limits<double>::infinity() && std::abs(last) < std::numeric_limits<double>::infinity();
        return is_number ? std::min(first, last) : -std::numeric_limits<double>::infinity();
    }
    /// What the bound is no greater than, by one point of each hull. @param x, y as seen from their bodies' origins in F
    double atMost(const Vec3& x, const Vec3& y) const
    {
        const double there = way + n.dot(y) - n.dot(x), along = rate + turn_b.dot(y) - turn_a.dot(x);
        const auto gap = [&](double s) { return there + s * along - 0.5 * bend * s * s; };
        return std::min(gap(lane.first), gap(lane.last));
    }
};

}  // namespace

double hullGap(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane, const Vec3& n)
{
    return isModerate(A, B, lane) ? AlongNormal(A, B, lane, n).leastGap(kernels, A, B) : -std::numeric_limits<double>::infinity();
}

GapOfHulls gapOfHulls(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane, double needed,
                      bool patient, Vec3& v)
{
    constexpr int kMostIterations = 16;
    constexpr double kSharp = 0.02;
    GapOfHulls found;
    if (!isModerate(A, B, lane))
        return found;
    Simplex simplex;
    double farthest = needed;
    for (int iteration = 0; iteration < kMostIterations; ++iteration)
    {
        ++found.looks;
        const double length = v.norm();
        if (!(length > kUnderflow))
            break;
        const Vec3 n = v / length;
        const Farthest points(kernels, A, B, lane.a.R.transpose() * n, -(lane.b.R.transpose() * n));
        const double there = n.dot(lane.p) - points.reach_a - points.reach_b;
        const Vec3 x = lane.a.R * A.point(points.a), y = lane.b.R * B.point(points.b);
        if (there > farthest)
        {
            farthest = there;
            found.there = true;
            const AlongNormal along(A, B, lane, n);
            const double at_most = along.atMost(x, y);
            if (at_most > needed)
                if (const double gap = along.leastGap(kernels, A, B); gap > needed)
                {
                    found.all_along = gap;
                    break;
                }
            // There they are apart by less than the length: of that as much is lost along it, about.
            if (!patient && length - (there - at_most) <= needed)
                break;
        }
        // v is a point of the hulls' difference from the first vertex on: they are no farther apart than it is long.
        if ((simplex.size > 0 && length - there <= kSharp * length) || !simplex.add({lane.p + y - x, Vec3::Zero(), Vec3::Zero()})
            || !reduce(simplex))
            break;
        v = simplex.nearest();
        if (v.norm() <= needed)
            break;
    }
    return found;
}

}  // namespace gapless
