// Compiled once per instruction set: Highway includes this file anew for each (hwy/foreach_target.h).
//
// Sine and cosine. k = the integer nearest to x 2/pi, r = x - k pi/2, pi/2 in three parts of which the first two have 33 significant bits:
// their products with |k| <= 2^20 are exact, and so is the first difference (Sterbenz) but where k = 0, when nothing is taken off. r is off
// by less than 2 u. On |r| <= pi/4 (1 + 2^-20) Taylor's polynomials are off by less than r^17/17! < 6e-17 (sine, to r^15) and r^18/18! <
// 3e-18 (cosine, to r^16); evaluated by Horner's rule each of their sums makes an error of less than 2 u in all. Sum: less than 6 u.
#include "certify/lane_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>

#include "certify/lane_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "certify/lane_kernels.cpp"
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gapless {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, kLanes>;
using F = hn::CappedTag<float, kLanes>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

// Constructors that a compiler makes are not compiled for the instruction set, so that those of NEON's vectors cannot be inlined there.
struct V3
{
    V x, y, z;

    HWY_INLINE V3() {}
    HWY_INLINE V3(V x_, V y_, V z_) : x(x_), y(y_), z(z_) {}
};

HWY_INLINE V get(const Lanes& lanes, std::size_t i)
{
    return hn::Load(D(), lanes.at + i);
}

HWY_INLINE V3 get3(const Lanes* lanes, std::size_t i)
{
    return {get(lanes[0], i), get(lanes[1], i), get(lanes[2], i)};
}

HWY_INLINE void put(V value, Lanes& lanes, std::size_t i)
{
    hn::Store(value, D(), lanes.at + i);
}

HWY_INLINE void put3(const V3& value, Lanes* lanes, std::size_t i)
{
    put(value.x, lanes[0], i);
    put(value.y, lanes[1], i);
    put(value.z, lanes[2], i);
}

HWY_INLINE V all(double value)
{
    return hn::Set(D(), value);
}

HWY_INLINE V3 all3(const double* value)
{
    return {all(value[0]), all(value[1]), all(value[2])};
}

HWY_INLINE V dot(const V3& a, const V3& b)
{
    return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}

HWY_INLINE V3 minus(const V3& a, const V3& b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE V3 plus(const V3& a, const V3& b)
{
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

/// a + s b
HWY_INLINE V3 along(const V3& a, V s, const V3& b)
{
    return {hn::MulAdd(s, b.x, a.x), hn::MulAdd(s, b.y, a.y), hn::MulAdd(s, b.z, a.z)};
}

HWY_INLINE V3 scaled(V s, const V3& a)
{
    return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}

HWY_INLINE V3 cross(const V3& a, const V3& b)
{
    return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
            hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

HWY_INLINE V norm(const V3& a)
{
    return hn::Sqrt(dot(a, a));
}

HWY_INLINE V clamp(V value, V low, V high)
{
    return hn::Min(hn::Max(value, low), high);
}

HWY_INLINE V3 choose(M mask, const V3& yes, const V3& no)
{
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}

template <class Tag = D>
HWY_INLINE std::uint32_t bits(hn::Mask<Tag> mask)
{
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Tag(), mask, bytes);
    return bytes[0];
}

template <class Tag = D>
HWY_INLINE hn::Mask<Tag> mask(std::uint32_t lanes)
{
    const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(lanes)};
    return hn::LoadMaskBits(Tag(), bytes);
}

/// R x, with R row by row
HWY_INLINE V3 turned(const Lanes* R, std::size_t i, const V3& x)
{
    return {dot(get3(R, i), x), dot(get3(R + 3, i), x), dot(get3(R + 6, i), x)};
}

HWY_INLINE void sineCosineOf(V angle, V& sine, V& cosine)
{
    const V k = hn::Round(hn::Mul(angle, all(0.63661977236758134308)));
    V r = hn::NegMulAdd(k, all(0x1.921fb544p+0), angle);
    r = hn::NegMulAdd(k, all(0x1.0b4611a6p-34), r);
    r = hn::NegMulAdd(k, all(0x1.3198a2e037073p-69), r);
    const V z = hn::Mul(r, r);
    V s = all(-1.0 / 1307674368000.0);
    s = hn::MulAdd(s, z, all(1.0 / 6227020800.0));
    s = hn::MulAdd(s, z, all(-1.0 / 39916800.0));
    s = hn::MulAdd(s, z, all(1.0 / 362880.0));
    s = hn::MulAdd(s, z, all(-1.0 / 5040.0));
    s = hn::MulAdd(s, z, all(1.0 / 120.0));
    s = hn::MulAdd(s, z, all(-1.0 / 6.0));
    s = hn::MulAdd(hn::Mul(s, z), r, r);
    V c = all(1.0 / 20922789888000.0);
    c = hn::MulAdd(c, z, all(-1.0 / 87178291200.0));
    c = hn::MulAdd(c, z, all(1.0 / 479001600.0));
    c = hn::MulAdd(c, z, all(-1.0 / 3628800.0));
    c = hn::MulAdd(c, z, all(1.0 / 40320.0));
    c = hn::MulAdd(c, z, all(-1.0 / 720.0));
    c = hn::MulAdd(c, z, all(1.0 / 24.0));
    c = hn::MulAdd(c, z, all(-0.5));
    c = hn::MulAdd(c, z, all(1.0));
    // k = 4 q + quarter: sine and cosine change places in odd quarters, signs in the 2nd and 3rd (sine), 1st and 2nd (cosine).
    const V quarter = hn::NegMulAdd(hn::Floor(hn::Mul(k, all(0.25))), all(4.0), k);
    const M odd = hn::Or(hn::Eq(quarter, all(1.0)), hn::Eq(quarter, all(3.0)));
    const V swapped_sine = hn::IfThenElse(odd, c, s), swapped_cosine = hn::IfThenElse(odd, s, c);
    sine = hn::IfThenElse(hn::Ge(quarter, all(2.0)), hn::Neg(swapped_sine), swapped_sine);
    const M negative = hn::Or(hn::Eq(quarter, all(1.0)), hn::Eq(quarter, all(2.0)));
    cosine = hn::IfThenElse(negative, hn::Neg(swapped_cosine), swapped_cosine);
}

void sineCosine(const Lanes& angle, Lanes& sine, Lanes& cosine)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        V s, c;
        sineCosineOf(get(angle, i), s, c);
        put(s, sine, i);
        put(c, cosine, i);
    }
}

