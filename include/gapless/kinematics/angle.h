// Angles of joints without limits: which of the numbers that are a whole number of turns apart stands for them.
#pragma once

#include <cmath>

namespace gapless {

/// The angle in [-pi, pi), as SO2StateSpace::enforceBounds() has it. Exact for turns of 2 M_PI: fmod() is, and the sum is of two numbers
/// of opposite sign, neither more than twice the other (Sterbenz). A turn of 2 pi is longer than that by less than 2.5e-16.
inline double normalizedAngle(double angle)
{
    const double turn = 2.0 * M_PI, within = std::fmod(angle, turn);
    if (within < -M_PI)
        return within + turn;
    return within >= M_PI ? within - turn : within;
}

}  // namespace gapless
