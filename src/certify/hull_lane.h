// Two objects in one lane (lane_kernels.h), by their outer hulls: of links that stay beside one another one direction often keeps apart what the
// nodes of their trees need hundreds of tests for.
//
// Seen from a frame F that carries both, and at the lane's middle tm: R and o place an object's body, Omega is its angular velocity, v the velocity
// of o, and over the lane turn, turn_rate and bend bound |Omega|, |Omega'| and |o''|. n is a vector of unit length, fixed in F. For t = tm + s,
// |s| <= h/2, the height n.(o + R x) of a point x of the object's hull changes by s n.(v + Omega x R x) = s (n.v + (n x Omega).R x), and by
// B s^2 / 2 at most, B a bound of its second derivative n.(o'' + Omega' x R x + Omega x (Omega x R x)). The last part of that is
// (n x Omega).(Omega x R x), and n x Omega changes by no more than Omega does: with |x| <= reach,
//   B = bend + reach (turn_rate + turn min(turn, |n x Omega| + (h/2) turn_rate)),
// little where n is about the axis that the body turns about. Let
//   high(s) = n.o + s n.v + max over the points of (n + s n x Omega).R x:
// no point of the hull, and being its hull nothing in it, is higher at t than high(s) + B s^2 / 2. With low(s) the least in place of the greatest,
//   dist(A, B) >= low_B(s) - high_A(s) - (B_A + B_B) s^2 / 2 - r_A - r_B,
// r the hulls' radii. low is concave in s, high convex, and -s^2 concave: the least over the lane is that at one of its ends.
// It holds for any n. Sought is one along which the hulls are far apart at tm, by the iteration of Gilbert, Johnson and Keerthi (1988).
// Rounding: each of the terms makes fewer than 32 roundings of numbers bounded by the coordinates and (1 + turn)^2: the caller's business.
#pragma once

#include <optional>

#include <gapless/geometry/hull_tree.h>

#include "certify/lane_kernels.h"

namespace gapless {

/// Metres and radians per motion, in the axes of F.
struct HullBody
{
    Mat3 R;
    Vec3 omega;
    double turn, turn_rate, bend;
};

struct HullLane
{
    HullBody a, b;
    Vec3 p;             ///< from A's origin to B's
    Vec3 v;             ///< of B's origin relative to A's
    double half_width;  ///< h / 2
};

/// Lower bound of how far along n the points of B's hull stay from those of A's over the lane, metres; minus infinity where numbers are too large.
/// @param n of unit length, in F
double hullGap(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane, const Vec3& n);

/// hullGap() of the first direction found along which it is greater than `needed`, metres; none where none was found.
/// @param v where to begin, about from A to B; set to where it ended, for the next lane
std::optional<double> gapOfHulls(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane,
                                 double needed, Vec3& v);

}  // namespace gapless
