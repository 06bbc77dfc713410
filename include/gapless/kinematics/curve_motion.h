// A motion along a curve: every joint value a polynomial in time, or a coordinate of an arc of a circle, piece by piece.
//
// Joint values are literal (a continuous joint from 0 to 10 turns by 10 radians). The coefficients are intervals (bernstein.h,
// circular_arc.h): what the curve is made from is enclosed with all rounding, and a value of which no more is known than a range may be one.
#pragma once

#include <vector>

#include <gapless/kinematics/joint_function.h>
#include <gapless/kinematics/kinematic_model.h>

namespace gapless {

/// The curve from `begin` to `end`, seconds; the functions' parameter goes from 0 to 1 meanwhile.
struct CurvePiece
{
    double begin = 0.0, end = 0.0;
    /// By variable of a configuration.
    std::vector<JointFunction> variables;
};

/// An immutable chain of pieces.
class CurveMotion
{
public:
    /// @param pieces in order, each from where the one before ends; where it begins, its values have to be possible values of that end.
    ///        Rotations of floating joints stand still.
    /// @throws InputError if there is no piece, or one breaks these rules, ends before it begins, or has coefficients that are not finite.
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
