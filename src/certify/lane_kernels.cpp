// Compiled once per instruction set: Highway includes this file anew for each (hwy/foreach_target.h).
//
// Sine and cosine. k = the integer nearest to x 2/pi, r = x - k pi/2, pi/2 in three parts of which the first two have 33 significant bits:
// their products with |k| <= 2^20 are exact, and so is the first difference (Sterbenz) but where k = 0, when nothing is taken off. r is off
// by less than 2 u. On |r| <= pi/4 (1 + 2^-20) Taylor's polynomials are off by less than r^17/17! < 6e-17 (sine, to r^15) and r^18/18! <
// 3e-18 (cosine, to r^16); evaluated by Horner's rule each of their sums makes an error of less than 2 u in all. Sum: less than 6 u.
//
// In floats, u = 2^-24: the first two parts of pi/2 have 8 and 11 significant bits, so that their products with |k| <= 2^7 are exact; r is off by
// less than 1.7 u. The polynomials, to r^9 and r^10, are off by less than 0.03 u and 0.003 u, and evaluated by 1.1 u and 2 u. Sum: less than 4 u.
#include "certify/lane_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

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

template <class T>
using Tag = hn::CappedTag<T, kLanes>;
using F = Tag<float>;
template <class T>
using V = hn::Vec<Tag<T>>;
template <class T>
using M = hn::Mask<Tag<T>>;

// Constructors that a compiler makes are not compiled for the instruction set, so that those of NEON's vectors cannot be inlined there.
template <class T>
struct V3
{
    V<T> x, y, z;

    HWY_INLINE V3() {}
    HWY_INLINE V3(V<T> x_, V<T> y_, V<T> z_) : x(x_), y(y_), z(z_) {}
};

template <class T>
HWY_INLINE V<T> get(const LanesOf<T>& lanes, std::size_t i)
{
    return hn::Load(Tag<T>(), lanes.at + i);
}

template <class T>
HWY_INLINE V3<T> get3(const LanesOf<T>* lanes, std::size_t i)
{
    return {get(lanes[0], i), get(lanes[1], i), get(lanes[2], i)};
}

template <class T>
HWY_INLINE void put(V<T> value, LanesOf<T>& lanes, std::size_t i)
{
    hn::Store(value, Tag<T>(), lanes.at + i);
}

template <class T>
HWY_INLINE void put3(const V3<T>& value, LanesOf<T>* lanes, std::size_t i)
{
    put(value.x, lanes[0], i);
    put(value.y, lanes[1], i);
    put(value.z, lanes[2], i);
}

template <class T, class Number>
HWY_INLINE V<T> all(Number value)
{
    return hn::Set(Tag<T>(), static_cast<T>(value));
}

template <class T, class Number>
HWY_INLINE V3<T> all3(const Number* value)
{
    return {all<T>(value[0]), all<T>(value[1]), all<T>(value[2])};
}

template <class T>
HWY_INLINE V<T> dot(const V3<T>& a, const V3<T>& b)
{
    return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}

