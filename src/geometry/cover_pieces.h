// What a cover by balls cuts an object into: convex pieces of few extreme points (ball_cover.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/core/rounding.h>
#include <gapless/geometry/convex.h>

namespace gapless::cover {

/// Corners of the polygon about a disc: a power of two, so that half angles give them all.
inline constexpr int kSectors = 16;

/// The hull of these, each swept by its radius, is a piece. A disc about `p` with unit normal `n`, or the point p where it has no radius.
struct Extreme
{
    Vec3 p = Vec3::Zero(), n = Vec3::Zero();
    double disc = 0.0;
    double swept = 0.0;

    /// Largest distance of one of its points from c, but for fewer than 20 roundings.
    double distance(const Vec3& c) const
    {
        const Vec3 r = p - c;
        if (disc == 0.0)
            return r.norm() + swept;
        const double along = r.dot(n), across = (r - along * n).norm() + disc;
        return std::sqrt(along * along + across * across) + swept;
    }
};

/// A piece: at most eight of them.
struct Hull
{
    std::array<Extreme, 8> extreme;
    int count = 0;
    /// Else all are points, with the same radius.
    bool has_discs = false;

    void add(const Vec3& p, double swept)
    {
        Extreme& e = extreme[static_cast<std::size_t>(count++)];
        e.p = p;
        e.disc = 0.0;
        e.swept = swept;
    }
    void add(const Vec3& p, const Vec3& n, double disc, double swept)
    {
        add(p, swept);
        extreme[static_cast<std::size_t>(count - 1)].n = n;
        extreme[static_cast<std::size_t>(count - 1)].disc = disc;
        has_discs = true;
    }
    /// By how much a ball is too small for the piece; where that is more than `most`, some number that is more.
    double excess(const Ball& ball, double most) const
    {
        if (!has_discs)
        {
            // Most balls are far from most pieces, which squares tell; all points at once is faster than one by one.
            double farthest = 0.0;
            for (int i = 0; i < count; ++i)
                farthest = std::max(farthest, (extreme[static_cast<std::size_t>(i)].p - ball.centre).squaredNorm());
            const double swept = extreme.front().swept, beyond = most + ball.radius - swept;
            if (farthest > beyond * std::abs(beyond) * (1.0 + 1e-9))
                return std::numeric_limits<double>::infinity();
            return std::max(-ball.radius, std::sqrt(farthest) + swept - ball.radius);
        }
        double result = -ball.radius;
        for (int i = 0; i < count && result <= most; ++i)
            result = std::max(result, extreme[static_cast<std::size_t>(i)].distance(ball.centre) - ball.radius);
        return result;
    }
};

/// What is cut. Ball: about o. Cell: o + x.x u + x.y v + x.z w for x in [0,1]^3, sides of length zero left out.
/// Triangle: o + x u + y v. Frustum: discs about o + z w, 0 <= z <= 1, unit normal n, radius from r0 to r1.
struct CoverPart
{
    enum class Kind : std::uint8_t
    {
        Ball,
        Cell,
        Triangle,
        Frustum,
    };
    Kind kind = Kind::Ball;
    double swept = 0.0;
    Vec3 o = Vec3::Zero(), u = Vec3::Zero(), v = Vec3::Zero(), w = Vec3::Zero();
    Vec3 n = Vec3::Zero();
    double r0 = 0.0, r1 = 0.0;

