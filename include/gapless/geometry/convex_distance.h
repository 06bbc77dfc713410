// Distance of two convex sets: a rigorous lower bound by a support gap, an upper bound by two points.
//
// The iteration (Gilbert, Johnson, Keerthi 1988) only proposes a direction and a pair of points. What counts is checked:
// - lower: for the unit vector n = `direction`, min over B of n.x - max over A of n.x <= dist(A, B) for any n whatever
//   (guarantee.md, 4);
// - upper: `point_a` and `point_b` are convex combinations of support points, so |point_a - point_b| >= dist(A, B).
// Both are off by rounding only: by at most supportRounding(D), where D bounds all coordinates of A and B.
#pragma once

#include <gapless/core/rounding.h>
#include <gapless/geometry/convex.h>

namespace gapless {

/// Bound of all rounding in one support gap or one pair of nearest points, for coordinates of magnitude <= D.
/// A gap is a difference of two support values, each a sum of at most 5 dot products of three terms with a vector that is
/// itself a rotated vector: fewer than 40 roundings of numbers <= 2 D; normalising n is off by 4u relative, which changes the
/// gap by at most 8 u D; seeing both sets from a moving frame (products of rotations) adds 32 u D. 192 u D covers them.
inline double supportRounding(double D)
{
    return 192.0 * kUnitRoundoff * D;
}

struct [[nodiscard]] ConvexDistance
{
    /// Support gap along `direction`; negative values mean that nothing was proven.
    double lower = 0.0;
    /// |point_b - point_a|.
    double upper = 0.0;
    /// Unit vector from A towards B.
    Vec3 direction = Vec3::UnitX();
    Vec3 point_a = Vec3::Zero();
    Vec3 point_b = Vec3::Zero();
};

/// The support gap of two sets in one frame along the unit vector n, from A to B.
inline double supportGap(const Convex& A, const Convex& B, const Vec3& n)
{
    return -B.support(-n) - A.support(n);
}

/// @param A, B in one frame, best with its origin near them.
/// @param hint a direction from A to B to start with, need not be unit; zero where none is known.
/// Iterates until upper - lower <= 1e-3 upper; where lower <= decide < upper until rounding stops it, so that the answer
/// "farther than decide or not" is as sharp as doubles allow.
ConvexDistance convexDistance(const Convex& A, const Convex& B, const Vec3& hint, double decide);

}  // namespace gapless
