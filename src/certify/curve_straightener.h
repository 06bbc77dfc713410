// Parts of curves as straight motions with tubes, which certifiers judge.
//
// For the part of a curve that `variables` are on [0,1]: from the middles of their first values to those of their last, each variable with
// a bound of how far it is from the straight line meanwhile (JointFunction::deviation()), and the tracking error on top. A planar joint whose
// x and y are arcs, and whose heading goes straight with them, turns about their centre (PlanarTurn) where that is nearer than a line: its
// deviation is from the turn. So all that the curve, and what is within the tracking error of it, can be is in the tube.
#pragma once

#include <vector>

#include <gapless/certify/motion_certifier.h>
#include <gapless/collision/scene.h>
#include <gapless/kinematics/curve_motion.h>

namespace gapless {

class CurveStraightener
{
public:
    /// @param tracking_error by variable (Motion::resetTube()); empty: none
    /// @throws InputError if the tracking error is no deviation of a tube.
    explicit CurveStraightener(const Scene& scene, const Configuration& tracking_error = {});

    /// Takes the part of a piece, from `begin` to `end` of it, whose functions are `variables`.
    /// @return about how far the curve leaves the straight motion, metres
    double take(const CurvePiece& piece, const std::vector<JointFunction>& variables, double begin, double end);
    /// Takes a whole piece.
    double take(const CurvePiece& piece) { return take(piece, piece.variables, 0.0, 1.0); }
    /// Takes the curve as it stands still at one instant: at `s` of the functions, and `at` of the piece.
    /// @return how far a variable may be from its value in to(), at the most; without the tracking error, radians or metres
    double takeInstant(const CurvePiece& piece, const std::vector<JointFunction>& variables, double s, double at);

    /// Of what was taken last.
    const Configuration& to() const { return to_; }
    /// Begins a MotionCertifier, or another judge of such motions, with it.
    template <class Judge>
    void start(Judge& judge) const
    {
        judge.resetTube(from_, to_, tube_);
    }

    bool hasTrackingError() const { return !error_.isZero(0.0); }

private:
    /// The turn that x, y and the heading of a planar joint are, if they are nearer to one than to a straight line.
    struct NearTurn
    {
        PlanarTurn turn;
        double x_deviation, y_deviation;  // of x and y from it
    };
    std::optional<NearTurn> nearTurn(const std::vector<JointFunction>& variables, std::size_t v) const;
    void turnFloating(const CurvePiece& piece, double first, double last);

    std::vector<double> levers_;         // by variable
    std::vector<int> planar_variables_;  // of planar joints, the first of their three
    Configuration error_;
    Configuration from_, to_;
    MotionTube tube_;
};

}  // namespace gapless