void pose(const JointLanes& joint, const BodyLanes& parent, double begin, double width, BodyLanes& body)
{
    alignas(64) static constexpr double kMiddles[kLanes] = {0.5 / 8, 1.5 / 8, 2.5 / 8, 3.5 / 8,
                                                            4.5 / 8, 5.5 / 8, 6.5 / 8, 7.5 / 8};
    Lanes sines, cosines;
    if (joint.is_far)
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            const double angle = joint.angle + (begin + kMiddles[k] * width) * joint.angle_rate;
            sines.at[k] = std::sin(angle);
            cosines.at[k] = std::cos(angle);
        }
    const V half_width = all(width / 16.0);
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        const V t = hn::MulAdd(hn::Load(D(), kMiddles + i), all(width), all(begin));
        const V3 parent_omega = get3(parent.omega, i);
        V3 R_P[3] = {get3(parent.R, i), get3(parent.R + 3, i), get3(parent.R + 6, i)};
        V sine = hn::Zero(D()), cosine = hn::Zero(D());
        if (joint.is_far)
        {
            sine = get(sines, i);
            cosine = get(cosines, i);
        }
        else if (joint.turns)
            sineCosineOf(hn::MulAdd(t, all(joint.angle_rate), all(joint.angle)), sine, cosine);
        V3 a;
        if (joint.is_aligned)
        {
            // R_P times the fixed turn, of which the joint then turns the first two columns.
            const auto column = [&](std::size_t k) HWY_ATTR {
                const std::size_t axis = joint.axes[k];
                if (axis != JointLanes::kNoAxis)
                    return V3(get(parent.R[axis], i), get(parent.R[3 + axis], i), get(parent.R[6 + axis], i));
                const V3 fixed = all3(joint.fixed[k]);
                return V3(dot(R_P[0], fixed), dot(R_P[1], fixed), dot(R_P[2], fixed));
            };
            const V3 first = column(0), second = column(1), still = column(2);
            const auto putColumn = [&](std::size_t k, const V3& x) HWY_ATTR {
                put(x.x, body.R[joint.columns[k]], i);
                put(x.y, body.R[3 + joint.columns[k]], i);
                put(x.z, body.R[6 + joint.columns[k]], i);
            };
            putColumn(0, along(scaled(cosine, first), sine, second));
            putColumn(1, along(scaled(cosine, second), hn::Neg(sine), first));
            putColumn(2, still);
            a = still;
        }
        else
        {
            for (std::size_t column = 0; column < 3; ++column)
            {
                const V3 own = along(along(all3(joint.constant_part + 3 * column), cosine, all3(joint.cosine_part + 3 * column)),
                                     sine, all3(joint.sine_part + 3 * column));
                for (std::size_t row = 0; row < 3; ++row)
                    put(dot(R_P[row], own), body.R[3 * row + column], i);
            }
            const V3 axis = all3(joint.axis);
            a = {dot(R_P[0], axis), dot(R_P[1], axis), dot(R_P[2], axis)};
        }
        const V3 omega = along(parent_omega, all(joint.axis_sign * joint.angle_rate), a);
        put3(omega, body.omega, i);
        V3 offset = all3(joint.offset), v = get3(parent.v, i);
        if (joint.shifts)
        {
            const V3 shift = all3(joint.shift);
            offset = along(offset, t, shift);
            v = plus(v, {dot(R_P[0], shift), dot(R_P[1], shift), dot(R_P[2], shift)});
        }
        const V3 l = {dot(R_P[0], offset), dot(R_P[1], offset), dot(R_P[2], offset)};
        put3(plus(get3(parent.p, i), l), body.p, i);
        put3(plus(v, cross(parent_omega, l)), body.v, i);
        const V parent_turn = get(parent.turn, i), parent_turn_rate = get(parent.turn_rate, i);
        const V turn_rate = hn::MulAdd(all(joint.turn), parent_turn, parent_turn_rate);
        put(turn_rate, body.turn_rate, i);
        put(hn::Min(hn::MulAdd(half_width, turn_rate, norm(omega)), hn::Add(parent_turn, all(joint.turn))), body.turn, i);
        const V curved = hn::MulAdd(parent_turn, parent_turn, parent_turn_rate);
        put(hn::MulAdd(all(joint.offset_length), curved,
                       hn::MulAdd(all(2.0 * joint.shift_length), parent_turn, get(parent.bend, i))),
            body.bend, i);
        if (joint.arm_length > 0.0)
        {
            const V3 arm = turned(body.R, i, all3(joint.arm));
            put3(plus(get3(body.p, i), arm), body.p, i);
            put3(plus(get3(body.v, i), cross(omega, arm)), body.v, i);
            const V turn = get(body.turn, i);
            put(hn::MulAdd(all(joint.arm_length), hn::MulAdd(turn, turn, turn_rate), get(body.bend, i)), body.bend, i);
        }
    }
}

