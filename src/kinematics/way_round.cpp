#include "kinematics/way_round.h"

#include <cmath>

#include <gapless/core/rounding.h>
#include <gapless/kinematics/angle.h>

namespace gapless {

// `noise` bounds what the difference of the two may be off by for somebody who normalised them otherwise: 4 u of each value, and the
// rounding of numbers up to 2 pi. A value counts as inside of [-pi, pi) only if it is so by more than that. At a difference within the
// noise of pi the way is left open unless both are inside; elsewhere no rounding can turn |to - from| <= pi round.
Turn so2Turn(double from, double to)
{
    Turn turn;
    const double end = normalizedAngle(to), size = std::abs(from) + std::abs(to);
    turn.angle = normalizedAngle(from);
    turn.slack = turn.angle == from && end == to ? 0.0 : 4.0 * kUnitRoundoff * size;
    const double diff = end - turn.angle, noise = 8.0 * kUnitRoundoff * (2.0 * M_PI + size);
    turn.rate = std::abs(diff) <= M_PI ? diff : diff > 0.0 ? -(2.0 * M_PI - diff) : 2.0 * M_PI + diff;
    const bool inside = std::abs(from) < M_PI - noise && std::abs(to) < M_PI - noise;
    turn.either_way = !inside && std::abs(std::abs(diff) - M_PI) <= noise;
    return turn;
}

bool so3GoesEitherWay(const double* from, const double* to)
{
    double dot = 0.0, magnitude = 0.0;
    for (int i = 0; i < 4; ++i)
    {
        dot += from[i] * to[i];
        if (from[i] != 0.0 && to[i] != 0.0)
            magnitude += std::abs(from[i] * to[i]) + 1e-300;
    }
    return std::abs(dot) < 64.0 * kUnitRoundoff * magnitude;
}

}  // namespace gapless
