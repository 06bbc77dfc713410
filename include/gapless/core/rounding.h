// Rounding constants and the compile-time guard on which every explicit error term rests.
//
// Arithmetic is IEEE double, round to nearest: fl(a op b) = (a op b)(1 + d), |d| <= u = 2^-53. A sum of n products of
// numbers of magnitude <= M is off by at most n^2 u M (first order); every constant below over-estimates such a count
// by a factor of two or more, which pays for the higher orders.
//
// Products fused into sums (contraction) round less often, so every such bound holds for them as well, and no bound counts on an error to
// come out the same twice. The target gapless::gapless asks for -ffp-contract=off all the same, and so do those who link it by CMake; the
// tests of the headers' inline functions are built once more with contraction on. What can be told of other flags is refused here; what
// may change at run time, by each query (rounding_environment.h).
#pragma once

#include <limits>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) \
    || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "gapless proves its bounds with IEEE arithmetic: do not compile it with -ffast-math, -Ofast or a part of them"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "gapless proves its bounds with doubles rounded by every operation: do not compile it for the x87 (-mfpmath=387)"
#endif

namespace gapless {

static_assert(std::numeric_limits<double>::is_iec559, "gapless needs IEEE 754 doubles");

/// Unit roundoff u of double: 2^-53.
inline constexpr double kUnitRoundoff = 0x1p-53;

/// Inflates a bound that was computed in double from fewer than 10^3 sums and products of non-negative numbers, so that
/// it is an upper bound of the exact value: (1 + u)^1000 < 1 + 2^-40.
inline constexpr double kInflate = 1.0 + 0x1p-40;

/// The same for a lower bound of a non-negative quantity.
inline constexpr double kDeflate = 1.0 - 0x1p-40;

}  // namespace gapless