void placeBall(const BodyLanes& body, const double* centre, double reach, BallLanes& ball)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        const V3 lever = turned(body.R, i, all3(centre));
        put3(plus(get3(body.p, i), lever), ball.x, i);
        put3(plus(get3(body.v, i), cross(get3(body.omega, i), lever)), ball.v, i);
        const V turn = get(body.turn, i);
        put(hn::MulAdd(all(reach), hn::MulAdd(turn, turn, get(body.turn_rate, i)), get(body.bend, i)), ball.bend, i);
    }
}

void toFrame(const BallLanes& ball, const double* R, const double* p, BallLanes& seen)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        const V3 x = minus(get3(ball.x, i), all3(p)), v = get3(ball.v, i);
        for (std::size_t k = 0; k < 3; ++k)
        {
            const V3 axis = all3(R + 3 * k);
            put(dot(axis, x), seen.x[k], i);
            put(dot(axis, v), seen.v[k], i);
        }
        put(get(ball.bend, i), seen.bend, i);
    }
}

void placeRss(const BodyLanes& body, const LaneRss& node, RssLanes& rss)
{
    placeBall(body, node.centre, node.reach, rss.centre);
    rss.count = node.count;
    for (std::size_t k = 0; k < node.count; ++k)
    {
        rss.inverse_square[k] = node.inverse_square[k];
        for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
        {
            const V3 side = turned(body.R, i, all3(node.side[k]));
            put3(side, rss.side[k], i);
            put3(cross(get3(body.omega, i), side), rss.swing[k], i);
        }
    }
}

HWY_INLINE void turnBack(const Lanes* x, const double* R, Lanes* seen)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        const V3 from = get3(x, i);
        for (std::size_t k = 0; k < 3; ++k)
            put(dot(all3(R + 3 * k), from), seen[k], i);
    }
}

void rssToFrame(const RssLanes& rss, const double* R, const double* p, RssLanes& seen)
{
    toFrame(rss.centre, R, p, seen.centre);
    seen.count = rss.count;
    for (std::size_t k = 0; k < rss.count; ++k)
    {
        seen.inverse_square[k] = rss.inverse_square[k];
        turnBack(rss.side[k], R, seen.side[k]);
        turnBack(rss.swing[k], R, seen.swing[k]);
    }
}

void extent(const BallLanes& ball, double half_width, double radius, WorldBox& box)
{
    for (std::size_t k = 0; k < 3; ++k)
    {
        V lowest = all(INFINITY), highest = all(-INFINITY);
        for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
        {
            const V x = get(ball.x[k], i);
            const V far =
                hn::Mul(hn::MulAdd(get(ball.bend, i), all(0.5 * half_width), hn::Abs(get(ball.v[k], i))), all(half_width));
            lowest = hn::Min(lowest, hn::Sub(x, far));
            highest = hn::Max(highest, hn::Add(x, far));
        }
        box.low[k] = hn::GetLane(hn::MinOfLanes(D(), lowest)) - radius;
        box.high[k] = hn::GetLane(hn::MaxOfLanes(D(), highest)) + radius;
    }
}

void nearBoxes(const WorldBox* boxes, const BoxQuestion* questions, std::size_t count, std::uint8_t* near, double& least)
{
    V spare = all(INFINITY);
    for (std::size_t q = 0; q < count; ++q)
    {
        const BoxQuestion& asked = questions[q];
        const WorldBox& box = boxes[asked.box];
        std::uint32_t apart = 0;
        for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
        {
            // Along the axis that keeps them farthest apart. A number that is none counts for nothing, or makes a gap that is none.
            V gap = all(-INFINITY);
            for (std::size_t k = 0; k < 3; ++k)
                gap = hn::Max(hn::Max(hn::Sub(get(asked.others->low[k], i), all(box.high[k])),
                                      hn::Sub(all(box.low[k]), get(asked.others->high[k], i))),
                              gap);
            const M is_apart = hn::Gt(gap, all(asked.clearance));
            apart |= bits(is_apart) << i;
            spare = hn::Min(spare, hn::IfThenElse(hn::And(is_apart, mask(asked.lanes >> i)), gap, all(INFINITY)));
        }
        near[q] = static_cast<std::uint8_t>(asked.lanes & ~apart);
    }
    least = std::min(least, hn::GetLane(hn::MinOfLanes(D(), spare)));
}

