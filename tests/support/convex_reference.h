// Convex pieces over any scalar with a closed-form nearest point: the oracle for primitives.
#pragma once

#include <array>
#include <vector>

#include <gapless/geometry/convex.h>

#include "triangle_distance.h"

namespace gapless::test {

/// A core swept by a ball of `radius`. Hull: of `count` <= 3 points; Cell: p[0] + sum s_i h[i], |s_i| <= 1, i < count, the h[i]
/// orthogonal; Cylinder: centre p[0], unit axis h[0], half length `half`, radius `round` of the core; Cone: centre of the base p[0], unit
/// axis h[0] to the apex, height `half`, radius `round` of the base.
template <class T>
struct Piece
{
    enum class Kind
    {
        Hull,
        Cell,
        Cylinder,
        Cone
    };
    Kind kind = Kind::Hull;
    int count = 1;
    T radius = T(0);
    std::array<V3<T>, 3> p{V3<T>::Zero(), V3<T>::Zero(), V3<T>::Zero()}, h{V3<T>::Zero(), V3<T>::Zero(), V3<T>::Zero()};
    T half = T(0), round = T(0);

    bool isRound() const { return kind == Kind::Cylinder || kind == Kind::Cone; }

    V3<T> centre() const
    {
        if (kind != Kind::Hull)
            return p[0];
        V3<T> sum = p[0];
        for (int i = 1; i < count; ++i)
            sum += p[i];
        return sum / T(count);
    }

