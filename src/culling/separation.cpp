#include "culling/separation.h"

#include <algorithm>
#include <cmath>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

// Seen from the centre of the piece, so that errors grow with local distances: let D bound the length of all points of core and leaf
// there. A gap along n is a difference of two support values. Moving the leaf to the centre is one rounding per coordinate, and so
// was making the offsets: 2 u D |n| each. A support value is at most 4 dot products of three terms and a length, fewer than 24
// roundings of numbers <= |n| D. 192 u D |n| covers both sides three times over (as supportRounding does).
double gapError(double D)
{
    return 192.0 * kUnitRoundoff * D;
}

// The leaf's core seen from the centre of the piece.
Convex moved(const Convex& leaf, const Vec3& centre)
{
    Convex result = leaf;
    result.a -= centre;
    if (leaf.type == Convex::Type::Segment || leaf.type == Convex::Type::Triangle)
        result.b -= centre;
    if (leaf.type == Convex::Type::Triangle)
        result.c -= centre;
    return result;
}

// Bound of the length of all points of the core.
double coreExtent(const Convex& leaf)
{
    switch (leaf.type)
    {
        case Convex::Type::Point: return leaf.a.norm() * kInflate;
        case Convex::Type::Segment: return std::max(leaf.a.norm(), leaf.b.norm()) * kInflate;
        case Convex::Type::Triangle: return std::max(leaf.a.norm(), std::max(leaf.b.norm(), leaf.c.norm())) * kInflate;
        case Convex::Type::Rectangle: return (leaf.a.norm() + leaf.b.norm() + leaf.c.norm()) * kInflate;
        case Convex::Type::Box: return (leaf.a.norm() + leaf.b.norm() + leaf.c.norm() + leaf.d.norm()) * kInflate;
        case Convex::Type::Cylinder:
        case Convex::Type::Cone: return (leaf.a.norm() + leaf.b.norm() + leaf.c.x()) * kInflate;
    }
    return 0.0;
}

double coreSupport(const SweptPiece& piece, const Vec3& n)
{
    const Vec3* const d = piece.offset;
    return std::max(std::max(n.dot(d[0]), n.dot(d[1])), std::max(n.dot(d[2]), n.dot(d[3])));
}

const Vec3& coreSupportPoint(const SweptPiece& piece, const Vec3& n)
{
    const double x[4] = {n.dot(piece.offset[0]), n.dot(piece.offset[1]), n.dot(piece.offset[2]), n.dot(piece.offset[3])};
    return piece.offset[std::max_element(x, x + 4) - x];
}

}  // namespace

bool provenApart(const SweptPiece& piece, const AxisAlignedBox& box)
{
    // The piece's box holds all points within `need`, so disjoint boxes are a gap greater than that along an axis.
    for (int k = 0; k < 3; ++k)
        if (box.low[k] > piece.box.high[k] || box.high[k] < piece.box.low[k])
            return true;
    const Vec3 low = box.low - piece.centre, high = box.high - piece.centre;
    const Vec3 middle = 0.5 * (low + high), half = 0.5 * (high - low);
    // |axis| <= 1 + 8 u; along it the core is [low, high].
    const double error = gapError(middle.norm() + half.norm() + piece.extent);
    const double need = piece.need * kInflate + error;
    for (int k = 0; k < 3; ++k)
    {
        const double at = piece.axis[k].dot(middle), reach = piece.axis[k].cwiseAbs().dot(half);
        if (at - reach - piece.high[k] > need || piece.low[k] - at - reach > need)
            return true;
    }
    return false;
}

// From the cheapest to the dearest, each by a support gap along a direction, so that whatever chose the direction, a gap is a proof: the
// piece's three slabs, the normal of a triangle, and at last Gilbert's iteration. That one keeps a single point instead of a simplex,
// which is slow to converge, but cheap: here it has to find any separating direction, not the distance. It ends without a proof where the
// gap along v is within 1e-6 of |v|: v is as good as the nearest point, and no direction has a gap much larger; or after 20 steps. A pair
// that is not proven apart is left to later stages.
bool provenApart(const SweptPiece& piece, const Convex& leaf)
{
    const Convex seen = moved(leaf, piece.centre);
    const double need = (piece.need + leaf.radius + gapError(coreExtent(seen) + piece.extent)) * kInflate;
    for (int k = 0; k < 3; ++k)
    {
        const Vec3& n = piece.axis[k];
        if (-seen.coreSupport(-n) - piece.high[k] > need || piece.low[k] - seen.coreSupport(n) > need)
            return true;
    }
    // A gap along n, from the core to the leaf. need > 0, and |n| is computed to a few u, which kInflate above pays for.
    if (seen.type == Convex::Type::Triangle)
    {
        const Vec3 n = (seen.b - seen.a).cross(seen.c - seen.a);
        const double required = need * n.norm();
        if (-seen.coreSupport(-n) - coreSupport(piece, n) > required || -seen.coreSupport(n) - coreSupport(piece, -n) > required)
            return true;
    }
    // Gilbert: v is a point of leaf - core; step to the point nearest to 0 between it and the support point against it.
    constexpr int kSteps = 20;
    Vec3 v = seen.centre();
    for (int i = 0; i < kSteps; ++i)
    {
        const double squared = v.squaredNorm();
        // Two points this near: no direction can prove more.
        if (!(squared > need * need))
            return false;
        const Vec3 w = seen.coreSupportPoint(-v) - coreSupportPoint(piece, v);
        const double gap = -seen.coreSupport(-v) - coreSupport(piece, v);
        if (gap > need * std::sqrt(squared))
            return true;
        const Vec3 e = v - w;
        const double length = e.squaredNorm();
        if (!(length > 0.0) || squared - gap < 1e-6 * squared)
            return false;
        v -= std::clamp(v.dot(e) / length, 0.0, 1.0) * e;
    }
    return false;
}

}  // namespace gapless
