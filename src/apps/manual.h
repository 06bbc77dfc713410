// Manual pages and shell completion, rendered from the options that commands declare, so that they cannot say anything else.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace gapless::apps {

/// A page for man(1), in roff: of the program (null), or of one of its commands.
std::string manualPage(const CLI::App& program, const CLI::App* command, const std::string& version);

/// A completion script for bash: commands, their options, words where an option takes one of a few, files and folders.
std::string bashCompletion(const CLI::App& program);

}  // namespace gapless::apps
