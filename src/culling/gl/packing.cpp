#include "culling/gl/packing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/rounding.h>

namespace gapless::gl {

namespace {

constexpr double kFloatRoundoff = 0x1p-24;

// Through memory that the compiler may not look past: GCC 12.2 takes (double)(float)x for x where it vectorises straight-line code
// (-ftree-slp-vectorize, on from -O2), and then what is sent to the GPU is not what the bounds are computed from; test_gl_packing.cpp
// sees that.
float rounded(double x)
{
    const volatile float f = static_cast<float>(x);
    return f;
}

// Not above x, also where x itself was rounded once or twice in double.
float floatBelow(double x)
{
    const double lower = x - std::abs(x) * 0x1p-50;
    const float f = rounded(lower);
    return static_cast<double>(f) <= lower ? f : std::nextafter(f, -std::numeric_limits<float>::infinity());
}

float floatAbove(double x)
{
    return -floatBelow(-x);
}

void store(const Vec3& from, float (&to)[3])
{
    for (int k = 0; k < 3; ++k)
        to[k] = rounded(from[k]);
}

}  // namespace

PackedObstacles::PackedObstacles(const StaticObstacles& obstacles)
{
    const std::vector<BoxTree::Node>& nodes = obstacles.tree().nodes();
    if (nodes.empty())
        return;
    origin_ = 0.5 * (nodes.front().box.low + nodes.front().box.high);
    fits_ = ((nodes.front().box.high - nodes.front().box.low).array() < kLargestCoordinate).all();
    for (const BoxTree::Node& node : nodes)
    {
        GpuNode packed{};
        for (int k = 0; k < 3; ++k)
        {
            packed.low[k] = floatBelow(node.box.low[k] - origin_[k]);
            packed.high[k] = floatAbove(node.box.high[k] - origin_[k]);
        }
        packed.skip = node.skip;
        packed.first = node.first;
        packed.count = node.count;
        packed.group = node.group;
        nodes_.push_back(packed);
    }
    for (std::size_t i = 0; i < obstacles.leaves().size(); ++i)
        leaves_.push_back(packLeaf(obstacles.leaves()[i], obstacles.obstacleOfLeaf()[i]));
    // Subtracting the origin rounds in double: numbers of the obstacles' magnitude and the origin's.
    leaf_error_ = (leaf_error_ + 16.0 * kUnitRoundoff * obstacles.magnitude()) * kInflate;
}

GpuLeaf PackedObstacles::packLeaf(const Convex& leaf, ObstacleIndex obstacle)
{
    GpuLeaf packed{};
    packed.obstacle = static_cast<std::int32_t>(obstacle.value());
    packed.radius = floatAbove(leaf.radius);
    Vec3 a = leaf.a - origin_;
    Vec3 b = a, c = a, d = Vec3::Zero();
    double largest = 0.0;
    switch (leaf.type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Segment: b = leaf.b - origin_; break;
        case Convex::Type::Triangle:
            b = leaf.b - origin_;
            c = leaf.c - origin_;
            break;
        case Convex::Type::Rectangle:
        case Convex::Type::Box:
            packed.is_box = 1;
            b = leaf.b;
            c = leaf.c;
            d = leaf.type == Convex::Type::Box ? leaf.d : Vec3(Vec3::Zero());
            break;
        case Convex::Type::Cylinder:
        {
            packed.is_box = 1;
            b = leaf.b;
            // 1e-9 is far more than what the two directions are off in double.
            const double r = leaf.c.x() * (1.0 + 1e-9);
            c = r * leaf.d.unitOrthogonal();
            d = leaf.d.cross(c);
            break;
        }
        case Convex::Type::Cone:
        {
            // The box about it.
            packed.is_box = 1;
            a += 0.5 * leaf.b;
            b = 0.5 * leaf.b;
            const double r = leaf.c.x() * (1.0 + 1e-9);
            c = r * leaf.d.unitOrthogonal();
            d = leaf.d.cross(c);
            break;
        }
    }
    store(a, packed.a);
    store(b, packed.b);
    store(c, packed.c);
    store(d, packed.d);
    // Corners move by sqrt(3) U times their largest coordinate; a box by that of its centre and half axes together.
    largest = a.cwiseAbs().maxCoeff();
    if (packed.is_box)
        largest += b.cwiseAbs().maxCoeff() + c.cwiseAbs().maxCoeff() + d.cwiseAbs().maxCoeff();
    else
        largest = std::max(largest, std::max(b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()));
    leaf_error_ = std::max(leaf_error_, 2.0 * kFloatRoundoff * largest + std::numeric_limits<float>::min());
    return packed;
}

// The centre and the axes are rounded to floats first, and what depends on them is computed from these floats: the offsets from the
// centre, the slabs from the axes, in double and outwards. So the rounding of centre and axes needs no error term. An axis is shortened
// by 1e-6 before it is rounded, far more than rounding (2^-24) can add, so that it is not longer than 1, as the slabs count on.
bool PackedObstacles::pack(const SweptPiece& piece, std::int32_t volume, std::int32_t mask, GpuPiece& packed) const
{
    const Vec3 low = piece.box.low - origin_, high = piece.box.high - origin_;
    const double coordinate = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
    // Written so that NaN does not fit.
    if (!(coordinate < kLargestCoordinate) || !low.allFinite() || !high.allFinite())
        return false;
    packed = GpuPiece{};
    packed.volume = volume;
    packed.mask = mask;
    store(piece.centre - origin_, packed.centre);
    const Vec3 centre(packed.centre[0], packed.centre[1], packed.centre[2]);
    // The centre as stored, in the world: exact but for rounding in double, which is in `need`.
    const Vec3 shift = piece.centre - origin_ - centre;
    Vec3 offset[4];
    double extent = 0.0;
    float(*const stored[4])[3] = {&packed.offset0, &packed.offset1, &packed.offset2, &packed.offset3};
    for (int i = 0; i < 4; ++i)
    {
        offset[i] = piece.offset[i] + shift;
        store(offset[i], *stored[i]);
        extent = std::max(extent, offset[i].cwiseAbs().maxCoeff());
    }
    packed.extent = floatAbove(extent);
    const double rounding = 16.0 * kUnitRoundoff * (coordinate + origin_.cwiseAbs().maxCoeff() + piece.extent);
    // The shader's error terms count on needs that are not vanishingly small.
    const double need = std::max(1e-9, (piece.need + leaf_error_ + rounding) * kInflate);
    packed.need = floatAbove(need);
    for (int k = 0; k < 3; ++k)
    {
        // piece.box holds all within piece.need; grow by the rest of `need` for good measure.
        packed.low[k] = floatBelow(low[k] - (need - piece.need));
        packed.high[k] = floatAbove(high[k] + (need - piece.need));
        const Vec3 n = piece.axis[k] * (1.0 - 1e-6);
        for (int j = 0; j < 3; ++j)
            packed.axis[k][j] = rounded(n[j]);
        const Vec3 exact(packed.axis[k][0], packed.axis[k][1], packed.axis[k][2]);
        double slab_low = std::numeric_limits<double>::infinity(), slab_high = -slab_low;
        for (const Vec3& x : offset)
        {
            slab_low = std::min(slab_low, exact.dot(x));
            slab_high = std::max(slab_high, exact.dot(x));
        }
        // |n| <= 1, so a ball of radius `need` adds no more than that; the products are off by less than 8 u extent.
        const double grow = need * kInflate + 16.0 * kUnitRoundoff * extent;
        packed.axis[k][3] = floatBelow(slab_low - grow);
        packed.slab_high[k] = floatAbove(slab_high + grow);
    }
    return true;
}

}  // namespace gapless::gl
