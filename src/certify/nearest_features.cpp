// Where the nearest points are inside of both features, the direction is taken along the normal instead of as the difference of these
// points: the difference of two points that are near each other has few digits left, the normal has them all. Else they are on an edge or
// at its end, and the shortest of the few ways there is taken.
#include "nearest_features.h"

#include <algorithm>

namespace gapless {

namespace {

/// From the nearest point of the segment ab to p; where that is inside the segment, at a right angle to it to rounding. A difference of
/// points that are close together is not: off by a small angle only, but n . (p - a) is then off by that angle times |p - a|.
Vec3 fromSegment(const Vec3& p, const Vec3& a, const Vec3& b)
{
    const Vec3 d = b - a;
    const double dd = d.squaredNorm(), s = dd > 0.0 ? std::clamp(d.dot(p - a) / dd, 0.0, 1.0) : 0.0;
    Vec3 r = p - (a + s * d);
    if (s > 0.0 && s < 1.0)
        for (int i = 0; i < 2; ++i)
            r -= (d.dot(r) / dd) * d;
    return r;
}

Vec3 shorter(const Vec3& x, const Vec3& y)
{
    return y.squaredNorm() < x.squaredNorm() ? y : x;
}

Vec3 fromTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 n = (b - a).cross(c - a);
    const double nn = n.squaredNorm();
    if (nn > 0.0 && n.dot((b - a).cross(p - a)) >= 0.0 && n.dot((c - b).cross(p - b)) >= 0.0
        && n.dot((a - c).cross(p - c)) >= 0.0)
        return (n.dot(p - a) / nn) * n;
    return shorter(shorter(fromSegment(p, a, b), fromSegment(p, b, c)), fromSegment(p, c, a));
}

Vec3 betweenSegments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
    const Vec3 u = b - a, v = d - c, w = c - a, n = u.cross(v);
    const double nn = n.squaredNorm();
    if (nn > 0.0)
    {
        const double s = w.cross(v).dot(n) / nn, r = w.cross(u).dot(n) / nn;
        if (s >= 0.0 && s <= 1.0 && r >= 0.0 && r <= 1.0)
            return (-w.dot(n) / nn) * n;
    }
    return shorter(shorter(fromSegment(a, c, d), fromSegment(b, c, d)), shorter(-fromSegment(c, a, b), -fromSegment(d, a, b)));
}

}  // namespace

Vec3 nearestDirection(ElementaryTest::Kind kind, const Vec3 p[4])
{
    return kind == ElementaryTest::Kind::VertexFace ? fromTriangle(p[0], p[1], p[2], p[3])
                                                    : betweenSegments(p[0], p[1], p[2], p[3]);
}

}  // namespace gapless
