// Trajectory files that give the curve itself: B-splines and polynomials.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <gapless/io/problem.h>
#include <gapless/kinematics/curve_motion.h>

namespace gapless {

/// Nothing if the text is a trajectory of points. @throws InputError with the line, as trajectory_file.h says
std::optional<CurveMotion> readSplines(std::string_view text, const std::string& label, const Problem& problem);

}  // namespace gapless