template <class T>
HWY_INLINE V3<T> minus(const V3<T>& a, const V3<T>& b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

template <class T>
HWY_INLINE V3<T> plus(const V3<T>& a, const V3<T>& b)
{
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

/// a + s b
template <class T>
HWY_INLINE V3<T> along(const V3<T>& a, V<T> s, const V3<T>& b)
{
    return {hn::MulAdd(s, b.x, a.x), hn::MulAdd(s, b.y, a.y), hn::MulAdd(s, b.z, a.z)};
}

template <class T>
HWY_INLINE V3<T> scaled(V<T> s, const V3<T>& a)
{
    return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}

template <class T>
HWY_INLINE V3<T> cross(const V3<T>& a, const V3<T>& b)
{
    return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
            hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

template <class T>
HWY_INLINE V<T> norm(const V3<T>& a)
{
    return hn::Sqrt(dot(a, a));
}

template <class Vector>
HWY_INLINE Vector clamp(Vector value, Vector low, Vector high)
{
    return hn::Min(hn::Max(value, low), high);
}

template <class T>
HWY_INLINE V3<T> choose(M<T> mask, const V3<T>& yes, const V3<T>& no)
{
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}

template <class T>
HWY_INLINE std::uint32_t bits(M<T> mask)
{
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Tag<T>(), mask, bytes);
    return bytes[0];
}

template <class T>
HWY_INLINE M<T> mask(std::uint32_t lanes)
{
    const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(lanes)};
    return hn::LoadMaskBits(Tag<T>(), bytes);
}

/// R x, with R row by row
template <class T>
HWY_INLINE V3<T> turned(const LanesOf<T>* R, std::size_t i, const V3<T>& x)
{
    return {dot(get3(R, i), x), dot(get3(R + 3, i), x), dot(get3(R + 6, i), x)};
}

/// c0 + c1 z + c2 z^2 + ...
template <class T, std::size_t kCount>
HWY_INLINE V<T> polynomial(const double (&coefficients)[kCount], V<T> z)
{
    V<T> result = all<T>(coefficients[kCount - 1]);
    for (std::size_t k = kCount - 1; k-- > 0;)
        result = hn::MulAdd(result, z, all<T>(coefficients[k]));
    return result;
}

template <class T>
HWY_INLINE void sineCosineOf(V<T> angle, V<T>& sine, V<T>& cosine)
{
    constexpr double kParts[3] = {!kIsFloat<T> ? 0x1.921fb544p+0 : 0x1.92p+0, !kIsFloat<T> ? 0x1.0b4611a6p-34 : 0x1.fb4p-12,
                                  !kIsFloat<T> ? 0x1.3198a2e037073p-69 : 0x1.4442d18469899p-24};
    const V<T> k = hn::Round(hn::Mul(angle, all<T>(0.63661977236758134308)));
    V<T> r = angle;
    for (const double part : kParts)
        r = hn::NegMulAdd(k, all<T>(part), r);
    const V<T> z = hn::Mul(r, r);
    V<T> s, c;
    if constexpr (!kIsFloat<T>)
    {
        s = polynomial<T>({-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362880.0, -1.0 / 39916800.0, 1.0 / 6227020800.0,
                           -1.0 / 1307674368000.0},
                          z);
        c = polynomial<T>({1.0, -0.5, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40320.0, -1.0 / 3628800.0, 1.0 / 479001600.0,
                           -1.0 / 87178291200.0, 1.0 / 20922789888000.0},
                          z);
    }
    else
    {
        s = polynomial<T>({-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362880.0}, z);
        c = polynomial<T>({1.0, -0.5, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40320.0, -1.0 / 3628800.0}, z);
    }
    s = hn::MulAdd(hn::Mul(s, z), r, r);
    // k = 4 q + quarter: sine and cosine change places in odd quarters, signs in the 2nd and 3rd (sine), 1st and 2nd (cosine).
    const V<T> quarter = hn::NegMulAdd(hn::Floor(hn::Mul(k, all<T>(0.25))), all<T>(4.0), k);
    const M<T> odd = hn::Or(hn::Eq(quarter, all<T>(1.0)), hn::Eq(quarter, all<T>(3.0)));
    const V<T> swapped_sine = hn::IfThenElse(odd, c, s), swapped_cosine = hn::IfThenElse(odd, s, c);
    sine = hn::IfThenElse(hn::Ge(quarter, all<T>(2.0)), hn::Neg(swapped_sine), swapped_sine);
    const M<T> negative = hn::Or(hn::Eq(quarter, all<T>(1.0)), hn::Eq(quarter, all<T>(2.0)));
    cosine = hn::IfThenElse(negative, hn::Neg(swapped_cosine), swapped_cosine);
}

template <class T>
void sineCosine(const LanesOf<T>& angle, LanesOf<T>& sine, LanesOf<T>& cosine)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        V<T> s, c;
        sineCosineOf<T>(get(angle, i), s, c);
        put(s, sine, i);
        put(c, cosine, i);
    }
}

