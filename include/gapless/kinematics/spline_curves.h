// Curves that are given as polynomials: B-splines, Bezier curves among them, and polynomials in seconds piece by piece.
//
// A B-spline's piece on a knot span [a, b] is a polynomial, whose Bernstein coefficient k is the blossom of p - k arguments a and k arguments b: de Boor's
// algorithm with another argument in each step (L. Ramshaw, "Blossoms are polar forms", CAGD 6, 1989; Farin, section 8.5). Its ratios are of
// differences of knots, in intervals: what comes out encloses the exact polynomial, and no bound of rounding is needed.
#pragma once

#include <vector>

#include <gapless/kinematics/curve_motion.h>

namespace gapless {

/// sum_i control_points[i] N_i(t) for t from knots[degree] to knots[control_points.size()], seconds. Literal values. With every inner knot
/// as often as the degree says, and both ends once more, it is a chain of Bezier curves.
struct BSpline
{
    int degree = 3;
    std::vector<double> knots;                  ///< control_points.size() + degree + 1 of them, not falling
    std::vector<Configuration> control_points;  ///< full configurations
};

/// sum_k coefficients[k] t^k, t seconds from the piece's begin.
struct PolynomialPiece
{
    double duration = 0.0;                    ///< seconds, positive
    std::vector<Configuration> coefficients;  ///< full configurations, at most Bernstein::kMostDegree + 1 of them
};

/// @throws InputError if the degree is not 1 to Bernstein::kMostDegree, knots are too many, too few, not finite or fall, an inner one is there more often
///         than the degree says (the curve would jump), the curve lasts no time, or configurations do not fit the model.
CurveMotion curveOf(const KinematicModel& model, const BSpline& spline);

/// From 0 s on. Where a piece begins up to 1e-6 (radians, metres) from where the one before ends, the straight way between is part of the curve.
/// @throws InputError if there is no piece, a degree is greater, a duration is not positive and finite, a configuration does not fit, or a
///         piece begins elsewhere.
CurveMotion curveOf(const KinematicModel& model, const std::vector<PolynomialPiece>& pieces);

}  // namespace gapless
