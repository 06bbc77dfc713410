// OMPL's Dubins curves, and what takes their place where its solver would abort the process.
#pragma once

#include <gapless/ompl/dubins_state_space.h>

namespace gapless {

/// Metres.
double turningRadius(const ompl::base::DubinsStateSpace& space);

/// Whether OMPL 1.5.2 may fail one of its assertions when it is asked for the curve from one state to another; true where it does.
bool mayAbort(const ompl::base::State* from, const ompl::base::State* to, double radius);

/// The shortest of the six words, forwards. It ends at the second state but for rounding; where that would take a loop for the sake of less than
/// 6e-7 rad, beside it by so much times the distance left.
DubinsStateSpace::Curve shortestDubinsCurve(const ompl::base::State* from, const ompl::base::State* to, double radius);

/// As the space draws it, be it OMPL's or ours.
/// @throws InputError if it is OMPL's, and may abort.
DubinsStateSpace::Curve dubinsCurve(const ompl::base::DubinsStateSpace& space, const ompl::base::State* from,
                                    const ompl::base::State* to);

}  // namespace gapless
