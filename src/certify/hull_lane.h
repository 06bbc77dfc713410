// Two objects in an interval of a motion, by their outer hulls: of links that stay beside one another one direction often keeps apart what the
// nodes of their trees need hundreds of tests for.
//
// Seen from a frame F that carries both, and at some tm: R and o place an object's body, Omega is its angular velocity, v the velocity of o, and
// over the interval turn_rate and bend bound |Omega'| and |o''|. n is a vector of unit length, fixed in F. At t = tm + s, first <= s <= last, neither
// first nor -last positive, a point x of the object's hull is at the height n.(o + R x).
// o is off from o + s v by bend s^2 / 2 at most. Were the angular velocity Omega all along, x would turn about a fixed axis, and the height
// n.R x change by s (n x Omega).R x, and by reach |n x Omega| |Omega| s^2 / 2 at most, for its second derivative is (n x Omega).(Omega x R x), and
// n x Omega does not change; |x| <= reach. The body's rotation is that one after another, whose angular velocity, seen from where it turns, is what
// Omega has changed by, at most turn_rate |s|: so that moves x by no more than reach turn_rate s^2 / 2. With
//   B = bend + reach (turn_rate + |Omega| |n x Omega|),
// little where n is about the axis that the body turns about, and
//   high(s) = n.o + s n.v + max over the points of (n + s n x Omega).R x:
// no point of the hull, and being its hull nothing in it, is higher at t than high(s) + B s^2 / 2. With low(s) the least in place of the greatest,
//   dist(A, B) >= low_B(s) - high_A(s) - (B_A + B_B) s^2 / 2 - r_A - r_B,
// r the hulls' radii. low is concave in s, high convex, and -s^2 concave: the least over the interval is that at one of its
// ends, where it is no more than what any one point of either hull says.
// It holds for any n. Sought is one along which the hulls are far apart at tm, by the iteration of Gilbert, Johnson and Keerthi (1988).
// Rounding: the points farthest along a direction are looked for in floats, whose errors are added here (kOfFarthest), and where that leaves it open, in
// doubles. All else is in doubles: each of the terms makes fewer than 32 roundings of numbers bounded by the coordinates and (1 + |Omega|)^2, the
// caller's business.
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
    double turn_rate, bend;
};

struct HullLane
{
    HullBody a, b;
    Vec3 p;              ///< from A's origin to B's
    Vec3 v;              ///< of B's origin relative to A's
    double first, last;  ///< first <= 0 <= last
};

/// Lower bound of how far along n the points of B's hull stay from those of A's over the interval, metres; minus infinity where numbers are too large.
/// @param n of unit length, in F
double hullGap(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane, const Vec3& n);

struct GapOfHulls
{
    /// hullGap() of the first direction found along which it is greater than what is needed, metres.
    std::optional<double> all_along;
    bool there = false;  ///< whether they are as far apart at tm
    int looks = 0;       ///< directions looked along
};

/// @param needed metres
/// @param patient whether to look for the best direction even where it seems that it would not do
/// @param v where to begin, about from A to B, or zero; set to where it ended, for an interval nearby
GapOfHulls gapOfHulls(const LaneKernels& kernels, const OuterHull& A, const OuterHull& B, const HullLane& lane, double needed,
                      bool patient, Vec3& v);

}  // namespace gapless