template <class T>
void pose(const JointLanesOf<T>& joint, const BodyLanesOf<T>& parent, double begin, double width, BodyLanesOf<T>& body)
{
    alignas(64) static constexpr T kMiddles[kLanes] = {T(0.5 / 8), T(1.5 / 8), T(2.5 / 8), T(3.5 / 8),
                                                       T(4.5 / 8), T(5.5 / 8), T(6.5 / 8), T(7.5 / 8)};
    LanesOf<T> sines, cosines;
    const bool is_far = joint.is_far || (kIsFloat<T> && joint.turn > kFarRate);
    if (is_far)
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            const double angle = joint.angle + (begin + kMiddles[k] * width) * joint.angle_rate;
            sines.at[k] = static_cast<T>(std::sin(angle));
            cosines.at[k] = static_cast<T>(std::cos(angle));
        }
    // Half the digits are too few for turns on end: floats are those of a small angle, from the middle of the block.
    const double middle = kIsFloat<T> && joint.turns && !is_far ? begin + 0.5 * width : 0.0;
    double angle = joint.angle + middle * joint.angle_rate;
    if (kIsFloat<T> && std::abs(angle) > M_PI)
        angle -= 2.0 * M_PI * std::nearbyint(angle * (0.5 * M_1_PI));
    const V<T> half_width = all<T>(width / 16.0);
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        const V<T> t = hn::MulAdd(hn::Load(Tag<T>(), kMiddles + i), all<T>(width), all<T>(begin));
        const V3<T> parent_omega = get3(parent.omega, i);
        V3<T> R_P[3] = {get3(parent.R, i), get3(parent.R + 3, i), get3(parent.R + 6, i)};
        V<T> sine = hn::Zero(Tag<T>()), cosine = hn::Zero(Tag<T>());
        if (is_far)
        {
            sine = get(sines, i);
            cosine = get(cosines, i);
        }
        else if (joint.turns)
            sineCosineOf<T>(hn::MulAdd(hn::Sub(t, all<T>(middle)), all<T>(joint.angle_rate), all<T>(angle)), sine, cosine);
        V3<T> a;
        if (joint.is_aligned)
        {
            // R_P times the fixed turn, of which the joint then turns the first two columns.
            const auto column = [&](std::size_t k) HWY_ATTR {
                const std::size_t axis = joint.axes[k];
                if (axis != JointLanesOf<T>::kNoAxis)
                    return V3<T>(get(parent.R[axis], i), get(parent.R[3 + axis], i), get(parent.R[6 + axis], i));
                const V3<T> fixed = all3<T>(joint.fixed[k]);
                return V3<T>(dot(R_P[0], fixed), dot(R_P[1], fixed), dot(R_P[2], fixed));
            };
            const V3<T> first = column(0), second = column(1), still = column(2);
            const auto putColumn = [&](std::size_t k, const V3<T>& x) HWY_ATTR {
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
                const V3<T> own =
                    along(along(all3<T>(joint.constant_part + 3 * column), cosine, all3<T>(joint.cosine_part + 3 * column)), sine,
                          all3<T>(joint.sine_part + 3 * column));
                for (std::size_t row = 0; row < 3; ++row)
                    put(dot(R_P[row], own), body.R[3 * row + column], i);
            }
            const V3<T> axis = all3<T>(joint.axis);
            a = {dot(R_P[0], axis), dot(R_P[1], axis), dot(R_P[2], axis)};
        }
        const V3<T> omega = along(parent_omega, all<T>(joint.axis_sign * joint.angle_rate), a);
        put3(omega, body.omega, i);
        V3<T> offset = all3<T>(joint.offset), v = get3(parent.v, i);
        if (joint.shifts)
        {
            const V3<T> shift = all3<T>(joint.shift);
            offset = along(offset, t, shift);
            v = plus(v, {dot(R_P[0], shift), dot(R_P[1], shift), dot(R_P[2], shift)});
        }
        const V3<T> l = {dot(R_P[0], offset), dot(R_P[1], offset), dot(R_P[2], offset)};
        put3(plus(get3(parent.p, i), l), body.p, i);
        put3(plus(v, cross(parent_omega, l)), body.v, i);
        const V<T> parent_turn = get(parent.turn, i), parent_turn_rate = get(parent.turn_rate, i);
        const V<T> turn_rate = hn::MulAdd(all<T>(joint.turn), parent_turn, parent_turn_rate);
        put(turn_rate, body.turn_rate, i);
        put(hn::Min(hn::MulAdd(half_width, turn_rate, norm(omega)), hn::Add(parent_turn, all<T>(joint.turn))), body.turn, i);
        const V<T> curved = hn::MulAdd(parent_turn, parent_turn, parent_turn_rate);
        put(hn::MulAdd(all<T>(joint.offset_length), curved,
                       hn::MulAdd(all<T>(2.0 * joint.shift_length), parent_turn, get(parent.bend, i))),
            body.bend, i);
        if (joint.arm_length > 0.0)
        {
            const V3<T> arm = turned(body.R, i, all3<T>(joint.arm));
            put3(plus(get3(body.p, i), arm), body.p, i);
            put3(plus(get3(body.v, i), cross(omega, arm)), body.v, i);
            const V<T> turn = get(body.turn, i);
            put(hn::MulAdd(all<T>(joint.arm_length), hn::MulAdd(turn, turn, turn_rate), get(body.bend, i)), body.bend, i);
        }
    }
}

template <class T>
void rounded(const BodyLanes& body, BodyLanesOf<T>& rounded)
{
    using Parts = hn::Rebind<T, Tag<double>>;
    constexpr std::size_t kNumbers = sizeof(BodyLanes) / sizeof(double);
    static_assert(sizeof(BodyLanesOf<T>) == kNumbers * sizeof(T));
    const double* const from = body.R[0].at;
    T* const to = rounded.R[0].at;
    for (std::size_t i = 0; i < kNumbers; i += hn::Lanes(Tag<double>()))
    {
        const V<double> x = hn::Load(Tag<double>(), from + i);
        if constexpr (kIsFloat<T>)
            hn::StoreU(hn::DemoteTo(Parts(), x), Parts(), to + i);
        else
            hn::StoreU(x, Parts(), to + i);
    }
}

template <class T>
void placeBall(const BodyLanesOf<T>& body, const double* centre, double reach, BallLanesOf<T>& ball)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        const V3<T> lever = turned(body.R, i, all3<T>(centre));
        put3(plus(get3(body.p, i), lever), ball.x, i);
        put3(plus(get3(body.v, i), cross(get3(body.omega, i), lever)), ball.v, i);
        const V<T> turn = get(body.turn, i);
        put(hn::MulAdd(all<T>(reach), hn::MulAdd(turn, turn, get(body.turn_rate, i)), get(body.bend, i)), ball.bend, i);
    }
}

