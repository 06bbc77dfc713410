// Messages on standard error: held back until the input is known to be good, since bad input gets one line and no more.
#pragma once

namespace gapless::apps {

/// Messages are collected from here on. OMPL's messages join the log at level debug.
void startLog(bool verbose);

/// Writes what was collected to standard error; from here on messages go there at once. Does nothing the second time.
void releaseLog();

}  // namespace gapless::apps
