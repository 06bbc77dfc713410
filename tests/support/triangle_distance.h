// Distance of two triangles by enumeration of features, over any scalar: the oracle of the mesh tests.
//
// If two triangles do not meet, the nearest points are a vertex and a point of the other triangle, or lie on two edges. If they
// meet and are not coplanar, an edge of one pierces the other; if coplanar, edges cross or a vertex is inside.
// Degenerate triangles are the segments or points that they are.
#pragma once

#include <array>

#include "real.h"

namespace gapless::test {

template <class T>
using Tri = std::array<V3<T>, 3>;

template <class T>
V3<T> nearestOnSegment(const V3<T>& x, const V3<T>& a, const V3<T>& b)
{
    const V3<T> d = b - a;
    const T dd = d.dot(d);
    if (dd == T(0))
        return a;
    const T s = d.dot(x - a) / dd;
    if (s <= T(0))
        return a;
    if (s >= T(1))
        return b;
    return a + d * s;
}

template <class T>
T squaredLength(const V3<T>& v)
{
    return v.dot(v);
}

/// Is x, seen along the normal n of t, within the triangle?
template <class T>
bool projectsInside(const V3<T>& x, const Tri<T>& t, const V3<T>& n)
{
    for (int i = 0; i < 3; ++i)
    {
        const V3<T> e = t[(i + 1) % 3] - t[i];
        const V3<T> r = x - t[i];
        if (e.cross(r).dot(n) < T(0))
            return false;
    }
    return true;
}

template <class T>
V3<T> normalOf(const Tri<T>& t)
{
    const V3<T> e = t[1] - t[0], f = t[2] - t[0];
    return e.cross(f);
}

template <class T>
V3<T> nearestOnTriangle(const V3<T>& x, const Tri<T>& t)
{
    const V3<T> n = normalOf(t);
    const T nn = n.dot(n);
    if (nn > T(0) && projectsInside(x, t, n))
        return x - n * (n.dot(x - t[0]) / nn);
    V3<T> best = nearestOnSegment(x, t[0], t[1]);
    for (int i = 1; i < 3; ++i)
    {
        const V3<T> y = nearestOnSegment(x, t[i], t[(i + 1) % 3]);
        if (squaredLength<T>(x - y) < squaredLength<T>(x - best))
            best = y;
    }
    return best;
}

/// Of the lines' nearest points, if these are on the segments; else, or where the two are parallel, `otherwise`.
template <class T>
T squaredInnerDistance(const V3<T>& a, const V3<T>& b, const V3<T>& c, const V3<T>& d, const T& otherwise)
{
    const V3<T> u = b - a, v = d - c, w = a - c;
    const T uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), uw = u.dot(w), vw = v.dot(w);
    const T determinant = uu * vv - uv * uv;
    if (!(determinant > T(0)))
        return otherwise;
    const T s = (uv * vw - vv * uw) / determinant, r = (uu * vw - uv * uw) / determinant;
    if (s < T(0) || s > T(1) || r < T(0) || r > T(1))
        return otherwise;
    return squaredLength<T>(w + u * s - v * r);
}

template <class T>
T squaredSegmentDistance(const V3<T>& a, const V3<T>& b, const V3<T>& c, const V3<T>& d)
{
    T best = squaredLength<T>(a - nearestOnSegment(a, c, d));
    const auto take = [&](const T& value) { best = value < best ? value : best; };
    take(squaredLength<T>(b - nearestOnSegment(b, c, d)));
    take(squaredLength<T>(c - nearestOnSegment(c, a, b)));
    take(squaredLength<T>(d - nearestOnSegment(d, a, b)));
    take(squaredInnerDistance(a, b, c, d, best));
    return best;
}

template <class T>
bool edgePierces(const V3<T>& a, const V3<T>& b, const Tri<T>& t)
{
    const V3<T> n = normalOf(t);
    if (n.dot(n) == T(0))
        return false;
    const T da = n.dot(a - t[0]), db = n.dot(b - t[0]);
    if (!((da < T(0) && db > T(0)) || (da > T(0) && db < T(0))))
        return false;
    const V3<T> x = a + (b - a) * (da / (da - db));
    return projectsInside(x, t, n);
}

template <class T>
T triangleDistance(const Tri<T>& A, const Tri<T>& B)
{
    for (int i = 0; i < 3; ++i)
        if (edgePierces(A[i], A[(i + 1) % 3], B) || edgePierces(B[i], B[(i + 1) % 3], A))
            return T(0);
    T best = squaredLength<T>(A[0] - B[0]);
    const auto take = [&](const T& value) { best = value < best ? value : best; };
    for (int i = 0; i < 3; ++i)
    {
        take(squaredLength<T>(A[i] - nearestOnTriangle(A[i], B)));
        take(squaredLength<T>(B[i] - nearestOnTriangle(B[i], A)));
        for (int j = 0; j < 3; ++j)
            take(squaredInnerDistance(A[i], A[(i + 1) % 3], B[j], B[(j + 1) % 3], best));
    }
    using std::sqrt;
    return sqrt(best);
}

}  // namespace gapless::test
