// Of each vertex there are an enclosure of its position on all of [l, r], one of its velocity, and its position at m. A function g of
// vertices is bounded on [l, r] directly, and by g(m) + [g'] (t - m), whose excess shrinks with the square of the width where the other's
// shrinks with the width; both hold, and so does their intersection.
//
// The second also tells where g is positive: from m on for g(m) / |the least of g'|, and before m for g(m) / the greatest (Reach). So an
// instant at which a test has no contact excludes an open interval about it, even where nothing is proven of the whole: one part at the
// most is left on either side, and the next intervals are the shorter for it.
#include "elementary_bounds.h"

#include "nearest_features.h"

namespace gapless {

namespace {

using Kind = ElementaryTest::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// x - y for two vertices: at m, its derivative over the interval, and over the interval, directly and by the mean value theorem.
struct Difference
{
    IntervalVec3 middle, rate, range;

    Difference(const VertexRange& x, const VertexRange& y, const Interval& from_middle)
        : middle(x.middle - y.middle), rate(x.rate - y.rate), range(intersection(x.range - y.range, middle + from_middle * rate))
    {}
};

Interval determinant(const IntervalVec3& a, const IntervalVec3& b, const IntervalVec3& c)
{
    return dot(a, cross(b, c));
}

/// A function of t by its value at m and its derivative over the interval.
struct Function
{
    Interval middle, rate;
};

/// How far from m, to either side, the function stays positive: middle.lower + rate (t - m) > 0. Rounded down; none if not positive at m.
struct Reach
{
    double before = 0.0, after = 0.0;
};

Reach positiveReach(const Function& g)
{
    if (!(g.middle.lower > 0.0))
        return {};
    Reach out{kInfinity, kInfinity};
    if (g.rate.lower < 0.0)
        out.after = roundedDown(g.middle.lower / -g.rate.lower);
    if (g.rate.upper > 0.0)
        out.before = roundedDown(g.middle.lower / g.rate.upper);
    return out;
}

/// Takes the open interval (m - before, m + after) out of the parts; m itself only if the reach is positive.
void exclude(TimeParts& parts, double m, const Reach& reach)
{
    if (reach.before > 0.0)
        parts.left.upper = std::min(parts.left.upper, roundedUp(m - reach.before));
    if (reach.after > 0.0)
        parts.right.lower = std::max(parts.right.lower, roundedDown(m + reach.after));
}

/// What f tells: (a) and (c). Returns false if f has no root at all.
bool excludeByCoplanarity(TimeParts& parts, const Difference& e, const Difference& u, const Difference& v, double m,
                          const Interval& from_middle)
{
    Function f;
    f.middle = determinant(e.middle, u.middle, v.middle);
    f.rate =
        determinant(e.rate, u.range, v.range) + determinant(e.range, u.rate, v.range) + determinant(e.range, u.range, v.rate);
    const Interval direct = determinant(e.range, u.range, v.range);
    if (!direct.contains(0.0) || !(f.middle + from_middle * f.rate).contains(0.0))
        return false;
    if (!f.middle.contains(0.0))
        exclude(parts, m, positiveReach(f.middle.lower > 0.0 ? f : Function{-f.middle, -f.rate}));
    if (!f.rate.contains(0.0))
    {
        const Interval newton = Interval(m) - f.middle / f.rate;
        for (Interval* part : {&parts.left, &parts.right})
            *part = {std::max(part->lower, newton.lower), std::min(part->upper, newton.upper)};
    }
    return true;
}

/// (b): a direction n separates the features where n . x is positive for all the differences x of their vertices. Returns false if it
/// does so on the whole interval.
bool excludeByDirection(TimeParts& parts, const Vec3& direction, const Difference* differences, int count, double m)
{
    const double scale = direction.cwiseAbs().maxCoeff();
    if (!(scale > 0.0) || !(scale < kInfinity))
        return true;
    const IntervalVec3 n(Vec3(direction / scale));
    Reach reach{kInfinity, kInfinity};
    bool separates = true;
    for (int i = 0; i < count; ++i)
    {
        const Difference& x = differences[i];
        const Reach own = positiveReach({dot(n, x.middle), dot(n, x.rate)});
        reach = {std::min(reach.before, own.before), std::min(reach.after, own.after)};
        separates = separates && dot(n, x.range).lower > 0.0;
    }
    if (separates)
        return false;
    exclude(parts, m, reach);
    return true;
}

}  // namespace

TimeParts partsWithContact(Kind kind, const VertexRange* const vertex[4], const Interval& t, double m)
{
    const Interval from_middle = t - Interval(m);
    TimeParts parts{{t.lower, m}, {m, t.upper}};
    const TimeParts nothing{{1.0, 0.0}, {1.0, 0.0}};
    const auto difference = [&](int i, int j) { return Difference(*vertex[i], *vertex[j], from_middle); };
    // From the second feature to the first.
    const bool is_face = kind == Kind::VertexFace;
    const Difference between[4] = {is_face ? difference(0, 1) : difference(0, 2), is_face ? difference(0, 2) : difference(0, 3),
                                   is_face ? difference(0, 3) : difference(1, 2), is_face ? difference(0, 1) : difference(1, 3)};
    const int count = is_face ? 3 : 4;
    const Difference u = is_face ? difference(2, 1) : difference(1, 0), v = is_face ? difference(3, 1) : difference(3, 2);
    if (!excludeByCoplanarity(parts, between[0], u, v, m, from_middle) || parts.isEmpty())
        return nothing;

    // The hints are computed about one vertex: differences are more precise than positions far from the origin.
    Vec3 p[4] = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    if (is_face)
    {
        p[0] = between[0].middle.middle();
        p[2] = u.middle.middle();
        p[3] = v.middle.middle();
    }
    else
    {
        p[1] = u.middle.middle();
        p[2] = -between[0].middle.middle();
        p[3] = p[2] + v.middle.middle();
    }
    if (!excludeByDirection(parts, nearestDirection(kind, p), between, count, m) || parts.isEmpty())
        return nothing;
    Vec3 normal = u.middle.middle().cross(v.middle.middle());
    if (normal.dot(between[0].middle.middle()) < 0.0)
        normal = -normal;
    if (!excludeByDirection(parts, normal, between, count, m) || parts.isEmpty())
        return nothing;
    return parts;
}

namespace {

Interval coplanarity(Kind kind, const IntervalVec3 p[4])
{
    return kind == Kind::VertexFace ? determinant(p[0] - p[1], p[2] - p[1], p[3] - p[1])
                                    : determinant(p[0] - p[2], p[1] - p[0], p[3] - p[2]);
}

bool isPositive(const Interval& a)
{
    return a.lower > 0.0;
}

/// With n the normal: VF: the vertex is to the left of every side, n . (side x (a - its foot)) > 0; the three add up to |n|^2 > 0.
/// EE: with w = c - a, the lines' nearest points are at s = (w x v) . n / |n|^2 of u and r = (w x u) . n / |n|^2 of v; s, 1 - s, r and
/// 1 - r are positive, and so is |n|^2 = (w x v) . n + ((u - w) x v) . n.
bool isStrictlyInside(Kind kind, const IntervalVec3 p[4])
{
    if (kind == Kind::VertexFace)
    {
        const IntervalVec3 n = cross(p[2] - p[1], p[3] - p[1]);
        return isPositive(dot(n, cross(p[2] - p[1], p[0] - p[1]))) && isPositive(dot(n, cross(p[3] - p[2], p[0] - p[2])))
               && isPositive(dot(n, cross(p[1] - p[3], p[0] - p[3])));
    }
    const IntervalVec3 u = p[1] - p[0], v = p[3] - p[2], w = p[2] - p[0], n = cross(u, v);
    return isPositive(dot(n, cross(w, v))) && isPositive(dot(n, cross(p[1] - p[2], v))) && isPositive(dot(n, cross(w, u)))
           && isPositive(-dot(n, cross(p[3] - p[0], u)));
}

}  // namespace

bool contactIsProved(Kind kind, const IntervalVec3 range[4], const IntervalVec3 first[4], const IntervalVec3 last[4])
{
    const Interval f = coplanarity(kind, first), g = coplanarity(kind, last);
    return ((f.upper < 0.0 && g.lower > 0.0) || (f.lower > 0.0 && g.upper < 0.0)) && isStrictlyInside(kind, range);
}

}  // namespace gapless
