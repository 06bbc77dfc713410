#include "certify/hull_lane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>

#include "geometry/simplex.h"

namespace gapless {

namespace {

/// Products of four such numbers, and sums of these, neither overflow nor are none, here and where the hulls were made; nor do products of points and of
/// what directions turn to, as floats.
bool isModerate(const OuterHull& A, const OuterHull& B, const HullLane& lane)
{
    constexpr double kMost = 1e60, kMostOfFloats = 1e15;
    const auto isModerateBody = [](const HullBody& body) {
        return body.omega.norm() < kMostOfFloats && body.turn_rate < kMost && body.bend < kMost;
    };
    return A.reach() < kMostOfFloats && B.reach() < kMostOfFloats && lane.p.norm() < kMost && lane.v.norm() < kMost
           && isModerateBody(lane.a) && isModerateBody(lane.b);
}

/// What a kernel's reach may be too small by.
double reachError(const OuterHull& hull, const Vec3& n)
{
    return kOfFarthest * hull.reach() * n.norm() + kUnderflowOf<float>;
}

/// By doubles, one after the other: for where floats do not tell.
double reachOf(const OuterHull& hull, const Vec3& n)
{
    double reach = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < hull.count(); ++i)
        if (const double height = n.dot(hull.point(i)); height > reach)
            reach = height;
    return reach;
}

/// The points farthest along n_A and n_B, in the bodies' frames.
struct Farthest
{
    std::size_t a, b;
    double reach = 0.0;  // of both together; never too small
    double error = 0.0;  // by how much that may be too large

    Farthest(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const Vec3& n_A, const Vec3& n_B)
    {
        const auto look = [&](const OuterHull& hull, const Vec3& n) {
            double own = 0.0;
            const std::size_t point = kernels.farthest(hull.floats(), hull.count(), n.data(), own);
            const double off = reachError(hull, n);
            reach += own + off;
            error += 2.0 * off;
            return point;
        };
        a = look(A, n_A);
        b = look(B, n_B);
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

    /// The least of the bound at both ends. @param needed where floats do not tell whether it is greater than that, doubles do
    double leastGap(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, double needed) const
    {
        // Of A and of B, at either end.
        const auto ends = [&](const HullBody& body, const Vec3& from, const Vec3& turned) -> std::array<Vec3, 2> {
            const Vec3 there = body.R.transpose() * from, turn = body.R.transpose() * turned;
            return {there + lane.first * turn, there + lane.last * turn};
        };
        const std::array<Vec3, 2> n_A = ends(lane.a, n, turn_a), n_B = ends(lane.b, -n, -turn_b);
        double reaches_a[2], reaches_b[2], gaps[2], error = 0.0;
        kernels.reaches(A.floats(), A.count(), n_A[0].data(), n_A[1].data(), reaches_a);
        kernels.reaches(B.floats(), B.count(), n_B[0].data(), n_B[1].data(), reaches_b);
        const auto gapAt = [&](double s, double reach) { return way + s * rate - reach - 0.5 * bend * s * s; };
        for (std::size_t k = 0; k < 2; ++k)
        {
            const double off = reachError(A, n_A[k]) + reachError(B, n_B[k]);
            gaps[k] = gapAt(k == 0 ? lane.first : lane.last, reaches_a[k] + reaches_b[k] + off);
            error = std::max(error, 2.0 * off);
        }
        if (const double gap = std::min(gaps[0], gaps[1]); gap <= needed && gap + error > needed)
            for (std::size_t k = 0; k < 2; ++k)
                gaps[k] = gapAt(k == 0 ? lane.first : lane.last, reachOf(A, n_A[k]) + reachOf(B, n_B[k]));
        // Rotations that are no numbers have nothing that is farthest.
        const bool is_number = std::abs(gaps[0]) < std::numeric_limits<double>::infinity()
                               && std::abs(gaps[1]) < std::numeric_limits<double>::infinity();
        return is_number ? std::min(gaps[0], gaps[1]) : -std::numeric_limits<double>::infinity();
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
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return isModerate(A, B, lane) ? AlongNormal(A, B, lane, n).leastGap(kernels, A, B, kInfinity) : -kInfinity;
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
    if (v == Vec3::Zero())
    {
        // A point of the hulls' difference, and mostly nearer to the right direction than a corner of it.
        v = lane.p + lane.b.R * B.centre() - lane.a.R * A.centre();
        simplex.add({v, Vec3::Zero(), Vec3::Zero()});
    }
    double farthest = needed;
    for (int iteration = 0; iteration < kMostIterations; ++iteration)
    {
        ++found.looks;
        const double length = v.norm();
        if (!(length > kUnderflow))
            break;
        const Vec3 n = v / length;
        const Vec3 n_A = lane.a.R.transpose() * n, n_B = -(lane.b.R.transpose() * n);
        const Farthest points(kernels, A, B, n_A, n_B);
        double there = n.dot(lane.p) - points.reach;
        if (there <= farthest && there + points.error > farthest)
            there = n.dot(lane.p) - reachOf(A, n_A) - reachOf(B, n_B);
        const Vec3 x = lane.a.R * A.point(points.a), y = lane.b.R * B.point(points.b);
        if (there > farthest)
        {
            farthest = there;
            found.there = true;
            const AlongNormal along(A, B, lane, n);
            const double at_most = along.atMost(x, y);
            if (at_most > needed)
                if (const double gap = along.leastGap(kernels, A, B, needed); gap > needed)
                {
                    found.all_along = gap;
                    break;
                }
            // There they are apart by less than the length: of that as much is lost along it, about.
            if (!patient && length - (there - at_most) <= needed)
                break;
        }
        // v is a point of the hulls' difference once there is a vertex: they are no farther apart than it is long.
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
