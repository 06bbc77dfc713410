// Manual pages, rendered from the options that commands declare, so that they cannot say anything else.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace gapless::apps {

/// A page for man(1), in roff: of the program (null), or of one of its commands.
std::string manualPage(const CLI::App& program, const CLI::App* command, const std::string& version);

}  // namespace gapless::apps
