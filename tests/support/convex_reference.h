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

/// Triangles whose union is the hull, the rectangle, or the surface of the box.
template <class T>
std::vector<Tri<T>> trianglesOf(const Piece<T>& A)
{
    std::vector<Tri<T>> out;
    if (A.kind == Piece<T>::Kind::Hull)
        return {Tri<T>{A.p[0], A.p[A.count > 1 ? 1 : 0], A.p[A.count > 2 ? 2 : A.count - 1]}};
    const auto addQuad = [&](const V3<T>& c, const V3<T>& u, const V3<T>& v) {
        const V3<T> a = c - u - v, b = c + u - v, d = c + u + v, e = c - u + v;
        out.push_back({a, b, d});
        out.push_back({a, d, e});
    };
    if (A.count == 2)
        addQuad(A.p[0], A.h[0], A.h[1]);
    else
        for (int i = 0; i < 3; ++i)
            for (int sign = -1; sign <= 1; sign += 2)
                addQuad(A.p[0] + A.h[i] * T(sign), A.h[(i + 1) % 3], A.h[(i + 2) % 3]);
    return out;
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
    {
        core = T(-1);
        const auto tris_b = trianglesOf(B);
        for (const Tri<T>& a : trianglesOf(A))
            for (const Tri<T>& b : tris_b)
            {
                const T d = triangleDistance(a, b);
                if (core < T(0) || d < core)
                    core = d;
            }
    }
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
