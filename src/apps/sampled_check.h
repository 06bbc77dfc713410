// A path judged by samples, for comparison with the proof.
#pragma once

#include <functional>
#include <vector>

#include "check_answer.h"

namespace gapless::apps {

/// Looks with FCL at states of each segment, in order, at most `resolution` (radians or metres, any joint) apart. Its "free"
/// proves nothing. Undecided where `stop` returned true.
CheckAnswer checkBySamples(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path, double resolution,
                           const std::function<bool()>& stop);

}  // namespace gapless::apps
