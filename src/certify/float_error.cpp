#include "certify/float_error.h"

#include <limits>

namespace gapless {

namespace {

constexpr double kRoundoff = kRoundoffOf<float>;
constexpr double kOfKernels = 64.0;
/// Metres, and radians per motion: products of four coordinates, and of a coordinate and two rates, do not overflow.
constexpr double kFarthest = 1e8, kFastest = 1e6;

}  // namespace

FloatError floatErrorOfStill(double away)
{
    return {4.0, 2.0 * away};
}

FloatError floatErrorOf(const FloatError& parent, const JointLanes& joint, double extent)
{
    constexpr double kAboutBodyAxis = 34.0, kAboutOther = 66.0, kNoTurn = 16.0;
    FloatError error;
    error.spin = parent.spin + (joint.turns ? (joint.is_aligned ? kAboutBodyAxis : kAboutOther) + 2.5 * joint.turn : kNoTurn);
    error.drift = parent.drift + parent.spin * joint.offset_length + error.spin * joint.arm_length
                  + 14.0 * (joint.offset_length + joint.arm_length) + 2.5 * extent;
    return error;
}

bool isTooFarOff(const FloatError& error)
{
    // A quarter of a millimetre where it counts; and of so many bodies that the bounds of second derivatives are rounded too often.
    constexpr double kMostDrift = 1000.0, kMostSpin = 3000.0;
    return !(error.drift <= kMostDrift && error.spin <= kMostSpin);
}

CarriedError floatErrorOfCarried(const FloatError& body, double extent, double reach, double rate, double depth)
{
    if (!(extent + reach <= kFarthest && rate <= kFastest))
        return {std::numeric_limits<double>::infinity(), 1.0};
    // Of M but for a point's place.
    const double velocity = (rate + 2.0) * (2.5 * body.spin + 4.0 * depth + 16.0);
    const double turn = rate * rate * 2.5 * (body.spin + depth + 4.0);
    const double per_M = 4.0 * 2.0 + velocity / 16.0 + turn / 512.0 + kOfKernels * (1.0 + rate / 16.0);
    return {kRoundoff * (4.0 * body.drift + per_M * extent) + kUnderflowOf<float>, kRoundoff * (4.0 * (body.spin + 8.0) + per_M)};
}

double floatErrorOfFixed(double away, double rate)
{
    if (!(away <= kFarthest))
        return std::numeric_limits<double>::infinity();
    return 2.0 * kOfKernels * kRoundoff * away * (1.0 + rate / 16.0);
}

}  // namespace gapless
