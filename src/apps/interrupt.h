// Ctrl-C: a flag that long work asks for, so that it stops cleanly.
#pragma once

namespace gapless::apps {

/// From here on the first SIGINT or SIGTERM only sets the flag; a second one ends the program.
void handleInterrupts();

bool interrupted();

}  // namespace gapless::apps
