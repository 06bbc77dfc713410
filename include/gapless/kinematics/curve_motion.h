// A motion along a curve: every joint value a polynomial in time, or a coordinate of an arc of a circle, piece by piece.
//
// Joint values are literal (a continuous joint from 0 to 10 turns by 10 radians). The coefficients are intervals (bernstein.h,
// circular_arc.h): what the curve is made from is enclosed with all rounding, and a value of which no more is known than a range may be one.
#pragma once

#include <vector>

#include <gapless/kinematics/joint_function.h>
#include <gapless/kinematics/kinematic_model.h>

namespace gapless {

/// A floating joint that turns at constant rate, the short way from one rotation to another: quaternions x, y, z, w of unit length.
struct FloatingTurn
{
    int variable = 0;  ///< the first of the joint's seven
    Eigen::Vector4d from = Eigen::Vector4d::UnitW(), to = Eigen::Vector4d::UnitW();

    /// Radians that slerp() may be off, and its arguments; see there.
    static constexpr double kRounding = 1e-14;
};

/// Between rotations that are no half turn apart, to 1e-6 rad: the dot product of the two quaternions is not negative once the sign of one is chosen, so
/// the weights are at most 1, each with fewer than 12 roundings, and what the arguments are off comes out no greater. With those of the
/// normalisation and of `s` the rotation is off by less than 2 * 40 u; arguments that were computed so in turn, and made of a matrix, by three times as much.
Eigen::Vector4d slerp(const Eigen::Vector4d& from, const Eigen::Vector4d& to, double s);

/// The curve from `begin` to `end`, seconds; the functions' parameter goes from 0 to 1 meanwhile.
struct CurvePiece
{
    double begin = 0.0, end = 0.0;
    /// By variable of a configuration.
    std::vector<JointFunction> variables;
    /// Of floating joints that turn: the functions of their rotations are not looked at.
    std::vector<FloatingTurn> turns = {};
};

/// An immutable chain of pieces.
class CurveMotion
{
public:
    /// @param pieces in order, each from where the one before ends; where it begins, its values have to be possible values of that end.
    ///        Rotations of floating joints stand still, but for the turns.
    /// @throws InputError if there is no piece, or one breaks these rules, ends before it begins, has coefficients that are not finite, or a turn
    ///         that is half a turn, of quaternions that are not of unit length within 1e-6, or of no floating joint.
    CurveMotion(const KinematicModel& model, std::vector<CurvePiece> pieces);

    /// @throws InputError if it could not be made for that model.
    void requireFits(const KinematicModel& model) const;

    const std::vector<CurvePiece>& pieces() const { return pieces_; }
    double begin() const { return pieces_.front().begin; }
    double end() const { return pieces_.back().end; }

    /// A possible configuration at a time; at one beyond the ends that of the end. For pictures: nothing is proven of it.
    Configuration at(double seconds) const;

private:
    std::vector<CurvePiece> pieces_;
};

}  // namespace gapless
