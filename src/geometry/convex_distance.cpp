// The iteration of Gilbert, Johnson and Keerthi on the cores; the radii are taken off at the end, so that the sets searched are
// polytopes, or have the rim of a disc at the most.
//
// Let W be the Minkowski difference of the cores, all b - a: their distance is that of W from the origin. With n the unit vector along v:
// 1. w is the point of W least far along n. All of W has n.x >= n.w: a lower bound of the distance.
// 2. w joins the simplex, at most four points of W, which is then reduced to the face, edge or corner that carries its point nearest to
//    the origin. That point is the next v. Its length is an upper bound, and its weights mix the two nearest points out of those that the
//    corners came from. Every face is looked at with its edges, whatever the order in which the corners came.
//
// It ends where the bounds are within kRelativeGap of each other and on one side of `decide` (a gap that is a thousandth sharper covers
// hardly more of a motion), or within 4 u; where w is a corner already, or the upper bound does not fall, as far as doubles can tell;
// where the origin is inside of a tetrahedron, so that the cores overlap; and after kMaxIterations in any case. Whatever it ends with,
// what is returned is evaluated anew from the direction and the two points alone (convex_distance.h).
//
// Where neither bound settles the question, the directions of features are tried (feature_directions.h), and then six more starts, spread
// over the sphere and none of them along an axis, where flat and symmetric shapes have their faces.
#include <gapless/geometry/convex_distance.h>

#include <array>
#include <limits>

#include "geometry/feature_directions.h"

namespace gapless {

namespace {

// A vertex of the Minkowski difference B - A, with the points it came from.
struct Vertex
{
    Vec3 w, a, b;
};

// The point of a simplex nearest to the origin: weights and which vertices carry it.
struct Simplex
{
    std::array<Vertex, 4> vertex;
    std::array<double, 4> weight{};
    int size = 0;

    Vec3 nearest() const
    {
        Vec3 sum = Vec3::Zero();
        for (int i = 0; i < size; ++i)
            sum += weight[i] * vertex[i].w;
        return sum;
    }
};

void keep(Simplex& simplex, std::array<int, 4> index, std::array<double, 4> weight, int size)
{
    std::array<Vertex, 4> vertex;
    for (int i = 0; i < size; ++i)
        vertex[i] = simplex.vertex[index[i]];
    for (int i = 0; i < size; ++i)
    {
        simplex.vertex[i] = vertex[i];
        simplex.weight[i] = weight[i];
    }
    simplex.size = size;
}

struct Reduced
{
    std::array<int, 4> index{};
    std::array<double, 4> weight{};
    int size = 0;
    double squared = 0.0;
};

Reduced nearestOnSegment(const Simplex& s, int i, int j)
{
    const Vec3& p = s.vertex[i].w;
    const Vec3 d = s.vertex[j].w - p;
    const double dd = d.squaredNorm();
    double t = dd > 0.0 ? -p.dot(d) / dd : 0.0;
    Reduced r;
    if (t <= 0.0)
        r = {{i}, {1.0}, 1, p.squaredNorm()};
    else if (t >= 1.0)
        r = {{j}, {1.0}, 1, s.vertex[j].w.squaredNorm()};
    else
        r = {{i, j}, {1.0 - t, t}, 2, (p + t * d).squaredNorm()};
    return r;
}

Reduced nearestOnTriangle(const Simplex& s, int i, int j, int k)
{
    const Vec3& a = s.vertex[i].w;
    const Vec3& b = s.vertex[j].w;
    const Vec3& c = s.vertex[k].w;
    const Vec3 n = (b - a).cross(c - a);
    const double nn = n.squaredNorm();
    if (nn > 0.0)
    {
        // Barycentric coordinates of the origin's projection; all positive means the face itself is nearest.
        const double wa = n.dot(b.cross(c));
        const double wb = n.dot(c.cross(a));
        const double wc = n.dot(a.cross(b));
        const double sum = wa + wb + wc;
        if (wa > 0.0 && wb > 0.0 && wc > 0.0 && sum > 0.0)
        {
            Reduced r{{i, j, k}, {wa / sum, wb / sum, wc / sum}, 3, 0.0};
            r.squared = (r.weight[0] * a + r.weight[1] * b + r.weight[2] * c).squaredNorm();
            return r;
        }
    }
    Reduced best = nearestOnSegment(s, i, j);
    for (const auto& edge : {std::array<int, 2>{j, k}, std::array<int, 2>{k, i}})
    {
        const Reduced r = nearestOnSegment(s, edge[0], edge[1]);
        if (r.squared < best.squared)
            best = r;
    }
    return best;
}

// Reduces the simplex to the face that carries the point nearest to the origin. @return false if the origin is inside.
bool reduce(Simplex& s)
{
    Reduced best;
    switch (s.size)
    {
        case 1: best = {{0}, {1.0}, 1, 0.0}; break;
        case 2: best = nearestOnSegment(s, 0, 1); break;
        case 3: best = nearestOnTriangle(s, 0, 1, 2); break;
        default:
        {
            const Vec3& a = s.vertex[0].w;
            const Vec3& b = s.vertex[1].w;
            const Vec3& c = s.vertex[2].w;
            const Vec3& d = s.vertex[3].w;
            // Signed volumes of the tetrahedra that the origin forms with the faces: its barycentric coordinates times v.
            const double wa = b.dot(c.cross(d)), wb = -a.dot(c.cross(d)), wc = a.dot(b.cross(d)), wd = -a.dot(b.cross(c));
            const double v = wa + wb + wc + wd;
            if (v != 0.0 && wa * v > 0.0 && wb * v > 0.0 && wc * v > 0.0 && wd * v > 0.0)
            {
                s.weight = {wa / v, wb / v, wc / v, wd / v};
                return false;
            }
            best = nearestOnTriangle(s, 0, 1, 2);
            for (const auto& face : {std::array<int, 3>{0, 1, 3}, std::array<int, 3>{0, 2, 3}, std::array<int, 3>{1, 2, 3}})
            {
                const Reduced r = nearestOnTriangle(s, face[0], face[1], face[2]);
                if (r.squared < best.squared)
                    best = r;
            }
        }
    }
    keep(s, best.index, best.weight, best.size);
    return true;
}

constexpr int kMaxIterations = 64;
constexpr double kRelativeGap = 1e-3;

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
        if (!(length > 0.0))
            break;
        const Vec3 n = v / length;
        Vertex vertex;
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
        bool known = false;
        for (int i = 0; i < simplex.size; ++i)
            known = known || simplex.vertex[i].w == vertex.w;
        if (known)
            break;
        simplex.vertex[simplex.size] = vertex;
        simplex.weight[simplex.size] = 0.0;
        ++simplex.size;
        const Simplex before = simplex;
        const bool outside = reduce(simplex);
        const Vec3 nearest = simplex.nearest();
        const double distance = outside ? nearest.norm() : 0.0;
        if (distance >= core_upper && before.size > 1)
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
    Vec3 v = hint.squaredNorm() > 0.0 ? hint : Vec3(B.centre() - A.centre());
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
