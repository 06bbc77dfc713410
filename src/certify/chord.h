// How low a gap can come between two instants at which it is known.
//
// Let |g''| <= A on an interval of width h, B = A h^2 / 8, and g0 <= g1 be (lower bounds of) g at its ends, in any order, D = g1 - g0. By the
// chord bound (motion_bound.h) at the part s in [0, 1] of the way from g0,
//     g >= g0 + D s - 4 B s (1 - s),
// which is least at s = (4 B - D) / (8 B) if D < 4 B, namely g0 - (4 B - D)^2 / (16 B), and g0 else. That is never below g0 - B.
#pragma once

#include <algorithm>
#include <cmath>

#include <gapless/core/rounding.h>

namespace gapless {

/// Lower bound of g between them, metres, off by no more rounding than its values at the ends, `first` and `second`. `sagitta`: B from above.
inline double leastBetween(double first, double second, double sagitta)
{
    // The bound falls with B and rises with D: D is taken from below. The difference of two doubles is off by one rounding, and so is what
    // follows from it; a square that underflows is of a dip that pairError() has room for.
    const double excess = 4.0 * sagitta - std::abs(second - first) * kDeflate;
    const double least = std::min(first, second);
    // Where one of them is no number, the bound is none.
    return excess <= 0.0 ? least : least - excess * excess / (16.0 * sagitta) * kInflate;
}

}  // namespace gapless