    double radiusAt(double z) const { return (1.0 - z) * r0 + z * r1; }
};

using Plane = Eigen::Vector2d;

/// Corners of the regular polygon about the unit disc.
inline const std::array<Plane, kSectors + 1>& polygon()
{
    static const std::array<Plane, kSectors + 1> corners = [] {
        // Half angles from the right angle on, by roots alone, which all machines round alike.
        double cosine = 0.0, sine = 1.0;
        for (int n = 4; n < kSectors; n *= 2)
        {
            const double half = std::sqrt(0.5 * (1.0 + cosine));
            sine = 0.5 * sine / half;
            cosine = half;
        }
        const double half_of_sector = std::sqrt(0.5 * (1.0 + cosine));
        std::array<Plane, kSectors + 1> result;
        // Its rounding, of a few dozen u, is paid for by the last factor.
        Plane corner(1.0 / half_of_sector * kInflate, 0.0);
        for (int i = 0; i < kSectors; ++i)
        {
            result[static_cast<std::size_t>(i)] = corner;
            corner = Plane(cosine * corner.x() - sine * corner.y(), sine * corner.x() + cosine * corner.y());
        }
        result[kSectors] = result[0];
        return result;
    }();
    return corners;
}

/// A part of a body, in the body's parameters. A frustum between low.z and high.z: all of it (sector -1), or the part of a sector whose
/// points are R(z) (x e_i + y e_i+1), (x, y) in the triangle `corner`, with e_i the corners of the polygon.
struct Piece
{
    std::size_t body = 0;
    /// The ball that would grow least for what this was cut from, and where in a list those are that may for this.
    std::size_t ball = 0;
    std::array<std::size_t, 2> near{};
    int sector = -1;
    Vec3 low = Vec3::Zero(), high = Vec3::Ones();
    std::array<Plane, 3> corner{Plane(0.0, 0.0), Plane(1.0, 0.0), Plane(0.0, 1.0)};
};

inline Hull hullOf(const CoverPart& body, const Piece& piece)
{
    Hull hull;
    switch (body.kind)
    {
        case CoverPart::Kind::Ball: hull.add(body.o, body.swept); break;
        case CoverPart::Kind::Cell:
        {
            const std::array<const Vec3*, 3> side{&body.u, &body.v, &body.w};
            hull.add(body.o, body.swept);
            for (int k = 0; k < 3; ++k)
            {
                const Vec3& along = *side[static_cast<std::size_t>(k)];
                if (along.isZero(0.0))
                    continue;
                const int count = hull.count;
                for (int i = 0; i < count; ++i)
                {
                    const Vec3 from = hull.extreme[static_cast<std::size_t>(i)].p;
                    hull.extreme[static_cast<std::size_t>(i)].p = from + piece.low[k] * along;
                    hull.add(from + piece.high[k] * along, body.swept);
                }
            }
            break;
        }
        case CoverPart::Kind::Triangle:
            for (const Plane& x : piece.corner)
                hull.add(body.o + (x.x() * body.u + x.y() * body.v), body.swept);
            break;
        case CoverPart::Kind::Frustum:
            for (const double z : {piece.low.z(), piece.high.z()})
            {
                const Vec3 centre = body.o + z * body.w;
                const double radius = body.radiusAt(z);
                if (piece.sector < 0)
                {
                    hull.add(centre, body.n, radius, body.swept);
                    continue;
                }
                const Plane& e = polygon()[static_cast<std::size_t>(piece.sector)];
                const Plane& f = polygon()[static_cast<std::size_t>(piece.sector) + 1];
                for (const Plane& x : piece.corner)
                {
                    const Plane at = radius * (x.x() * e + x.y() * f);
                    hull.add(centre + (at.x() * body.u + at.y() * body.v), body.swept);
                }
            }
            break;
    }
    return hull;
}

/// Length and end points of the longest side of a triangle.
struct LongestSide
{
    double length = -1.0;
    std::size_t from = 0;
};

inline LongestSide longestSide(const Hull& hull, int first)
{
    LongestSide longest;
    for (std::size_t k = 0; k < 3; ++k)
    {
        const auto at = static_cast<std::size_t>(first);
        const double length = (hull.extreme[at + k].p - hull.extreme[at + (k + 1) % 3].p).norm();
        if (length > longest.length)
            longest = {length, k};
    }
    return longest;
}

inline void bisectTriangle(const Piece& piece, std::size_t from, std::vector<Piece>& parts)
{
    const std::size_t to = (from + 1) % 3;
    const Plane middle = 0.5 * (piece.corner[from] + piece.corner[to]);
    parts.push_back(piece);
    parts.back().corner[to] = middle;
    parts.push_back(piece);
    parts.back().corner[from] = middle;
}

inline void bisectAlong(const Piece& piece, int axis, std::vector<Piece>& parts)
{
    const double middle = 0.5 * (piece.low[axis] + piece.high[axis]);
    parts.push_back(piece);
    parts.back().high[axis] = middle;
    parts.push_back(piece);
    parts.back().low[axis] = middle;
}

/// Appends two or more pieces that together are this one, or nothing where it is no longer than `least`.
inline void cut(const CoverPart& body, const Piece& piece, const Hull& hull, double least, std::vector<Piece>& parts)
{
    switch (body.kind)
    {
        case CoverPart::Kind::Ball: return;
        case CoverPart::Kind::Cell:
        {
            const Vec3 size = (piece.high - piece.low).cwiseProduct(Vec3(body.u.norm(), body.v.norm(), body.w.norm()));
            int axis = 0;
            if (size.maxCoeff(&axis) > least)
                bisectAlong(piece, axis, parts);
            return;
        }
        case CoverPart::Kind::Triangle:
        {
            const LongestSide longest = longestSide(hull, 0);
            if (longest.length > least)
                bisectTriangle(piece, longest.from, parts);
            return;
        }
        case CoverPart::Kind::Frustum:
        {
            const double height = (piece.high.z() - piece.low.z()) * body.w.norm();
            const double low = body.radiusAt(piece.low.z()), high = body.radiusAt(piece.high.z()), wide = std::max(low, high);
            if (piece.sector < 0)
            {
                if (height > std::max(0.25 * wide, least))
                    bisectAlong(piece, 2, parts);
                else if (2.0 * wide > least)
                    for (int i = 0; i < kSectors; ++i)
                    {
                        parts.push_back(piece);
                        parts.back().sector = i;
                    }
                return;
            }
            const LongestSide longest = longestSide(hull, low >= high ? 0 : 3);
            if (std::max(height, longest.length) <= least)
                return;
            if (height > longest.length)
                bisectAlong(piece, 2, parts);
            else
                bisectTriangle(piece, longest.from, parts);
            return;
        }
    }
}

/// The bodies of a leaf other than a point.
inline void appendBodies(const Convex& leaf, std::vector<CoverPart>& bodies)
{
    CoverPart body;
    body.swept = leaf.radius;
    body.o = leaf.a;
    switch (leaf.type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Triangle:
            body.kind = CoverPart::Kind::Triangle;
            body.u = leaf.b - leaf.a;
            body.v = leaf.c - leaf.a;
            break;
        case Convex::Type::Rectangle:
        case Convex::Type::Box:
            body.kind = CoverPart::Kind::Cell;
            body.u = 2.0 * leaf.b;
            body.v = 2.0 * leaf.c;
            body.w = leaf.type == Convex::Type::Box ? Vec3(2.0 * leaf.d) : Vec3(Vec3::Zero());
            body.o = leaf.a - (leaf.b + leaf.c + 0.5 * body.w);
            break;
        case Convex::Type::Segment:
        {
            const Vec3 along = leaf.b - leaf.a;
            const double length = along.norm();
            body.w = along;
            // All of a capsule is the cylinder between its end points and the balls about them. Where it is hardly longer than rounding, its
            // axis is unknown.
            if (!(length > 1e-3 * leaf.radius) || !(leaf.radius > 0.0))
            {
                body.kind = CoverPart::Kind::Cell;
                break;
            }
            bodies.push_back(body);
            body.o = leaf.b;
            bodies.push_back(body);
            body.kind = CoverPart::Kind::Frustum;
            body.o = leaf.a;
            body.n = along / length;
            body.r0 = body.r1 = leaf.radius;
            body.swept = 0.0;
            break;
        }
        case Convex::Type::Cylinder:
        case Convex::Type::Cone:
            body.kind = CoverPart::Kind::Frustum;
            body.n = leaf.d;
            body.w = leaf.b;
            body.r0 = leaf.c.x();
            if (leaf.type == Convex::Type::Cylinder)
            {
                body.o = leaf.a - leaf.b;
                body.w = 2.0 * leaf.b;
                body.r1 = body.r0;
            }
            break;
    }
    if (body.kind == CoverPart::Kind::Frustum)
    {
        body.u = body.n.unitOrthogonal();
        body.v = body.n.cross(body.u);
    }
    bodies.push_back(body);
}

/// Of a surface: zero for solids.
inline double areaOf(const CoverPart& body)
{
    return body.kind == CoverPart::Kind::Triangle ? 0.5 * body.u.cross(body.v).norm() : 0.0;
}

inline double volumeOf(const CoverPart& body)
{
    switch (body.kind)
    {
        case CoverPart::Kind::Ball: return 4.0 / 3.0 * M_PI * body.swept * body.swept * body.swept;
        case CoverPart::Kind::Cell: return body.u.norm() * body.v.norm() * body.w.norm();
        case CoverPart::Kind::Triangle: return 0.0;
        case CoverPart::Kind::Frustum:
            return M_PI / 3.0 * body.w.norm() * (body.r0 * body.r0 + body.r0 * body.r1 + body.r1 * body.r1);
    }
    return 0.0;
}

}  // namespace gapless::cover
