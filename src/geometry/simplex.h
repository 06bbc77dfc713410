// The simplex of the iteration of Gilbert, Johnson and Keerthi: up to four points of a Minkowski difference, and which of them carry the point
// nearest to the origin.
#pragma once

#include <array>

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

/// Leaves these of its vertices, with these weights.
inline void keep(Simplex& simplex, std::array<int, 4> index, std::array<double, 4> weight, int size)
{
    std::array<SimplexVertex, 4> vertex;
    for (int i = 0; i < size; ++i)
        vertex[i] = simplex.vertex[index[i]];
    for (int i = 0; i < size; ++i)
    {
        simplex.vertex[i] = vertex[i];
        simplex.weight[i] = weight[i];
    }
    simplex.size = size;
}

/// A part of a simplex that carries its point nearest to the origin.
struct Reduced
{
    std::array<int, 4> index{};
    std::array<double, 4> weight{};
    int size = 0;
    double squared = 0.0;
};

inline Reduced nearestOnSegment(const Simplex& s, int i, int j)
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

inline Reduced nearestOnTriangle(const Simplex& s, int i, int j, int k)
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

/// Reduces the simplex to the face that carries the point nearest to the origin. @return false if the origin is inside.
inline bool reduce(Simplex& s)
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

}  // namespace gapless
