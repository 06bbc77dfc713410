// The simplex of the iteration of Gilbert, Johnson and Keerthi: up to four points of a Minkowski difference, and which of them carry the point
// nearest to the origin.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include <gapless/core/types.h>

namespace gapless {

/// A vertex of the Minkowski difference B - A, with the points it came from, where these are wanted.
struct SimplexVertex
{
    Vec3 w, a, b;
};

/// The point of a simplex nearest to the origin: weights and which vertices carry it.
struct Simplex
{
    std::array<SimplexVertex, 4> vertex;
    std::array<double, 4> weight{};
    int size = 0;

    Vec3 nearest() const
    {
        Vec3 sum = Vec3::Zero();
        for (int i = 0; i < size; ++i)
            sum += weight[i] * vertex[i].w;
        return sum;
    }
    /// One more vertex, to be reduced. @return false: it is one already, and nothing is changed. @pre fewer than four
    bool add(const SimplexVertex& more)
    {
        for (int i = 0; i < size; ++i)
            if (vertex[i].w == more.w)
                return false;
        vertex[size] = more;
        weight[size] = 0.0;
        ++size;
        return true;
    }
};

/// A part of a simplex that carries its point nearest to the origin.
struct Reduced
{
    std::array<int, 4> index{};  // ascending
    std::array<double, 4> weight{};
    int size = 0;
    double squared = 0.0;  // distance
};

/// Leaves these of its vertices, with these weights.
inline void keep(Simplex& simplex, const Reduced& part)
{
    for (int i = 0; i < part.size; ++i)
    {
        if (part.index[i] != i)
            simplex.vertex[i] = simplex.vertex[part.index[i]];
        simplex.weight[i] = part.weight[i];
    }
    simplex.size = part.size;
}

/// Puts the edge in place of what is not nearer. @pre i < j
inline void lookAtEdge(const Simplex& s, int i, int j, Reduced& best)
{
    const Vec3& p = s.vertex[i].w;
    const Vec3& q = s.vertex[j].w;
    const Vec3 d = q - p;
    const double dd = d.squaredNorm(), along = -p.dot(d);
    if (!(along > 0.0))
    {
        if (const double squared = p.squaredNorm(); squared < best.squared)
            best = {{i}, {1.0}, 1, squared};
    }
    else if (along >= dd)
    {
        if (const double squared = q.squaredNorm(); squared < best.squared)
            best = {{j}, {1.0}, 1, squared};
    }
    else
    {
        const double t = along / dd;
        if (const double squared = (p + t * d).squaredNorm(); squared < best.squared)
            best = {{i, j}, {1.0 - t, t}, 2, squared};
    }
}

/// The same of a triangle: its face, or the edges that the origin is beyond; where it is too flat to tell, all of these. @pre i < j < k
inline void lookAtTriangle(const Simplex& s, int i, int j, int k, Reduced& best)
{
    // In fourth powers of the size, whose square n is off by some 1e-16 of. Of slivers signs may be wrong all the same: by a way across them, which hardly
    // changes the distance.
    constexpr double kFlat = 1e-20;
    const Vec3& a = s.vertex[i].w;
    const Vec3& b = s.vertex[j].w;
    const Vec3& c = s.vertex[k].w;
    const Vec3 n = (b - a).cross(c - a);
    // Barycentric coordinates of the origin's projection, times the square of n.
    const double wa = n.dot(b.cross(c)), wb = n.dot(c.cross(a)), wc = n.dot(a.cross(b));
    const double square = a.squaredNorm() + b.squaredNorm() + c.squaredNorm();
    const bool tells = n.squaredNorm() > kFlat * square * square;
    const double sum = wa + wb + wc;
    if (wa > 0.0 && wb > 0.0 && wc > 0.0 && sum < std::numeric_limits<double>::infinity())
    {
        const double inverse = 1.0 / sum;
        const double ta = wa * inverse, tb = wb * inverse, tc = wc * inverse;
        if (const double squared = (ta * a + tb * b + tc * c).squaredNorm(); squared < best.squared)
            best = {{i, j, k}, {ta, tb, tc}, 3, squared};
        if (tells)
            return;
    }
    if (!tells || wc <= 0.0)
        lookAtEdge(s, i, j, best);
    if (!tells || wa <= 0.0)
        lookAtEdge(s, j, k, best);
    if (!tells || wb <= 0.0)
        lookAtEdge(s, i, k, best);
}

/// Reduces the simplex to the face, edge or corner that carries the point nearest to the origin. @return false if the origin is inside.
inline bool reduce(Simplex& s)
{
    // Of numbers that are none nothing is nearer.
    Reduced best{{0}, {1.0}, 1, std::numeric_limits<double>::infinity()};
    switch (s.size)
    {
        case 1: break;
        case 2: lookAtEdge(s, 0, 1, best); break;
        case 3: lookAtTriangle(s, 0, 1, 2, best); break;
        default:
        {
            const Vec3& a = s.vertex[0].w;
            const Vec3& b = s.vertex[1].w;
            const Vec3& c = s.vertex[2].w;
            const Vec3& d = s.vertex[3].w;
            // Signed volumes of the tetrahedra that the origin forms with the faces: its barycentric coordinates times v.
            const Vec3 cd = c.cross(d), ab = a.cross(b);
            const double wa = b.dot(cd), wb = -a.dot(cd), wc = d.dot(ab), wd = -c.dot(ab);
            const double v = wa + wb + wc + wd;
            // Each is off by some 1e-16 of the product of three lengths: those of a needle are small, but for one, and so is what they are off by.
            constexpr double kFlat = 1e-24;
            const double aa = a.squaredNorm(), bb = b.squaredNorm(), cc = c.squaredNorm(), dd = d.squaredNorm();
            const bool tells = v * v > kFlat * (aa * bb * (cc + dd) + cc * dd * (aa + bb));
            if (tells && wa * v > 0.0 && wb * v > 0.0 && wc * v > 0.0 && wd * v > 0.0)
            {
                s.weight = {wa / v, wb / v, wc / v, wd / v};
                return false;
            }
            // The nearest point is on a face that the origin is beyond; where it is too flat to tell, on any.
            if (!tells || wd * v <= 0.0)
                lookAtTriangle(s, 0, 1, 2, best);
            if (!tells || wc * v <= 0.0)
                lookAtTriangle(s, 0, 1, 3, best);
            if (!tells || wb * v <= 0.0)
                lookAtTriangle(s, 0, 2, 3, best);
            if (!tells || wa * v <= 0.0)
                lookAtTriangle(s, 1, 2, 3, best);
        }
    }
    keep(s, best);
    return true;
}

}  // namespace gapless