/// Adds up what the lanes say. What is apart is compared without a division.
struct Tally
{
    V spare, shallow;
    std::uint32_t apart = 0, apart_there = 0;

    HWY_INLINE Tally() : spare(all(INFINITY)), shallow(all(0.0)) {}

    /// @param length of m. @param above_there, above_along m.x - max of m.y over the set at the middle, and the least of it over the lane but for
    ///        what bends
    HWY_INLINE void add(std::size_t i, V length, V above_there, V above_along, V bend, const LaneTest& test)
    {
        const V needed = all(test.radius + test.clearance);
        // B h^2 / 8 = (B / 2) (h / 2)^2
        const V curved = hn::Mul(bend, all(0.5 * test.half_width * test.half_width));
        const V there = hn::NegMulAdd(needed, length, above_there);
        const V all_along = hn::NegMulAdd(curved, length, hn::NegMulAdd(needed, length, above_along));
        // A shorter m may have squares that underflow, and products with its length that are smaller than their rounding.
        const M is_long = hn::Gt(length, all(kUnderflow));
        // Not greater where either is no number. What has overflowed tells nothing: of two bounds it may hide one that is no number.
        const M is_apart = hn::And(is_long, hn::And(hn::Gt(all_along, hn::Zero(D())), hn::Lt(all_along, all(INFINITY))));
        apart |= bits(is_apart) << i;
        const M is_wanted = mask(test.lanes >> i);
        const V inverse = hn::Div(all(1.0), length);
        spare = hn::Min(spare, hn::IfThenElse(hn::And(is_apart, is_wanted), hn::Mul(all_along, inverse), all(INFINITY)));
        const M is_there = hn::And(is_long, hn::Gt(there, hn::Zero(D())));
        apart_there |= bits(is_there) << i;
        // Without a branch: the next test need not wait for it.
        const V beyond = hn::IfThenElse(hn::Gt(length, hn::Zero(D())), hn::Mul(there, inverse), hn::Neg(needed));
        shallow = hn::Min(shallow, hn::IfThenElseZero(is_wanted, beyond));
    }

    HWY_INLINE LaneGaps result(const LaneTest& test) const
    {
        LaneGaps gaps;
        gaps.apart = apart;
        gaps.apart_there = apart_there;
        gaps.depth = -hn::GetLane(hn::MinOfLanes(D(), shallow));
        // (gap - clearance), of what is asked for and apart.
        gaps.least = test.clearance + hn::GetLane(hn::MinOfLanes(D(), spare));
        return gaps;
    }
};

// What a ball, or a rectangle, is asked about. way(x): from the nearest point of the set to x. above(m, x): m.x - max of m.y over the set.

struct BoxSet
{
    using Set = LaneBox;
    const LaneBox& box;

    HWY_INLINE V3 seen(const V3& x) const { return minus(x, all3(box.centre)); }
    HWY_INLINE V3 way(const V3& q) const
    {
        V3 m = q;
        for (std::size_t k = 0; k < box.count; ++k)
        {
            const V3 axis = all3(box.axis[k]);
            const V half = all(box.half[k]);
            m = along(m, hn::Neg(clamp(dot(q, axis), hn::Neg(half), half)), axis);
        }
        return m;
    }
    HWY_INLINE V above(const V3& m, const V3& q) const
    {
        V result = dot(m, q);
        for (std::size_t k = 0; k < box.count; ++k)
            result = hn::NegMulAdd(all(box.half[k]), hn::Abs(dot(m, all3(box.axis[k]))), result);
        return result;
    }
};

/// The rectangle of a node.
struct NodeSet
{
    using Set = RssNode;
    const RssNode& node;

    HWY_INLINE V3 seen(const V3& x) const { return minus(x, all3(node.centre.data())); }
    HWY_INLINE V3 way(const V3& q) const
    {
        const V3 u = all3(node.u.data()), v = all3(node.v.data());
        const V half_u = all(node.half_u), half_v = all(node.half_v);
        return along(along(q, hn::Neg(clamp(dot(q, u), hn::Neg(half_u), half_u)), u),
                     hn::Neg(clamp(dot(q, v), hn::Neg(half_v), half_v)), v);
    }
    HWY_INLINE V above(const V3& m, const V3& q) const
    {
        const V3 u = all3(node.u.data()), v = all3(node.v.data());
        return hn::NegMulAdd(all(node.half_v), hn::Abs(dot(m, v)),
                             hn::NegMulAdd(all(node.half_u), hn::Abs(dot(m, u)), dot(m, q)));
    }
};

struct CylinderSet
{
    using Set = LaneCylinder;
    const LaneCylinder& cylinder;