template <class T>
void toFrame(const BallLanesOf<T>& ball, const double* R, const double* p, BallLanesOf<T>& seen)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        const V3<T> x = minus(get3(ball.x, i), all3<T>(p)), v = get3(ball.v, i);
        for (std::size_t k = 0; k < 3; ++k)
        {
            const V3<T> axis = all3<T>(R + 3 * k);
            put(dot(axis, x), seen.x[k], i);
            put(dot(axis, v), seen.v[k], i);
        }
        put(get(ball.bend, i), seen.bend, i);
    }
}

template <class T>
void placeRss(const BodyLanesOf<T>& body, const LaneRss& node, RssLanesOf<T>& rss)
{
    placeBall(body, node.centre, node.reach, rss.centre);
    rss.count = node.count;
    for (std::size_t k = 0; k < node.count; ++k)
    {
        rss.inverse_square[k] = static_cast<T>(node.inverse_square[k]);
        for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
        {
            const V3<T> side = turned(body.R, i, all3<T>(node.side[k]));
            put3(side, rss.side[k], i);
            put3(cross(get3(body.omega, i), side), rss.swing[k], i);
        }
    }
}

template <class T>
HWY_INLINE void turnBack(const LanesOf<T>* x, const double* R, LanesOf<T>* seen)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        const V3<T> from = get3(x, i);
        for (std::size_t k = 0; k < 3; ++k)
            put(dot(all3<T>(R + 3 * k), from), seen[k], i);
    }
}

template <class T>
void rssToFrame(const RssLanesOf<T>& rss, const double* R, const double* p, RssLanesOf<T>& seen)
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

template <class T>
void extent(const BallLanesOf<T>& ball, double half_width, double radius, WorldBox& box)
{
    for (std::size_t k = 0; k < 3; ++k)
    {
        V<T> lowest = all<T>(INFINITY), highest = all<T>(-INFINITY);
        for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
        {
            const V<T> x = get(ball.x[k], i);
            const V<T> far =
                hn::Mul(hn::MulAdd(get(ball.bend, i), all<T>(0.5 * half_width * kInflateOf<T>), hn::Abs(get(ball.v[k], i))),
                        all<T>(half_width));
            lowest = hn::Min(lowest, hn::Sub(x, far));
            highest = hn::Max(highest, hn::Add(x, far));
        }
        box.low[k] = static_cast<double>(hn::GetLane(hn::MinOfLanes(Tag<T>(), lowest))) - radius;
        box.high[k] = static_cast<double>(hn::GetLane(hn::MaxOfLanes(Tag<T>(), highest))) + radius;
    }
}

void nearBoxes(const WorldBox* boxes, const BoxQuestion* questions, std::size_t count, std::uint8_t* near, double& least)
{
    V<double> spare = all<double>(INFINITY);
    for (std::size_t q = 0; q < count; ++q)
    {
        const BoxQuestion& asked = questions[q];
        const WorldBox& box = boxes[asked.box];
        std::uint32_t apart = 0;
        for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<double>()))
        {
            // Along the axis that keeps them farthest apart. A number that is none counts for nothing, or makes a gap that is none.
            V<double> gap = all<double>(-INFINITY);
            for (std::size_t k = 0; k < 3; ++k)
                gap = hn::Max(hn::Max(hn::Sub(get(asked.others->low[k], i), all<double>(box.high[k])),
                                      hn::Sub(all<double>(box.low[k]), get(asked.others->high[k], i))),
                              gap);
            const M<double> is_apart = hn::Gt(gap, all<double>(asked.clearance));
            apart |= bits<double>(is_apart) << i;
            spare = hn::Min(spare, hn::IfThenElse(hn::And(is_apart, mask<double>(asked.lanes >> i)), gap, all<double>(INFINITY)));
        }
        near[q] = static_cast<std::uint8_t>(asked.lanes & ~apart);
    }
    least = std::min(least, hn::GetLane(hn::MinOfLanes(Tag<double>(), spare)));
}

/// Adds up what the lanes say. What is apart is compared without a division.
template <class T>
struct Tally
{
    V<T> spare, shallow;
    std::uint32_t apart = 0, apart_there = 0;

    HWY_INLINE Tally() : spare(all<T>(INFINITY)), shallow(all<T>(0.0)) {}