    Piece placed(const PoseT<T>& X) const
    {
        Piece out = *this;
        for (int i = 0; i < (kind == Kind::Hull ? count : 1); ++i)
            out.p[i] = X * p[i];
        for (int i = 0; i < (kind == Kind::Cell ? count : isRound() ? 1 : 0); ++i)
            out.h[i] = X.R * h[i];
        return out;
    }
};

template <class T>
V3<T> nearestOnCore(const Piece<T>& A, const V3<T>& x)
{
    using std::sqrt;
    if (A.kind == Piece<T>::Kind::Hull)
    {
        if (A.count == 1)
            return A.p[0];
        if (A.count == 2)
            return nearestOnSegment(x, A.p[0], A.p[1]);
        return nearestOnTriangle(x, A.p);
    }
    const V3<T> r = x - A.p[0];
    if (A.kind == Piece<T>::Kind::Cell)
    {
        V3<T> y = A.p[0];
        bool inside = A.count == 3;
        for (int i = 0; i < A.count; ++i)
        {
            const T hh = A.h[i].dot(A.h[i]);
            inside = inside && hh > T(0);
            T s = hh == T(0) ? T(0) : T(r.dot(A.h[i]) / hh);
            if (s > T(1) || s < T(-1))
            {
                s = s > T(0) ? T(1) : T(-1);
                inside = false;
            }
            y += A.h[i] * s;
        }
        return inside ? x : y;
    }
    T z = r.dot(A.h[0]);
    V3<T> side = r - A.h[0] * z;
    const T rho = lengthOf(side);
    if (A.kind == Piece<T>::Kind::Cone)
    {
        // In the half plane of the axis and x, to base and lateral line.
        if (z >= T(0) && rho * A.half + z * A.round <= A.round * A.half)
            return x;
        const V3<T> q(rho, z, T(0)), base(rho < A.round ? rho : A.round, T(0), T(0));
        const V3<T> lateral = nearestOnSegment<T>(q, V3<T>(A.round, T(0), T(0)), V3<T>(T(0), A.half, T(0)));
        const V3<T> y = lengthOf<T>(q - base) < lengthOf<T>(q - lateral) ? base : lateral;
        return A.p[0] + A.h[0] * y[1] + (rho > T(0) ? V3<T>(side * (y[0] / rho)) : V3<T>(V3<T>::Zero()));
    }
    const bool beyond = z > A.half || z < -A.half;
    if (!beyond && rho <= A.round)
        return x;
    if (beyond)
        z = z > T(0) ? A.half : T(-A.half);
    if (rho > A.round)
        side *= A.round / rho;
    return A.p[0] + A.h[0] * z + side;
}

/// Distance of a point from the swept set; 0 inside.
template <class T>
T distanceFromPiece(const Piece<T>& A, const V3<T>& x)
{
    const T d = lengthOf<T>(x - nearestOnCore(A, x)) - A.radius;
    return d > T(0) ? d : T(0);
}

/// A hull, a rectangle or a box by its features; faces in triangles.
template <class T>
struct Polytope
{
    std::vector<V3<T>> corners;
    std::vector<std::array<V3<T>, 2>> edges;
    std::vector<Tri<T>> faces;
};

template <class T>
Polytope<T> polytopeOf(const Piece<T>& A)
{
    Polytope<T> out;
    const std::size_t count = static_cast<std::size_t>(A.count);
    if (A.kind == Piece<T>::Kind::Hull)
    {
        out.corners.assign(A.p.begin(), A.p.begin() + A.count);
        for (std::size_t i = 0; i < (count == 3 ? 3 : count - 1); ++i)
            out.edges.push_back({A.p[i], A.p[(i + 1) % 3]});
        if (count == 3)
            out.faces.push_back(A.p);
        return out;
    }
    // Bit i of a corner's number says on which side it is along h[i].
    for (std::size_t k = 0; k < std::size_t{1} << count; ++k)
    {
        V3<T> corner = A.p[0];
        for (std::size_t i = 0; i < count; ++i)
            corner += A.h[i] * T((k >> i & 1U) != 0 ? 1 : -1);
        out.corners.push_back(corner);
    }
    const auto addFaces = [&](std::size_t first, std::size_t u, std::size_t v) {
        const auto &a = out.corners[first], &b = out.corners[first | u], &c = out.corners[first | v],
                   &d = out.corners[first | u | v];
        out.faces.push_back({a, b, d});
        out.faces.push_back({a, d, c});
    };
    for (std::size_t k = 0; k < out.corners.size(); ++k)
        for (std::size_t i = 0; i < count; ++i)
        {
            const std::size_t u = std::size_t{1} << i, v = std::size_t{1} << (i + 1) % count;
            if ((k & u) == 0)
                out.edges.push_back({out.corners[k], out.corners[k | u]});
            if ((k & (u | v)) == 0 && (count == 3 || i == 0))
                addFaces(k, u, v);
        }
    return out;
}

/// Distance of two of them. If they do not meet, the nearest points are a corner and a point of the other, or inside two edges; if they do,
/// an edge of one pierces a face of the other, one is within the other, or corners and edges tell as well.
template <class T>
T polytopeDistance(const Piece<T>& A, const Piece<T>& B)
{
    const Polytope<T> P = polytopeOf(A), Q = polytopeOf(B);
    const auto pierces = [](const Polytope<T>& edges, const Polytope<T>& faces) {
        for (const auto& edge : edges.edges)
            for (const Tri<T>& face : faces.faces)
                if (edgePierces(edge[0], edge[1], face))
                    return true;
        return false;
    };
    if (pierces(P, Q) || pierces(Q, P))
        return T(0);
    T best = squaredLength<T>(P.corners[0] - Q.corners[0]);
    const auto take = [&](const T& value) { best = value < best ? value : best; };
    for (const V3<T>& x : P.corners)
        take(squaredLength<T>(x - nearestOnCore(B, x)));
    for (const V3<T>& x : Q.corners)
        take(squaredLength<T>(x - nearestOnCore(A, x)));
    for (const auto& e : P.edges)
        for (const auto& f : Q.edges)
            take(squaredInnerDistance(e[0], e[1], f[0], f[1], best));
    using std::sqrt;
    return sqrt(best);
}

/// Nearest points of the cores by alternating projections with momentum, which is dropped where it leads away (O'Donoghue, Candes 2015):
/// always an upper bound of the distance, equal to it in the limit.
template <class T>
T alternatingCoreDistance(const Piece<T>& A, const Piece<T>& B, int iterations)
{
    using std::sqrt;
    V3<T> b = nearestOnCore(B, A.centre()), previous = nearestOnCore(A, b), ahead = previous;
    T best = T(-1), last = T(-1), step = T(1);
    for (int i = 0; i < iterations; ++i)
    {
        const V3<T> a = nearestOnCore(A, nearestOnCore(B, ahead));
        const T d = lengthOf<T>(a - nearestOnCore(B, a));
        if (best < T(0) || d < best)
            best = d;
        if (best == T(0))
            break;
        const bool away = last >= T(0) && d >= last;
        const T next = away ? T(1) : T((T(1) + sqrt(T(1) + T(4) * step * step)) / T(2));
        ahead = away ? a : V3<T>(a + (a - previous) * ((step - T(1)) / next));
        if (away && step == T(1))
            break;
        previous = a;
        last = d;
        step = next;
    }
    return best;
}

/// Distance of two pieces. Exact up to the scalar's rounding but for cylinders and cones, where it is an upper bound.
template <class T>
T pieceDistance(const Piece<T>& A, const Piece<T>& B, int round_iterations = 200)
{
    using Kind = typename Piece<T>::Kind;
    T core;
    const auto solid = [](const Piece<T>& P) { return P.kind == Kind::Cell && P.count == 3; };
    if (A.isRound() || B.isRound())
        core = alternatingCoreDistance(A, B, round_iterations);
    else if (A.kind == Kind::Hull && B.kind == Kind::Hull && A.count == 3 && B.count == 3)
        core = triangleDistance<T>(A.p, B.p);
    else if ((solid(A) && distanceFromPiece<T>(A, B.p[0]) == T(0)) || (solid(B) && distanceFromPiece<T>(B, A.p[0]) == T(0)))
        core = T(0);
    else
        core = polytopeDistance(A, B);
    const T d = core - A.radius - B.radius;
    return d > T(0) ? d : T(0);
}

/// gapless' own description as a piece, exactly.
template <class T>
Piece<T> pieceOf(const Convex& A)
{
    Piece<T> out;
    out.radius = T(A.radius);
    const auto hull = [&](int count) {
        out.count = count;
        out.p = {lift<T>(A.a), lift<T>(A.b), lift<T>(A.c)};
    };
    const auto cell = [&](int count) {
        out.kind = Piece<T>::Kind::Cell;
        out.count = count;
        out.p[0] = lift<T>(A.a);
        out.h = {lift<T>(A.b), lift<T>(A.c), lift<T>(A.d)};
    };
    switch (A.type)
    {
        case Convex::Type::Point: hull(1); break;
        case Convex::Type::Segment: hull(2); break;
        case Convex::Type::Triangle: hull(3); break;
        case Convex::Type::Rectangle: cell(2); break;
        case Convex::Type::Box: cell(3); break;
        case Convex::Type::Cylinder:
            out.kind = Piece<T>::Kind::Cylinder;
            out.p[0] = lift<T>(A.a);
            out.h[0] = lift<T>(A.d) / lengthOf<T>(lift<T>(A.d));
            out.half = lengthOf<T>(lift<T>(A.b));
            out.round = T(A.c.x());
            break;
        case Convex::Type::Cone:
            out.kind = Piece<T>::Kind::Cone;
            out.p[0] = lift<T>(A.a);
            out.h[0] = lift<T>(A.b) / lengthOf<T>(lift<T>(A.b));
            out.half = lengthOf<T>(lift<T>(A.b));
            out.round = T(A.c.x());
            break;
    }
    return out;
}

}  // namespace gapless::test
