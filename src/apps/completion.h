// Shell completion, rendered from the options that commands declare: commands, options, and values by the name of their type:
// FILE, DIR, PLANNER, or one of a few words, this|that.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace gapless::apps {

/// The type of a value that names a planner of the registry.
inline constexpr const char* kPlannerType = "PLANNER";

std::string bashCompletion(const CLI::App& program);
std::string zshCompletion(const CLI::App& program);
std::string fishCompletion(const CLI::App& program);

}  // namespace gapless::apps