    HWY_INLINE V3 seen(const V3& x) const { return minus(x, all3(cylinder.centre)); }
    HWY_INLINE V3 way(const V3& q) const
    {
        const V half_length = all(cylinder.half_length);
        const V3 axis = all3(cylinder.axis);
        const V height = dot(q, axis);
        const V3 across = along(q, hn::Neg(height), axis);
        const V distance = norm(across);
        const V out = hn::Max(hn::Sub(distance, all(cylinder.radius)), hn::Zero(D()));
        const V share = hn::IfThenElseZero(hn::Gt(distance, hn::Zero(D())), hn::Div(out, distance));
        const V beyond = hn::Sub(height, clamp(height, hn::Neg(half_length), half_length));
        return along({hn::Mul(share, across.x), hn::Mul(share, across.y), hn::Mul(share, across.z)}, beyond, axis);
    }
    HWY_INLINE V above(const V3& m, const V3& q) const
    {
        const V3 axis = all3(cylinder.axis);
        const V m_across = norm(along(m, hn::Neg(dot(m, axis)), axis));
        return hn::NegMulAdd(all(cylinder.radius), m_across, hn::Sub(dot(m, q), hn::Abs(dot(m, all3(cylinder.half)))));
    }
};

struct TriangleSet
{
    using Set = LaneTriangle;
    const LaneTriangle& triangle;

    HWY_INLINE V3 seen(const V3& x) const { return x; }
    HWY_INLINE V3 way(const V3& q) const
    {
        V3 m = {hn::Zero(D()), hn::Zero(D()), hn::Zero(D())};
        V square = all(INFINITY);
        M is_over = hn::Gt(all(triangle.normal_inverse_square), hn::Zero(D()));
        for (std::size_t k = 0; k < 3; ++k)
        {
            const V3 from = minus(q, all3(triangle.corner[k]));
            // The way from the edge.
            const V3 edge = all3(triangle.edge[k]);
            const V s = clamp(hn::Mul(dot(from, edge), all(triangle.edge_inverse_square[k])), hn::Zero(D()), all(1.0));
            const V3 way = along(from, hn::Neg(s), edge);
            const V way_square = dot(way, way);
            const M nearer = hn::Lt(way_square, square);
            m = choose(nearer, way, m);
            square = hn::IfThenElse(nearer, way_square, square);
            is_over = hn::And(is_over, hn::Gt(dot(from, all3(triangle.inwards[k])), hn::Zero(D())));
        }
        const V3 n = all3(triangle.normal);
        const V height = hn::Mul(dot(minus(q, all3(triangle.corner[0])), n), all(triangle.normal_inverse_square));
        return choose(is_over, {hn::Mul(height, n.x), hn::Mul(height, n.y), hn::Mul(height, n.z)}, m);
    }
    HWY_INLINE V above(const V3& m, const V3& q) const
    {
        V result = dot(m, minus(q, all3(triangle.corner[0])));
        for (std::size_t k = 1; k < 3; ++k)
            result = hn::Min(result, dot(m, minus(q, all3(triangle.corner[k]))));
        return result;
    }
};

template <class Asked>
LaneGaps ballGaps(const BallLanes& ball, const typename Asked::Set& asked, const LaneTest& test)
{
    const Asked set{asked};
    Tally tally;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        const V3 q = set.seen(get3(ball.x, i)), m = set.way(q);
        const V above = set.above(m, q);
        const V above_along = hn::NegMulAdd(hn::Abs(dot(m, get3(ball.v, i))), all(test.half_width), above);
        tally.add(i, norm(m), above, above_along, get(ball.bend, i), test);
    }
    return tally.result(test);
}

/// Of a rectangle in one part of the lanes. @tparam kSides that have a length
template <std::size_t kSides>
struct Rectangle
{
    V3 x, side[2], swing[2];
    V inverse_square[2];

    HWY_INLINE Rectangle(const RssLanes& rss, std::size_t i) : x(get3(rss.centre.x, i))
    {
        for (std::size_t k = 0; k < kSides; ++k)
        {
            side[k] = get3(rss.side[k], i);
            swing[k] = get3(rss.swing[k], i);
            inverse_square[k] = all(rss.inverse_square[k]);
        }
    }
    /// The point nearest to p, but for rounding.
    HWY_INLINE V3 nearest(const V3& p) const
    {
        const V3 q = minus(p, x);
        V3 result = x;
        for (std::size_t k = 0; k < kSides; ++k)
            result = along(result, clamp(hn::Mul(dot(q, side[k]), inverse_square[k]), all(-1.0), all(1.0)), side[k]);
        return result;
    }
    /// Takes off how far the rectangle reaches along m: at the middle, at the lane's first and last t.
    HWY_INLINE void reach(const V3& m, V half_width, V& there, V& first, V& last) const
    {
        for (std::size_t k = 0; k < kSides; ++k)
        {
            const V along_side = dot(m, side[k]), along_swing = hn::Mul(half_width, dot(m, swing[k]));
            there = hn::Sub(there, hn::Abs(along_side));
            first = hn::Sub(first, hn::Abs(hn::Sub(along_side, along_swing)));
            last = hn::Sub(last, hn::Abs(hn::Add(along_side, along_swing)));
        }
    }
};

/// So often points of two convex sets are made each other's nearest in turn. Any number gives a sound bound.
constexpr int kProjections = 1;

