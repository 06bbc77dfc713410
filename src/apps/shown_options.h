// What help, manual pages and completion show of the program: neither hidden options nor hidden commands.
#pragma once

#include <algorithm>
#include <vector>

#include <CLI/CLI.hpp>

#include "common_options.h"

namespace gapless::apps {

inline std::vector<const CLI::App*> shownCommands(const CLI::App& program)
{
    return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

inline std::vector<const CLI::Option*> shownOptions(const CLI::App& command)
{
    return command.get_options(
        [](const CLI::Option* option) { return !option->get_group().empty() && option->get_group() != kUnusedGroup; });
}

/// Of a command, and of the commands that follow its name (`roadmap build`): one of each name.
inline std::vector<const CLI::Option*> allShownOptions(const CLI::App& command)
{
    std::vector<const CLI::Option*> all = shownOptions(command);
    for (const CLI::App* below : shownCommands(command))
        for (const CLI::Option* option : shownOptions(*below))
            if (std::none_of(all.begin(), all.end(),
                             [&](const CLI::Option* other) { return other->get_name() == option->get_name(); }))
                all.push_back(option);
    return all;
}

inline bool takesValue(const CLI::Option& option)
{
    return option.get_items_expected_max() > 0;
}

}  // namespace gapless::apps