    /// @param length of m. @param above_there, above_along m.x - max of m.y over the set at the middle, and the least of it over the lane but for
    ///        what bends
    HWY_INLINE void add(std::size_t i, V<T> length, V<T> above_there, V<T> above_along, V<T> bend, const LaneTest& test)
    {
        const V<T> needed = all<T>(test.radius + test.clearance);
        // B h^2 / 8 = (B / 2) (h / 2)^2
        const V<T> curved = hn::Mul(bend, all<T>(0.5 * test.half_width * test.half_width * kInflateOf<T>));
        const V<T> there = hn::NegMulAdd(needed, length, above_there);
        const V<T> all_along = hn::NegMulAdd(curved, length, hn::NegMulAdd(needed, length, above_along));
        // A shorter m may have squares that underflow, and products with its length that are smaller than their rounding.
        const M<T> is_long = hn::Gt(length, all<T>(kUnderflowOf<T>));
        // Not greater where either is no number. What has overflowed tells nothing: of two bounds it may hide one that is no number.
        const M<T> is_apart =
            hn::And(is_long, hn::And(hn::Gt(all_along, hn::Zero(Tag<T>())), hn::Lt(all_along, all<T>(INFINITY))));
        apart |= bits<T>(is_apart) << i;
        const M<T> is_wanted = mask<T>(test.lanes >> i);
        const V<T> inverse = hn::Div(all<T>(1.0), length);
        spare = hn::Min(spare, hn::IfThenElse(hn::And(is_apart, is_wanted), hn::Mul(all_along, inverse), all<T>(INFINITY)));
        const M<T> is_there = hn::And(is_long, hn::And(hn::Gt(there, hn::Zero(Tag<T>())), hn::Lt(there, all<T>(INFINITY))));
        apart_there |= bits<T>(is_there) << i;
        // Without a branch: the next test need not wait for it.
        const V<T> beyond = hn::IfThenElse(hn::Gt(length, hn::Zero(Tag<T>())), hn::Mul(there, inverse), hn::Neg(needed));
        shallow = hn::Min(shallow, hn::IfThenElseZero(is_wanted, beyond));
    }

    HWY_INLINE LaneGaps result(const LaneTest& test) const
    {
        LaneGaps gaps;
        gaps.apart = apart;
        gaps.apart_there = apart_there;
        gaps.depth = -static_cast<double>(hn::GetLane(hn::MinOfLanes(Tag<T>(), shallow)));
        // (gap - clearance), of what is asked for and apart.
        gaps.least = test.clearance + static_cast<double>(hn::GetLane(hn::MinOfLanes(Tag<T>(), spare)));
        return gaps;
    }
};

// What a ball, or a rectangle, is asked about. way(x): from the nearest point of the set to x. above(m, x): m.x - max of m.y over the set.

template <class T>
struct BoxSet
{
    using Number = T;
    using Set = LaneBoxOf<T>;
    const LaneBoxOf<T>& box;

    HWY_INLINE V3<T> seen(const V3<T>& x) const { return minus(x, all3<T>(box.centre)); }
    HWY_INLINE V3<T> way(const V3<T>& q) const
    {
        V3<T> m = q;
        for (std::size_t k = 0; k < box.count; ++k)
        {
            const V3<T> axis = all3<T>(box.axis[k]);
            const V<T> half = all<T>(box.half[k]);
            m = along(m, hn::Neg(clamp(dot(q, axis), hn::Neg(half), half)), axis);
        }
        return m;
    }
    HWY_INLINE V<T> above(const V3<T>& m, const V3<T>& q) const
    {
        V<T> result = dot(m, q);
        for (std::size_t k = 0; k < box.count; ++k)
            result = hn::NegMulAdd(all<T>(box.half[k]), hn::Abs(dot(m, all3<T>(box.axis[k]))), result);
        return result;
    }
};

/// The rectangle of a node.
template <class T>
struct NodeSet
{
    using Number = T;
    using Set = RssNode;
    const RssNode& node;

    HWY_INLINE V3<T> seen(const V3<T>& x) const { return minus(x, all3<T>(node.centre.data())); }
    HWY_INLINE V3<T> way(const V3<T>& q) const
    {
        const V3<T> u = all3<T>(node.u.data()), v = all3<T>(node.v.data());
        const V<T> half_u = all<T>(node.half_u), half_v = all<T>(node.half_v);
        return along(along(q, hn::Neg(clamp(dot(q, u), hn::Neg(half_u), half_u)), u),
                     hn::Neg(clamp(dot(q, v), hn::Neg(half_v), half_v)), v);
    }
    HWY_INLINE V<T> above(const V3<T>& m, const V3<T>& q) const
    {
        const V3<T> u = all3<T>(node.u.data()), v = all3<T>(node.v.data());
        return hn::NegMulAdd(all<T>(node.half_v), hn::Abs(dot(m, v)),
                             hn::NegMulAdd(all<T>(node.half_u), hn::Abs(dot(m, u)), dot(m, q)));
    }
};

template <class T>
struct CylinderSet
{
    using Number = T;
    using Set = LaneCylinderOf<T>;
    const LaneCylinderOf<T>& cylinder;