template <std::size_t kSides, class Asked>
LaneGaps rssGapsOf(const RssLanes& rss, const Asked& set, const LaneTest& test)
{
    const V half_width = all(test.half_width);
    Tally tally;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        const Rectangle<kSides> rectangle(rss, i);
        V3 p = rectangle.x, m = set.way(set.seen(p));
        for (int k = 0; k < kProjections; ++k)
        {
            p = rectangle.nearest(minus(p, m));
            m = set.way(set.seen(p));
        }
        V there = set.above(m, set.seen(rectangle.x));
        const V advance = hn::Mul(dot(m, get3(rss.centre.v, i)), half_width);
        V first = hn::Sub(there, advance), last = hn::Add(there, advance);
        rectangle.reach(m, half_width, there, first, last);
        tally.add(i, norm(m), there, hn::Min(first, last), get(rss.centre.bend, i), test);
    }
    return tally.result(test);
}

template <class Asked>
LaneGaps rssGaps(const RssLanes& rss, const typename Asked::Set& asked, const LaneTest& test)
{
    const Asked set{asked};
    switch (rss.count)
    {
        case 0: return rssGapsOf<0>(rss, set, test);
        case 1: return rssGapsOf<1>(rss, set, test);
        default: return rssGapsOf<2>(rss, set, test);
    }
}

void boxes(const RssLanes& rss, double half_width, BoxLanes& boxes)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
        for (std::size_t k = 0; k < 3; ++k)
        {
            const V x = get(rss.centre.x[k], i);
            V along = hn::Abs(get(rss.centre.v[k], i)), beyond = hn::Mul(get(rss.centre.bend, i), all(0.5 * half_width));
            for (std::size_t side = 0; side < rss.count; ++side)
                along = hn::Add(along, hn::Abs(get(rss.swing[side][k], i)));
            beyond = hn::Mul(hn::Add(beyond, along), all(half_width));
            for (std::size_t side = 0; side < rss.count; ++side)
                beyond = hn::Add(beyond, hn::Abs(get(rss.side[side][k], i)));
            put(hn::Sub(x, beyond), boxes.low[k], i);
            put(hn::Add(x, beyond), boxes.high[k], i);
        }
}

/// Boxes of lanes, grown and rounded outwards as an RssBox is.
struct RoundedBoxes
{
    alignas(64) float low[3][kLanes], high[3][kLanes];

    RoundedBoxes(const BoxLanes& boxes, double grow)
    {
        using Part = hn::Rebind<float, D>;
        const auto by = [](auto x) HWY_ATTR {
            return hn::MulAdd(hn::Abs(x), hn::Set(Part(), RssBox::kOutwards), hn::Set(Part(), RssBox::kLeastOutwards));
        };
        // No number is not smaller.
        const auto has = [](auto x) HWY_ATTR { return hn::Lt(hn::Abs(x), hn::Set(Part(), RssBox::kTooLarge)); };
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
            {
                const auto below = hn::DemoteTo(Part(), hn::Sub(get(boxes.low[k], i), all(grow)));
                const auto above = hn::DemoteTo(Part(), hn::Add(get(boxes.high[k], i), all(grow)));
                const auto end = hn::Set(Part(), INFINITY);
                hn::StoreU(hn::IfThenElse(has(below), hn::Sub(below, by(below)), hn::Neg(end)), Part(), low[k] + i);
                hn::StoreU(hn::IfThenElse(has(above), hn::Add(above, by(above)), end), Part(), high[k] + i);
            }
    }

    /// Of one part of the lanes, along the axis that keeps them farthest apart.
    HWY_INLINE hn::Vec<F> gaps(const RssBox& box, std::size_t i) const
    {
        hn::Vec<F> gap = hn::Set(F(), -INFINITY);
        for (std::size_t k = 0; k < 3; ++k)
            gap = hn::Max(hn::Max(hn::Sub(hn::Set(F(), box.low[k]), hn::Load(F(), high[k] + i)),
                                  hn::Sub(hn::Load(F(), low[k] + i), hn::Set(F(), box.high[k]))),
                          gap);
        return gap;
    }
};

bool openByBoxes(const BoxLanes& boxes, const RssTree& tree, double large, std::size_t most, const LaneTest& test,
                 std::vector<LeftNode>& left, double& least)
{
    // As spare and is_apart of a Tally, of what is grown already.
    const RoundedBoxes grown(boxes, test.radius + test.clearance);
    const auto none = hn::Set(F(), INFINITY);
    auto spare = none;
    std::array<LeftNode, 128> stack;
    std::size_t depth = 0;
    const auto look = [&](NodeIndex index, std::uint32_t lanes) HWY_ATTR {
        std::uint32_t apart = 0;
        for (std::size_t i = 0; i < kLanes; i += hn::Lanes(F()))
        {
            const auto gap = grown.gaps(tree.box(index), i);
            const auto is_apart = hn::And(hn::Gt(gap, hn::Zero(F())), hn::Lt(gap, none));
            apart |= bits<F>(is_apart) << i;
            spare = hn::Min(spare, hn::IfThenElse(hn::And(is_apart, mask<F>(lanes >> i)), gap, none));
        }
        return lanes & ~apart;
    };
    const auto take = [&](NodeIndex index, std::uint32_t lanes) {
        if (lanes == 0)
            return;
        const RssBox& box = tree.box(index);
        if (box.isLeaf() || box.size <= large)
            left.push_back({index, lanes});
        else
            stack[depth++] = {index, lanes};
    };
    if (most-- == 0)
        return false;
    take(RssTree::kRoot, look(RssTree::kRoot, test.lanes));
    while (depth > 0)
    {
        if (most < 2 || depth + 1 >= stack.size())
            return false;
        most -= 2;
        const LeftNode at = stack[--depth];
        const auto [first, second] = tree.box(at.node).children();
        const std::uint32_t of_first = look(first, at.lanes), of_second = look(second, at.lanes);
        take(first, of_first);
        take(second, of_second);
    }
    const double beyond = static_cast<double>(hn::GetLane(hn::MinOfLanes(F(), spare)));
    least = std::min(least, test.clearance + beyond * (1.0 - 0x1p-22));
    return true;
}

