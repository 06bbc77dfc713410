// How long a user may let something take.
#pragma once

#include <gapless/core/number_range.h>

namespace gapless::apps {

/// Up to longer than anybody waits, shorter than what clocks overflow at: about 30 years.
inline constexpr NumberRange kTimeRange{'(', 0.0, 1e9, ']', "seconds"};

}  // namespace gapless::apps
