// What help, manual pages and completion show of the program: neither hidden options nor hidden commands.
#pragma once

#include <vector>

#include <CLI/CLI.hpp>

#include "common_options.h"

namespace gapless::apps {

inline std::vector<const CLI::Option*> shownOptions(const CLI::App& command)
{
    return command.get_options(
        [](const CLI::Option* option) { return !option->get_group().empty() && option->get_group() != kUnusedGroup; });
}

inline std::vector<const CLI::App*> shownCommands(const CLI::App& program)
{
    return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

inline bool takesValue(const CLI::Option& option)
{
    return option.get_items_expected_max() > 0;
}

}  // namespace gapless::apps
