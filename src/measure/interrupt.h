// Ctrl-C: a flag that long work asks for, so that it stops cleanly.
#pragma once

namespace gapless {

/// From here on the first SIGINT or SIGTERM only sets the flag; a second one ends the program.
void handleInterrupts();

bool interrupted();

/// Ends the program as the signal that set the flag would have; returns if none has come.
void endIfInterrupted();

/// While it lives SIGINT and SIGTERM end the program at once: for loading, which asks for no flag and leaves nothing half written.
class InterruptsEndProgram
{
public:
    InterruptsEndProgram();
    ~InterruptsEndProgram() { handleInterrupts(); }
    InterruptsEndProgram(const InterruptsEndProgram&) = delete;
    InterruptsEndProgram& operator=(const InterruptsEndProgram&) = delete;
};

}  // namespace gapless
