// How far bodies posed by lanes of floats (lane_kernels.h) are off, and what they carry.
//
// u = 2^-24, in which all of this counts. The first orders are counted, every constant is at least a fifth more than its count, and what joints
// and frames are made of comes in doubles, whose own errors (lane_prover.h) are added by the caller.
//
// Sine and cosine of an angle that is not far (kFarRate): the angle at the block's middle is reduced by whole turns in doubles to at most pi, as a
//   float off by 2 u; its way to the lane's middle, at most 7/16 w, w the joint's rate over the block, by 1.4 w u, and the sum by 3.2 u. The sine
//   and the cosine of that are off by less than 4 u each (lane_kernels.cpp).
// spin: the operator norm of the error of a body's rotation. A joint about one of the body's axes adds the angle's, (6 + 2 w) u, two columns of
//   products of these with the parent's columns, sqrt 2 (4 sqrt 2 + 2) u, and where these are no axes of the parent's, products with a fixed matrix,
//   5 sqrt 3 u: less than 28 + 2 w in all. About any other axis, three matrices are added up, 27 u in the Frobenius norm, with the errors of sine and
//   cosine in two of them, 4 sqrt 8 u, and the sum is multiplied by the parent's rotation, 9 u: less than 54 + 2 w. Where nothing turns, 2 u and 9 u.
//   What a body that stands still was rounded by is less than 4 u.
// drift: how far a body's origin is off. o = o_P + R_P l adds spin_P |l|; l, offset and shift rounded, and t times the latter, 6 |l| u; the product 5.2 |l| u;
//   the sum u |o|. The same for an arm, with the body's own spin.
// A point at c, |c| <= r, is off by drift + spin r + (1 + 5.2) r u + u (|o| + r).
// velocity: M bounds |o| + r, W the rates along the chain and what slides, n its bodies. Omega = Omega_P + w a is off by W (spin + 2 u) + n u W. Each of the
//   levers l adds |l| (W (spin + (n + 2) u) + W (spin + 6 u) + 3 u W), what slides spin + 6 u of itself, and the n sums 2 n u M W. In all less than
//   M (W + 2) (2 spin + (3 n + 11) u). Over a lane it counts h/2 <= 1/16.
// turn: the bound of a lane's |Omega| has |Omega| of the middle, too small by W (spin + (n + 2) u) at most. Its square is in the bounds of second
//   derivatives, which h^2/8 <= 1/512 counts; all else in these are sums of products that are not negative (kInflateOf). Where twice the bound of a body that
//   carries two is taken off theirs, each of these is off by up to 10 n u of M W^2: the spin, 34 u and more a turning joint, outweighs that.
// Looked at are also float poses themselves, for what is inside of what (lane_prover.h), by matrices that are not quite rotations: from these to the exact
//   ones, and from what is proven of those, points are off three times.
// Where numbers may overflow, all this is infinite: what has overflowed in one sum may not show in the next.
// Kernels round fewer than 64 times numbers bounded by M, M W / 16 or the coordinates of what stands still.
#pragma once

#include "certify/lane_kernels.h"

namespace gapless {

/// Of one body, in units of u: radians and metres.
struct FloatError
{
    double spin = 4.0, drift = 0.0;
};

/// A body that stands still. @param away bound of its origin's distance from the world's, metres
FloatError floatErrorOfStill(double away);

/// That of a body from its parent's. @param extent bound of its origin's distance from the world's, metres
FloatError floatErrorOf(const FloatError& parent, const JointLanes& joint, double extent);

/// Whether it is better to pose it in doubles.
bool isTooFarOff(const FloatError& error);

/// Of what a body carries: metres, and metres for each by which it is away from the body's origin.
struct CarriedError
{
    double at_origin, per_metre;

    double of(double reach) const { return at_origin + per_metre * reach; }
};

/// Added to the radius of what a body carries: how much less than computed its gaps may be over a lane, kernels included.
/// @param extent of its origin, metres. @param reach of all that it carries. @param rate W, depth n of the file comment
CarriedError floatErrorOfCarried(const FloatError& body, double extent, double reach, double rate, double depth);

/// The same of what stands still in a frame of its own, for one that moves. @param away how far any of the two may be from the other's origin
double floatErrorOfFixed(double away, double rate);

}  // namespace gapless