LaneGaps ballBall(const BallLanes& a, const BallLanes& b, const BodyLanes* frame, const LaneTest& test)
{
    Tally tally;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(D()))
    {
        const V3 m = minus(get3(b.x, i), get3(a.x, i)), v = minus(get3(b.v, i), get3(a.v, i));
        const V square = dot(m, m);
        V bend = hn::Add(get(a.bend, i), get(b.bend, i));
        if (frame)
            bend = hn::NegMulAdd(all(2.0), get(frame->bend, i), bend);
        tally.add(i, hn::Sqrt(square), square, hn::NegMulAdd(hn::Abs(dot(m, v)), all(test.half_width), square), bend, test);
    }
    return tally.result(test);
}

std::size_t farthest(const double* coordinates, std::size_t count, const double* n, double& reach)
{
    const V3 along = all3(n);
    // Every other part by itself: one does not wait for the other.
    std::array<V, 2> best = {all(-INFINITY), all(-INFINITY)}, best_index = {hn::Zero(D()), hn::Zero(D())};
    const V step = all(static_cast<double>(hn::Lanes(D())));
    V index = hn::Iota(D(), 0.0);
    for (std::size_t i = 0; i < count; i += 2 * hn::Lanes(D()))
        for (std::size_t k = 0; k < 2; ++k)
        {
            const double* const at = coordinates + i + k * hn::Lanes(D());
            const V height = dot(along, {hn::LoadU(D(), at), hn::LoadU(D(), at + count), hn::LoadU(D(), at + 2 * count)});
            const M is_higher = hn::Gt(height, best[k]);
            best[k] = hn::IfThenElse(is_higher, height, best[k]);
            best_index[k] = hn::IfThenElse(is_higher, index, best_index[k]);
            index = hn::Add(index, step);
        }
    const V highest = hn::MaxOfLanes(D(), hn::Max(best[0], best[1]));
    reach = hn::GetLane(highest);
    const V last = all(static_cast<double>(count - 1));
    const auto first = [&](std::size_t k) HWY_ATTR { return hn::IfThenElse(hn::Eq(best[k], highest), best_index[k], last); };
    return static_cast<std::size_t>(hn::GetLane(hn::MinOfLanes(D(), hn::Min(first(0), first(1)))));
}