    HWY_INLINE V3<T> seen(const V3<T>& x) const { return minus(x, all3<T>(cylinder.centre)); }
    HWY_INLINE V3<T> way(const V3<T>& q) const
    {
        const V<T> half_length = all<T>(cylinder.half_length);
        const V3<T> axis = all3<T>(cylinder.axis);
        const V<T> height = dot(q, axis);
        const V3<T> across = along(q, hn::Neg(height), axis);
        const V<T> distance = norm(across);
        const V<T> out = hn::Max(hn::Sub(distance, all<T>(cylinder.radius)), hn::Zero(Tag<T>()));
        const V<T> share = hn::IfThenElseZero(hn::Gt(distance, hn::Zero(Tag<T>())), hn::Div(out, distance));
        const V<T> beyond = hn::Sub(height, clamp(height, hn::Neg(half_length), half_length));
        return along({hn::Mul(share, across.x), hn::Mul(share, across.y), hn::Mul(share, across.z)}, beyond, axis);
    }
    HWY_INLINE V<T> above(const V3<T>& m, const V3<T>& q) const
    {
        const V3<T> axis = all3<T>(cylinder.axis);
        const V<T> m_across = norm(along(m, hn::Neg(dot(m, axis)), axis));
        return hn::NegMulAdd(all<T>(cylinder.radius), m_across, hn::Sub(dot(m, q), hn::Abs(dot(m, all3<T>(cylinder.half)))));
    }
};

template <class T>
struct TriangleSet
{
    using Number = T;
    using Set = LaneTriangleOf<T>;
    const LaneTriangleOf<T>& triangle;

    HWY_INLINE V3<T> seen(const V3<T>& x) const { return x; }
    HWY_INLINE V3<T> way(const V3<T>& q) const
    {
        V3<T> m = {hn::Zero(Tag<T>()), hn::Zero(Tag<T>()), hn::Zero(Tag<T>())};
        V<T> square = all<T>(INFINITY);
        M<T> is_over = hn::Gt(all<T>(triangle.normal_inverse_square), hn::Zero(Tag<T>()));
        for (std::size_t k = 0; k < 3; ++k)
        {
            const V3<T> from = minus(q, all3<T>(triangle.corner[k]));
            // The way from the edge.
            const V3<T> edge = all3<T>(triangle.edge[k]);
            const V<T> s =
                clamp(hn::Mul(dot(from, edge), all<T>(triangle.edge_inverse_square[k])), hn::Zero(Tag<T>()), all<T>(1.0));
            const V3<T> way = along(from, hn::Neg(s), edge);
            const V<T> way_square = dot(way, way);
            const M<T> nearer = hn::Lt(way_square, square);
            m = choose(nearer, way, m);
            square = hn::IfThenElse(nearer, way_square, square);
            is_over = hn::And(is_over, hn::Gt(dot(from, all3<T>(triangle.inwards[k])), hn::Zero(Tag<T>())));
        }
        const V3<T> n = all3<T>(triangle.normal);
        const V<T> height = hn::Mul(dot(minus(q, all3<T>(triangle.corner[0])), n), all<T>(triangle.normal_inverse_square));
        return choose(is_over, {hn::Mul(height, n.x), hn::Mul(height, n.y), hn::Mul(height, n.z)}, m);
    }
    HWY_INLINE V<T> above(const V3<T>& m, const V3<T>& q) const
    {
        V<T> result = dot(m, minus(q, all3<T>(triangle.corner[0])));
        for (std::size_t k = 1; k < 3; ++k)
            result = hn::Min(result, dot(m, minus(q, all3<T>(triangle.corner[k]))));
        return result;
    }
};

template <class Asked, class T = typename Asked::Number>
LaneGaps ballGaps(const BallLanesOf<T>& ball, const typename Asked::Set& asked, const LaneTest& test)
{
    const Asked set{asked};
    Tally<T> tally;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        const V3<T> q = set.seen(get3(ball.x, i)), m = set.way(q);
        const V<T> above = set.above(m, q);
        const V<T> above_along = hn::NegMulAdd(hn::Abs(dot(m, get3(ball.v, i))), all<T>(test.half_width), above);
        tally.add(i, norm(m), above, above_along, get(ball.bend, i), test);
    }
    return tally.result(test);
}

/// Of a rectangle in one part of the lanes. @tparam kSides that have a length
template <class T, std::size_t kSides>
struct Rectangle
{
    V3<T> x, side[2], swing[2];
    V<T> inverse_square[2];

    HWY_INLINE Rectangle(const RssLanesOf<T>& rss, std::size_t i) : x(get3(rss.centre.x, i))
    {
        for (std::size_t k = 0; k < kSides; ++k)
        {
            side[k] = get3(rss.side[k], i);
            swing[k] = get3(rss.swing[k], i);
            inverse_square[k] = all<T>(rss.inverse_square[k]);
        }
    }
    /// The point nearest to p, but for rounding.
    HWY_INLINE V3<T> nearest(const V3<T>& p) const
    {
        const V3<T> q = minus(p, x);
        V3<T> result = x;
        for (std::size_t k = 0; k < kSides; ++k)
            result = along(result, clamp(hn::Mul(dot(q, side[k]), inverse_square[k]), all<T>(-1.0), all<T>(1.0)), side[k]);
        return result;
    }
    /// Takes off how far the rectangle reaches along m: at the middle, at the lane's first and last t.
    HWY_INLINE void reach(const V3<T>& m, V<T> half_width, V<T>& there, V<T>& first, V<T>& last) const
    {
        for (std::size_t k = 0; k < kSides; ++k)
        {
            const V<T> along_side = dot(m, side[k]), along_swing = hn::Mul(half_width, dot(m, swing[k]));
            there = hn::Sub(there, hn::Abs(along_side));
            first = hn::Sub(first, hn::Abs(hn::Sub(along_side, along_swing)));
            last = hn::Sub(last, hn::Abs(hn::Add(along_side, along_swing)));
        }
    }
};

