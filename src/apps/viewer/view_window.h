// The window: a loop of looking at the user, the clock and the verdict, and drawing what changed.
#pragma once

#include <functional>

#include "capture.h"
#include "path_verdict.h"

namespace gapless::viewer {

/// Opens the window and returns when it is closed, or `stop` says so. Begins at `place`.
/// @throws DrawError
void runWindow(Show& show, const PathJudge& judge, const PathPlace& place, const CaptureOptions& options,
               const std::function<bool()>& stop);

}  // namespace gapless::viewer
