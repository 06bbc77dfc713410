#include <gapless/core/interval.h>

namespace gapless {

namespace {

/// glibc's sine and cosine are off by less than one unit in the last place of a result <= 1; four are allowed for other libraries.
constexpr double kSlack = 8.0 * kUnitRoundoff;
/// Larger angles, radians, are farther apart as doubles than their reduction here tells: sine and cosine are then anywhere in [-1, 1].
constexpr double kLargestAngle = 1e9;

/// Is there an integer k with phase + 2 pi k in [a, b]? Says yes where rounding keeps it from telling.
/// turn, phase and their sum are off by at most 4 u (1 + |angle|), a quarter of the slack; k is the least that may do, so any does.
bool mayReach(double a, double b, double phase)
{
    const double turn = 2.0 * M_PI;
    const double slack = 16.0 * kUnitRoundoff * (1.0 + std::max(std::abs(a), std::abs(b)));
    const double k = std::ceil((a - phase - slack) / turn - 8.0 * kUnitRoundoff * (1.0 + std::abs(a) + std::abs(phase)));
    return phase + turn * k <= b + slack + slack;
}

}  // namespace

Interval cos(const Interval& angle)
{
    // NaN-free: the comparison is false for infinities.
    if (!(angle.magnitude() < kLargestAngle) || angle.width() >= 2.0 * M_PI)
        return {-1.0, 1.0};
    const double a = std::cos(angle.lower), b = std::cos(angle.upper);
    Interval range(std::max(-1.0, std::min(a, b) - kSlack), std::min(1.0, std::max(a, b) + kSlack));
    if (mayReach(angle.lower, angle.upper, 0.0))
        range.upper = 1.0;
    if (mayReach(angle.lower, angle.upper, M_PI))
        range.lower = -1.0;
    return range;
}

Interval sin(const Interval& angle)
{
    if (!(angle.magnitude() < kLargestAngle) || angle.width() >= 2.0 * M_PI)
        return {-1.0, 1.0};
    const double a = std::sin(angle.lower), b = std::sin(angle.upper);
    Interval range(std::max(-1.0, std::min(a, b) - kSlack), std::min(1.0, std::max(a, b) + kSlack));
    if (mayReach(angle.lower, angle.upper, 0.5 * M_PI))
        range.upper = 1.0;
    if (mayReach(angle.lower, angle.upper, -0.5 * M_PI))
        range.lower = -1.0;
    return range;
}

}  // namespace gapless
