// One coordinate of a point that runs on a circle at constant rate: c + r sin(a + s w), s in [0,1].
//
// As of polynomials (bernstein.h), the numbers are intervals that hold the exact ones through all operations.
#pragma once

#include <cmath>

#include <gapless/core/interval.h>

namespace gapless {

/// By which the phase of a cosine differs from a sine's.
inline const Interval kQuarterTurn(M_PI_2, 0x1.921fb54442d19p+0);

struct CircularArc
{
    Interval centre, radius;
    Interval phase, turn;  ///< a and w, radians

    /// Encloses the value for every s of an interval within [0,1].
    Interval operator()(const Interval& s) const;
    /// The arcs s -> value at s / 2 and at (1 + s) / 2.
    void halve(CircularArc& left, CircularArc& right) const;
    /// The arc s -> value at a + s (b - a).
    CircularArc part(const Interval& a, const Interval& b) const;
    /// About how wide enclosures at a point are.
    double width() const;

    /// Bound of |value - ((1 - s) from + s to)| over [0,1]: of the ends from those of the line, and of the arc from its own chord, at
    /// most max |second derivative| / 8 = |r| w^2 max |sin| / 8.
    double deviation(double from, double to) const;
    /// Bound of |value - other value| over [0,1]: of the centres, of the radii, and of the angles, which differ most at an end, times the radius.
    double deviation(const CircularArc& other) const;
};

}  // namespace gapless
