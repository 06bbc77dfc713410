// Which way round a joint turns that can turn either way, and where that hangs on rounding.
//
// OMPL decides by a comparison: SO(2) by |to - from| <= pi, SO(3) by the sign of the dot product of the quaternions. Everybody who moves
// along the curve decides anew, from the same values after a normalisation or two, with products fused or not and summed in another order
// (OMPL's SO3StateSpace, Eigen's slerp in MoveIt 2). Where such errors can turn the comparison, either way may be taken.
//
// - SO(3). S = sum |a_i b_i|. Every order of the sum, fused or not, is off by at most 4 u S (1 + O(u)); a normalisation multiplies all
//   components by one positive number, which leaves the sign as it is, and each by 1 + d, |d| <= 2 u, which changes the dot product by 2 u S.
//   Here and there a sum each, and four normalisations of both quaternions: 8 u S + 16 u S = 24 u S < 64 u S. A product with a
//   zero factor is exact: between the identity and a half turn about an axis of the frame the sign is what the numbers say. (1e-300
//   stands for what a product loses by underflow.)
// - SO(2). to - from is one rounding whoever computes it, and values in [-pi, pi) are left as they are by everybody: no doubt there. A
//   value at or beyond an end of that range may have been normalised, to -pi (OMPL) or to pi (MoveIt), and is then off by the rounding of
//   that, at most 4 u of itself.
#pragma once

namespace gapless {

/// An angle that starts at `angle`, in [-pi, pi), and grows at `rate`, in [-pi, pi], the short way round.
struct Turn
{
    double angle = 0.0, rate = 0.0;
    /// What normalising the two values may have turned the joint by, radians.
    double slack = 0.0;
    /// Half a turn, and rounding decides which way.
    bool either_way = false;
};

/// As SO2StateSpace interpolates; at exactly half a turn straight from the first to the second. The values may be of any size.
Turn so2Turn(double from, double to);

/// Whether rounding decides which way SO3StateSpace turns between two quaternions (x, y, z, w) about half a turn apart.
bool so3GoesEitherWay(const double* from, const double* to);

}  // namespace gapless