/// So often points of two convex sets are made each other's nearest in turn. Any number gives a sound bound.
constexpr int kProjections = 1;

template <std::size_t kSides, class Asked, class T = typename Asked::Number>
LaneGaps rssGapsOf(const RssLanesOf<T>& rss, const Asked& set, const LaneTest& test)
{
    const V<T> half_width = all<T>(test.half_width);
    Tally<T> tally;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        const Rectangle<T, kSides> rectangle(rss, i);
        V3<T> p = rectangle.x, m = set.way(set.seen(p));
        for (int k = 0; k < kProjections; ++k)
        {
            p = rectangle.nearest(minus(p, m));
            m = set.way(set.seen(p));
        }
        V<T> there = set.above(m, set.seen(rectangle.x));
        const V<T> advance = hn::Mul(dot(m, get3(rss.centre.v, i)), half_width);
        V<T> first = hn::Sub(there, advance), last = hn::Add(there, advance);
        rectangle.reach(m, half_width, there, first, last);
        tally.add(i, norm(m), there, hn::Min(first, last), get(rss.centre.bend, i), test);
    }
    return tally.result(test);
}

template <class Asked, class T = typename Asked::Number>
LaneGaps rssGaps(const RssLanesOf<T>& rss, const typename Asked::Set& asked, const LaneTest& test)
{
    const Asked set{asked};
    switch (rss.count)
    {
        case 0: return rssGapsOf<0>(rss, set, test);
        case 1: return rssGapsOf<1>(rss, set, test);
        default: return rssGapsOf<2>(rss, set, test);
    }
}

