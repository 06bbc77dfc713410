#include "certify/contact_proof.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gapless {

namespace {

/// The sign of (u x v).w = det(p - d, q - d, r - d), or 0 where moving each point by `error` could change it.
/// Each of the three differences moves by at most 2 error, so the determinant of differences of lengths at most U, V, W (2 error
/// included) changes by at most 2 error (U V + U W + V W); computing it takes fewer than 16 roundings of numbers up to U V W.
int certainSign(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& d, double error)
{
    const Vec3 u = p - d, v = q - d, w = r - d;
    const double U = u.norm() + 2.0 * error, V = v.norm() + 2.0 * error, W = w.norm() + 2.0 * error;
    const double bound = (2.0 * error * (U * V + U * W + V * W) + 32.0 * kUnitRoundoff * U * V * W) * kInflate;
    const double value = u.cross(v).dot(w);
    return value > bound ? 1 : value < -bound ? -1 : 0;
}

/// Does the segment pq pierce the triangle?
///
/// p and q are strictly on different sides of the triangle's plane, and the line through them passes all three edges on one side: then it
/// meets the plane inside of the triangle, between p and q. Five signs, each certain for all points within `error`.
bool pierces(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t, double error)
{
    const int side_p = certainSign(t[0], t[1], t[2], p, error);
    if (side_p == 0 || side_p != -certainSign(t[0], t[1], t[2], q, error))
        return false;
    const int first = certainSign(p, t[0], t[1], q, error);
    return first != 0 && first == certainSign(p, t[1], t[2], q, error) && first == certainSign(p, t[2], t[0], q, error);
}

/// Covers the rounding of the few sums and products below.
double slackAt(const Convex& piece, const Vec3& r)
{
    return 32.0 * kUnitRoundoff * (r.norm() + piece.b.norm() + piece.c.norm() + piece.d.norm());
}

double distanceFromSegment(const Vec3& p, const Vec3& a, const Vec3& b)
{
    const Vec3 ab = b - a;
    const double length = ab.squaredNorm();
    const double s = length > 0.0 ? std::clamp((p - a).dot(ab) / length, 0.0, 1.0) : 0.0;
    return (p - (a + s * ab)).norm();
}

/// Upper bound up to rounding: the distance from the point of the triangle below p, where there is one, or from its edges.
double distanceFromTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const double edges = std::min({distanceFromSegment(p, a, b), distanceFromSegment(p, b, c), distanceFromSegment(p, c, a)});
    const Vec3 n = (b - a).cross(c - a);
    const double nn = n.squaredNorm();
    if (!(nn > 0.0))
        return edges;
    const double u = (b - a).cross(p - a).dot(n) / nn, v = (p - a).cross(c - a).dot(n) / nn;
    if (u < 0.0 || v < 0.0 || u + v > 1.0)
        return edges;
    return std::min(edges, (p - (a + v * (b - a) + u * (c - a))).norm());
}

}  // namespace

bool triangleIsPierced(const Convex& A, const Convex& B, double error)
{
    const std::array<Vec3, 3> a{A.a, A.b, A.c}, b{B.a, B.b, B.c};
    for (std::size_t i = 0; i < 3; ++i)
        if (pierces(a[i], a[(i + 1) % 3], b, error) || pierces(b[i], b[(i + 1) % 3], a, error))
            return true;
    return false;
}

bool holdsBall(const Convex& piece, const Vec3& p, double radius)
{
    const Vec3 r = p - piece.a;
    const double slack = slackAt(piece, r);
    const auto isWithin = [&](const Vec3& half_axis) {
        const double half = half_axis.norm();
        return half > 0.0 && std::abs(r.dot(half_axis)) / half + radius + slack <= half;
    };
    switch (piece.type)
    {
        case Convex::Type::Point: return r.norm() + radius + slack <= piece.radius;
        case Convex::Type::Segment: return distanceFromSegment(p, piece.a, piece.b) + radius + slack <= piece.radius;
        case Convex::Type::Box: return isWithin(piece.b) && isWithin(piece.c) && isWithin(piece.d);
        case Convex::Type::Cylinder:
            return isWithin(piece.b) && (r - r.dot(piece.d) * piece.d).norm() + radius + slack <= piece.c.x();
        case Convex::Type::Cone:
        {
            // Above the base, and below the lateral surface by the distance along its normal.
            const double height = piece.b.norm(), along = r.dot(piece.d), base = piece.c.x();
            const double below = ((height - along) * base - (r - along * piece.d).norm() * height) / std::hypot(height, base);
            return along >= radius + slack && below >= radius + slack;
        }
        case Convex::Type::Triangle:
        case Convex::Type::Rectangle: break;
    }
    return false;
}

