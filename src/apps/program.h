// What programs with commands have in common: the command line, the log, one line for what is wrong, and exit codes.
#pragma once

#include <functional>
#include <string>

#include "commands.h"

namespace gapless::apps {

using AddCommands = std::function<void(CLI::App& app, Action& action)>;

/// Parses the command line, does what it asks for and says what is wrong with it.
/// @param add_commands adds what the program has; called once
/// @return the exit code
int runProgram(const std::string& name, const std::string& description, const AddCommands& add_commands, int argc, char** argv);

}  // namespace gapless::apps
