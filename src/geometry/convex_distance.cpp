// The iteration of Gilbert, Johnson and Keerthi on the cores; the radii are taken off at the end, so that the sets searched are
// polytopes, or have the rim of a disc at the most.
//
// Let W be the Minkowski difference of the cores, all b - a: their distance is that of W from the origin. With n the unit vector along v:
// 1. w is the point of W least far along n. All of W has n.x >= n.w: a lower bound of the distance.
// 2. w joins the simplex, at most four points of W, which is then reduced to the face, edge or corner that carries its point nearest to
//    the origin. That point is the next v. Its length is an upper bound, and its weights mix the two nearest points out of those that the
//    corners came from. Whatever the order in which the corners came, the faces that the origin is beyond are looked at.
//
// It ends where the bounds are within kRelativeGap of each other and on one side of `decide` (a gap that is a thousandth sharper covers
// hardly more of a motion), or within 4 u; where w is a corner already, or the upper bound does not fall, as far as doubles can tell;
// where the origin is inside of a tetrahedron, so that the cores overlap; and after kMaxIterations in any case. Whatever it ends with,
// what is returned is evaluated anew from the direction and the two points alone (convex_distance.h).
//
// Where neither bound settles the question, the directions of features are tried (feature_directions.h), and then six more starts, spread
// over the sphere and none of them along an axis, where flat and symmetric shapes have their faces.
#include <gapless/geometry/convex_distance.h>

#include <limits>

#include "geometry/feature_directions.h"
#include "geometry/simplex.h"

namespace gapless {

namespace {

constexpr int kMaxIterations = 64;
constexpr double kRelativeGap = 1e-3;
/// Of what is shorter the square has lost digits, and what it is divided by its length would not be of unit length.
constexpr double kShortestDirection = 1e-150;

ConvexDistance iterate(const Convex& A, const Convex& B, Vec3 v, double decide)
{
    const double radii = A.radius + B.radius;
    ConvexDistance result;
    result.lower = -std::numeric_limits<double>::infinity();
    result.upper = std::numeric_limits<double>::infinity();

    Simplex simplex;
    double core_upper = std::numeric_limits<double>::infinity();
    double core_lower = -std::numeric_limits<double>::infinity();
    Vec3 core_a = A.centre(), core_b = B.centre();

    for (int iteration = 0; iteration < kMaxIterations; ++iteration)
    {
        const double length = v.norm();
        if (!(length > kShortestDirection))
            break;
        const Vec3 n = v / length;
        SimplexVertex vertex;
        vertex.a = A.coreSupportPoint(n);
        vertex.b = B.coreSupportPoint(-n);
        vertex.w = vertex.b - vertex.a;
        const double gap = n.dot(vertex.w);
        if (gap > core_lower)
        {
            core_lower = gap;
            result.direction = n;
        }
        const double lower = core_lower - radii, upper = core_upper - radii;
        const bool have_points = simplex.size > 0;
        if (have_points && core_upper - core_lower <= 4.0 * kUnitRoundoff * core_upper)
            break;
        // Settled for the caller: tight enough, and on one side of `decide`.
        if (have_points && upper - lower <= kRelativeGap * std::abs(upper) && (lower > decide || upper <= decide))
            break;
        if (!simplex.add(vertex))
            break;
        const int size_before = simplex.size;
        const bool outside = reduce(simplex);
        const Vec3 nearest = simplex.nearest();
        const double distance = outside ? nearest.norm() : 0.0;
        if (distance >= core_upper && size_before > 1)
            break;  // rounding: no more progress
        core_upper = distance;
        core_a.setZero();
        core_b.setZero();
        for (int i = 0; i < simplex.size; ++i)
        {
            core_a += simplex.weight[i] * simplex.vertex[i].a;
            core_b += simplex.weight[i] * simplex.vertex[i].b;
        }
        if (!outside)
        {
            core_upper = (core_b - core_a).norm();
            break;
        }
        v = nearest;
    }

    // Not the gap of two points that were meant to be extreme: of the support functions themselves.
    result.lower = supportGap(A, B, result.direction);
    const Vec3 between = core_b - core_a;
    const double core_distance = between.norm();
    if (core_distance > radii)
    {
        const Vec3 n = between / core_distance;
        result.point_a = core_a + A.radius * n;
        result.point_b = core_b - B.radius * n;
        result.upper = core_distance - radii;
    }
    else
    {
        // The balls overlap: one common point.
        const double share = radii > 0.0 ? A.radius / radii : 0.0;
        result.point_a = core_a + share * between;
        result.point_b = result.point_a;
        result.upper = 0.0;
    }
    return result;
}

bool isSettled(const ConvexDistance& d, double decide)
{
    return d.lower > decide || d.upper <= decide || d.upper - d.lower <= kRelativeGap * std::abs(d.upper);
}

}  // namespace

ConvexDistance convexDistance(const Convex& A, const Convex& B, const Vec3& hint, double decide)
{
    Vec3 v = hint.norm() > kShortestDirection ? hint : Vec3(B.centre() - A.centre());
    if (v.squaredNorm() == 0.0)
        v = Vec3::UnitX();
    ConvexDistance best = iterate(A, B, v, decide);
    if (!isSettled(best, decide))
        tryFeatureDirections(A, B, best);
    // Flat and symmetric positions can leave the iteration with a simplex that makes no progress. From elsewhere it does; all
    // bounds hold, so the best of each is kept.
    const Vec3 elsewhere[] = {{0.9, 0.3, 0.2},   {-0.2, 0.9, 0.35}, {0.25, -0.3, 0.9},
                              {-0.8, -0.5, 0.3}, {0.4, -0.8, -0.5}, {-0.3, 0.4, -0.9}};
    for (const Vec3& start : elsewhere)
    {
        if (isSettled(best, decide))
            break;
        const ConvexDistance other = iterate(A, B, start, decide);
        if (other.lower > best.lower)
        {
            best.lower = other.lower;
            best.direction = other.direction;
        }
        if (other.upper < best.upper)
        {
            best.upper = other.upper;
            best.point_a = other.point_a;
            best.point_b = other.point_b;
        }
    }
    return best;
}

}  // namespace gapless