double distanceFrom(const Convex& piece, const Vec3& p)
{
    const Vec3 r = p - piece.a;
    const auto beyond = [&](const Vec3& half_axis) {
        const double half = half_axis.norm();
        return half > 0.0 ? std::max(0.0, std::abs(r.dot(half_axis)) / half - half) : 0.0;
    };
    double core = 0.0;
    switch (piece.type)
    {
        case Convex::Type::Point: core = r.norm(); break;
        case Convex::Type::Segment: core = distanceFromSegment(p, piece.a, piece.b); break;
        case Convex::Type::Triangle: core = distanceFromTriangle(p, piece.a, piece.b, piece.c); break;
        case Convex::Type::Box: core = Vec3(beyond(piece.b), beyond(piece.c), beyond(piece.d)).norm(); break;
        case Convex::Type::Cylinder:
            core = std::hypot(beyond(piece.b), std::max(0.0, (r - r.dot(piece.d) * piece.d).norm() - piece.c.x()));
            break;
        case Convex::Type::Cone:
        {
            // In the half plane of the axis and p: from the triangle of axis, base and lateral line.
            const double along = r.dot(piece.d);
            const Vec3 q((r - along * piece.d).norm(), along, 0.0);
            core = distanceFromTriangle(q, Vec3::Zero(), Vec3(piece.c.x(), 0.0, 0.0), Vec3(0.0, piece.b.norm(), 0.0));
            break;
        }
        case Convex::Type::Rectangle:
            core = Vec3(beyond(piece.b), beyond(piece.c), r.dot(piece.b.cross(piece.c).normalized())).norm();
            break;
    }
    return std::max(0.0, core - piece.radius) + slackAt(piece, r);
}

// The ways of the header, from those that one distance decides to those that search for a common point. Farther takes more than four
// errors: as much may be computed as the distance of two pieces that touch.
//
// The last way is for faces that lie on each other: the nearest points are then any two of a whole area, and one on a rim is not deep in
// anything. Nearest to the solid's core, half as large in each direction about its centre, a point is well inside of that area. A cone's
// core has half of its height and radius and stands 0.15 of the height above its base: its widest rim is at 0.5 of the radius, where the
// cone has 0.85.
Closeness closeness(const Convex& A, const Convex& B, double clearance, double error, const Vec3& touch_a, const Vec3& touch_b)
{
    const ConvexDistance d = convexDistance(A, B, Vec3::Zero(), clearance);
    if (d.upper + error <= clearance)
        return Closeness::Proven;
    if (d.upper > clearance + 4.0 * error)
        return Closeness::Farther;
    if (clearance > 0.0)
        return Closeness::Close;
    const double radii = A.radius + B.radius;
    if (radii > 0.0)
    {
        Convex core_a = A, core_b = B;
        core_a.radius = core_b.radius = 0.0;
        if (convexDistance(core_a, core_b, Vec3::Zero(), radii).upper + error <= radii)
            return Closeness::Proven;
    }
    const bool triangles = A.type == Convex::Type::Triangle && B.type == Convex::Type::Triangle;
    if (triangles)
        return triangleIsPierced(A, B, error) ? Closeness::Proven : Closeness::Close;
    // A point near the computed piece is that much plus `error` from one of the exact piece, and the other exact piece within `error` of
    // its own.
    const auto isCommon = [&](const Convex& of, const Convex& solid, const Vec3& p) {
        return holdsBall(solid, p, 2.0 * error + distanceFrom(of, p));
    };
    if (isCommon(A, B, touch_a) || isCommon(B, A, touch_b))
        return Closeness::Proven;
    // Flat contacts: the nearest points may be anywhere, on the rim too. Nearest to a smaller solid, they are not.
    const auto nearestToCore = [](const Convex& of, const Convex& solid) {
        Convex core = solid;
        core.b *= 0.5;
        core.c *= 0.5;
        if (solid.type == Convex::Type::Box)
            core.d *= 0.5;
        if (solid.type == Convex::Type::Cone)
            core.a += 0.15 * solid.b;  // off the base too
        return convexDistance(of, core, Vec3::Zero(), 0.0).point_a;
    };
    const auto isSolid = [](const Convex& piece) {
        return piece.type == Convex::Type::Box || piece.type == Convex::Type::Cylinder || piece.type == Convex::Type::Cone;
    };
    if ((isSolid(B) && isCommon(A, B, nearestToCore(A, B))) || (isSolid(A) && isCommon(B, A, nearestToCore(B, A))))
        return Closeness::Proven;
    return Closeness::Close;
}

Feature featureAt(const Convex& piece, const Vec3& p)
{
    if (piece.type != Convex::Type::Triangle)
        return Feature::Solid;
    const std::array<Vec3, 3> t{piece.a, piece.b, piece.c};
    const double near = 1e-6 * std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm()});
    Feature feature = Feature::Face;
    for (std::size_t i = 0; i < 3; ++i)
    {
        if ((p - t[i]).norm() <= near)
            return Feature::Vertex;
        if (distanceFromSegment(p, t[i], t[(i + 1) % 3]) <= near)
            feature = Feature::Edge;
    }
    return feature;
}

}  // namespace gapless