const LaneKernels& kernels()
{
    static const LaneKernels kKernels = {hwy::TargetName(HWY_TARGET),
                                         pose,
                                         placeBall,
                                         toFrame,
                                         extent,
                                         nearBoxes,
                                         ballGaps<NodeSet>,
                                         ballGaps<BoxSet>,
                                         ballGaps<CylinderSet>,
                                         ballGaps<TriangleSet>,
                                         ballBall,
                                         placeRss,
                                         rssToFrame,
                                         boxes,
                                         openByBoxes,
                                         rssGaps<NodeSet>,
                                         rssGaps<BoxSet>,
                                         rssGaps<CylinderSet>,
                                         rssGaps<TriangleSet>,
                                         farthest,
                                         sineCosine};
    return kKernels;
}

}  // namespace HWY_NAMESPACE
}  // namespace gapless
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gapless {

HWY_EXPORT(kernels);

namespace {

template <class M>
void set(double* to, const M& from)
{
    std::copy(from.data(), from.data() + from.size(), to);
}

double inverseSquare(const Vec3& x)
{
    const double square = x.squaredNorm();
    return square > 0.0 ? 1.0 / square : 0.0;
}

LaneBox boxOf(const Vec3& centre, std::initializer_list<Vec3> halves)
{
    LaneBox box;
    set(box.centre, centre);
    box.count = 0;
    for (const Vec3& half : halves)
    {
        const double length = half.norm();
        set(box.axis[box.count], length > 0.0 ? Vec3(half / length) : Vec3(Vec3::Zero()));
        box.half[box.count++] = length;
    }
    return box;
}

void setMatrices(const JointMotion& m, JointLanes& joint)
{
    set(joint.cosine_part, m.cosine_part);
    set(joint.sine_part, m.sine_part);
    set(joint.constant_part, m.constant_part);
    // constant_part is (the fixed turns) a a', so that times a it is the axis as seen from the parent.
    set(joint.axis, Vec3(m.constant_part * m.axis));
}

/// @param fixed the joint's fixed turn
void align(const Vec3& axis, const Mat3& fixed, JointLanes& joint)
{
    for (Eigen::Index k = 0; k < 3; ++k)
        // About the axis the other way is from the second to the first.
        for (const double sign : {1.0, -1.0})
            if (axis == Vec3(sign * Vec3::Unit(k)))
            {
                joint.is_aligned = true;
                joint.axis_sign = sign;
                const Eigen::Index next = (k + 1) % 3, last = (k + 2) % 3;
                const std::array<Eigen::Index, 3> columns = {sign > 0.0 ? next : last, sign > 0.0 ? last : next, k};
                for (std::size_t i = 0; i < 3; ++i)
                {
                    joint.columns[i] = static_cast<std::size_t>(columns[i]);
                    const Vec3 column = fixed.col(columns[i]);
                    set(joint.fixed[i], column);
                    joint.axes[i] = JointLanes::kNoAxis;
                    for (Eigen::Index of_parent = 0; of_parent < 3; ++of_parent)
                        if (column == Vec3::Unit(of_parent))
                            joint.axes[i] = static_cast<std::size_t>(of_parent);
                }
            }
}

}  // namespace

JointLanes jointLanes(const Body& body, const JointMotion& m)
{
    JointLanes joint = {};
    joint.axis_sign = 1.0;
    joint.turns = turns(body.joint.type);
    if (joint.turns)
    {
        setMatrices(m, joint);
        if (body.joint.type != JointType::Floating)
            align(m.axis, body.X_PJ.R, joint);
    }
    else  // JointMotion's parts of such a joint add up at an angle of 0; here it is the constant part alone
        set(joint.constant_part, body.X_PJ.R);
    joint.shifts = shifts(body.joint.type);
    if (!joint.shifts)
    {
        set(joint.offset, body.X_PJ.p);
        joint.offset_length = body.X_PJ.p.norm() * kInflate;
    }
    setMotion(body, m, joint);
    return joint;
}

void setMotion(const Body& body, const JointMotion& m, JointLanes& joint)
{
    // The only one whose matrices are of a motion.
    if (body.joint.type == JointType::Floating)
        setMatrices(m, joint);
    if (joint.turns)
    {
        joint.angle = m.angle;
        joint.angle_rate = m.angle_rate;
        joint.turn = std::abs(joint.angle_rate) * kInflate;
        joint.is_far = std::abs(joint.angle) + std::abs(joint.angle_rate) > kFarAngle;
    }
    if (joint.shifts)
    {
        const Vec3 offset = body.X_PJ * m.translation, shift = body.X_PJ.R * m.translation_rate;
        set(joint.offset, offset);
        set(joint.shift, shift);
        // |l| is convex in t: largest at one of the ends. What computing the two costs is within the caller's error.
        joint.offset_length = std::max(offset.norm(), (offset + shift).norm()) * kInflate;
        joint.shift_length = shift.norm() * kInflate;
        set(joint.arm, m.arm);
        joint.arm_length = m.arm_length;
    }
}

LaneRss laneRss(const RssNode& node)
{
    LaneRss rss;
    set(rss.centre, node.centre);
    rss.count = 0;
    Vec3 corner = Vec3::Zero();
    for (const Vec3& side : {Vec3(node.half_u * node.u), Vec3(node.half_v * node.v)})
        if (side != Vec3::Zero())
        {
            set(rss.side[rss.count], side);
            rss.inverse_square[rss.count++] = inverseSquare(side);
            corner += side.cwiseAbs();
        }
    // No coordinate of a corner is farther from the centre's than that.
    rss.reach = (node.centre.cwiseAbs() + corner).norm() * kInflate;
    return rss;
}

LaneBox laneBox(const Convex& leaf)
{
    switch (leaf.type)
    {
        case Convex::Type::Segment: return boxOf(0.5 * (leaf.a + leaf.b), {0.5 * (leaf.b - leaf.a)});
        case Convex::Type::Rectangle: return boxOf(leaf.a, {leaf.b, leaf.c});
        case Convex::Type::Box: return boxOf(leaf.a, {leaf.b, leaf.c, leaf.d});
        default: return boxOf(leaf.a, {});
    }
}

LaneCylinder laneCylinder(const Convex& leaf)
{
    LaneCylinder cylinder;
    set(cylinder.centre, leaf.a);
    set(cylinder.half, leaf.b);
    set(cylinder.axis, leaf.d);
    cylinder.half_length = leaf.b.norm();
    cylinder.radius = leaf.c.x();
    return cylinder;
}

LaneTriangle laneTriangle(const Convex& leaf)
{
    LaneTriangle triangle;
    const Vec3 corners[3] = {leaf.a, leaf.b, leaf.c};
    const Vec3 normal = (leaf.b - leaf.a).cross(leaf.c - leaf.a);
    set(triangle.normal, normal);
    triangle.normal_inverse_square = inverseSquare(normal);
    for (int k = 0; k < 3; ++k)
    {
        const Vec3 edge = corners[(k + 1) % 3] - corners[k];
        set(triangle.corner[k], corners[k]);
        set(triangle.edge[k], edge);
        triangle.edge_inverse_square[k] = inverseSquare(edge);
        set(triangle.inwards[k], normal.cross(edge));
    }
    return triangle;
}

const LaneKernels& laneKernels()
{
    return HWY_DYNAMIC_DISPATCH(kernels)();
}

}  // namespace gapless
#endif
