// Time for an approximate answer.
#pragma once

namespace gapless {

/// What looking for, proving and writing down an approximate answer may take once time is up, seconds: planners stop within 0.1 s.
constexpr double kLastMoment = 0.03;

}  // namespace gapless