template <class T>
void boxes(const RssLanesOf<T>& rss, double half_width, BoxLanesOf<T>& boxes)
{
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
        for (std::size_t k = 0; k < 3; ++k)
        {
            const V<T> x = get(rss.centre.x[k], i);
            V<T> along = hn::Abs(get(rss.centre.v[k], i)),
                 beyond = hn::Mul(get(rss.centre.bend, i), all<T>(0.5 * half_width * kInflateOf<T>));
            for (std::size_t side = 0; side < rss.count; ++side)
                along = hn::Add(along, hn::Abs(get(rss.swing[side][k], i)));
            beyond = hn::Mul(hn::Add(beyond, along), all<T>(half_width));
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

    template <class T>
    RoundedBoxes(const BoxLanesOf<T>& boxes, double grow)
    {
        using Part = hn::Rebind<float, Tag<T>>;
        const auto asFloat = [](V<T> x) HWY_ATTR {
            if constexpr (kIsFloat<T>)
                return x;
            else
                return hn::DemoteTo(Part(), x);
        };
        const auto by = [](auto x) HWY_ATTR {
            return hn::MulAdd(hn::Abs(x), hn::Set(Part(), RssBox::kOutwards), hn::Set(Part(), RssBox::kLeastOutwards));
        };
        // No number is not smaller.
        const auto has = [](auto x) HWY_ATTR { return hn::Lt(hn::Abs(x), hn::Set(Part(), RssBox::kTooLarge)); };
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
            {
                const auto below = asFloat(hn::Sub(get(boxes.low[k], i), all<T>(grow)));
                const auto above = asFloat(hn::Add(get(boxes.high[k], i), all<T>(grow)));
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

template <class T>
bool openByBoxes(const BoxLanesOf<T>& boxes, const RssTree& tree, double large, std::size_t most, const LaneTest& test,
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
            apart |= bits<float>(is_apart) << i;
            spare = hn::Min(spare, hn::IfThenElse(hn::And(is_apart, mask<float>(lanes >> i)), gap, none));
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

template <class T>
LaneGaps ballBall(const BallLanesOf<T>& a, const BallLanesOf<T>& b, const BodyLanesOf<T>* frame, const LaneTest& test)
{
    Tally<T> tally;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(Tag<T>()))
    {
        const V3<T> m = minus(get3(b.x, i), get3(a.x, i)), v = minus(get3(b.v, i), get3(a.v, i));
        const V<T> square = dot(m, m);
        V<T> bend = hn::Add(get(a.bend, i), get(b.bend, i));
        if (frame)
            bend = hn::NegMulAdd(all<T>(2.0), get(frame->bend, i), bend);
        tally.add(i, hn::Sqrt(square), square, hn::NegMulAdd(hn::Abs(dot(m, v)), all<T>(test.half_width), square), bend, test);
    }
    return tally.result(test);
}

// Points sixteen at a time, in one register or several.
using Points = hn::CappedTag<float, 16>;

HWY_INLINE hn::Vec<Points> heights(const float* at, std::size_t count, const float (&n)[3])
{
    const Points points;
    return hn::MulAdd(
        hn::Set(points, n[2]), hn::LoadU(points, at + 2 * count),
        hn::MulAdd(hn::Set(points, n[1]), hn::LoadU(points, at + count), hn::Mul(hn::Set(points, n[0]), hn::LoadU(points, at))));
}

std::size_t farthest(const float* coordinates, std::size_t count, const double* n, double& reach)
{
    const Points points;
    const std::size_t size = hn::Lanes(points);
    const float along[3] = {static_cast<float>(n[0]), static_cast<float>(n[1]), static_cast<float>(n[2])};
    // Every other part by itself, where there are some: one does not wait for the other.
    constexpr std::size_t kParts = hn::MaxLanes(points) < 16 ? 2 : 1;
    hn::Vec<Points> best[2] = {hn::Set(points, -INFINITY), hn::Set(points, -INFINITY)},
                    best_index[2] = {hn::Zero(points), hn::Zero(points)};
    hn::Vec<Points> index = hn::Iota(points, 0.0F);
    const hn::Vec<Points> step = hn::Set(points, static_cast<float>(size));
    for (std::size_t i = 0; i < count; i += kParts * size)
        for (std::size_t k = 0; k < kParts; ++k)
        {
            const hn::Vec<Points> height = heights(coordinates + i + k * size, count, along);
            const hn::Mask<Points> is_higher = hn::Gt(height, best[k]);
            best[k] = hn::IfThenElse(is_higher, height, best[k]);
            best_index[k] = hn::IfThenElse(is_higher, index, best_index[k]);
            index = hn::Add(index, step);
        }
    const hn::Vec<Points> highest = hn::MaxOfLanes(points, hn::Max(best[0], best[1]));
    reach = static_cast<double>(hn::GetLane(highest));
    // What is no number is never the best: some are the highest, be it of minus infinity.
    const hn::Mask<Points> is_highest[2] = {hn::Eq(best[0], highest), hn::Eq(best[1], highest)};
    const std::intptr_t lane = hn::FindFirstTrue(points, hn::Or(is_highest[0], is_highest[1]));
    HWY_ALIGN float indices[hn::MaxLanes(points)];
    hn::Store(hn::IfThenElse(is_highest[0], best_index[0], best_index[1]), points, indices);
    return static_cast<std::size_t>(indices[lane]);
}

void reaches(const float* coordinates, std::size_t count, const double* first, const double* second, double (&reach)[2])
{
    const Points points;
    const float n[2][3] = {{static_cast<float>(first[0]), static_cast<float>(first[1]), static_cast<float>(first[2])},
                           {static_cast<float>(second[0]), static_cast<float>(second[1]), static_cast<float>(second[2])}};
    hn::Vec<Points> best[2] = {hn::Set(points, -INFINITY), hn::Set(points, -INFINITY)};
    for (std::size_t i = 0; i < count; i += hn::Lanes(points))
        for (std::size_t k = 0; k < 2; ++k)
        {
            // Not hn::Max(): what is no number is not to hide anything.
            const hn::Vec<Points> height = heights(coordinates + i, count, n[k]);
            best[k] = hn::IfThenElse(hn::Gt(height, best[k]), height, best[k]);
        }
    for (std::size_t k = 0; k < 2; ++k)
        reach[k] = static_cast<double>(hn::GetLane(hn::MaxOfLanes(points, best[k])));
}

template <class T>
const LaneKernelsOf<T>& kernelsOf()
{
    static const LaneKernelsOf<T> kKernels = {hwy::TargetName(HWY_TARGET),
                                              pose<T>,
                                              rounded<T>,
                                              placeBall<T>,
                                              toFrame<T>,
                                              extent<T>,
                                              nearBoxes,
                                              ballGaps<NodeSet<T>>,
                                              ballGaps<BoxSet<T>>,
                                              ballGaps<CylinderSet<T>>,
                                              ballGaps<TriangleSet<T>>,
                                              ballBall<T>,
                                              placeRss<T>,
                                              rssToFrame<T>,
                                              boxes<T>,
                                              openByBoxes<T>,
                                              rssGaps<NodeSet<T>>,
                                              rssGaps<BoxSet<T>>,
                                              rssGaps<CylinderSet<T>>,
                                              rssGaps<TriangleSet<T>>,
                                              farthest,
                                              reaches,
                                              sineCosine<T>};
    return kKernels;
}

const LaneKernels& kernels()
{
    return kernelsOf<double>();
}

const LaneKernelsOf<float>& kernelsOfFloats()
{
    return kernelsOf<float>();
}

}  // namespace HWY_NAMESPACE
}  // namespace gapless
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gapless {

HWY_EXPORT(kernels);
HWY_EXPORT(kernelsOfFloats);

template <>
const LaneKernels& laneKernels<double>()
{
    return HWY_DYNAMIC_DISPATCH(kernels)();
}

template <>
const LaneKernelsOf<float>& laneKernels<float>()
{
    return HWY_DYNAMIC_DISPATCH(kernelsOfFloats)();
}

}  // namespace gapless
#endif
