// The commands of the program. A new one is a file command_NAME.cpp, a line here and a line in main.cpp.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace gapless::apps {

/// Exit codes of the program.
inline constexpr int kYes = 0;       ///< free, solved, done
inline constexpr int kNo = 1;        ///< collision, undecided, not solved
inline constexpr int kBadInput = 2;  ///< one line on standard error, nothing written

/// Runs the chosen command and returns the exit code. Throws InputError for bad input.
using Action = std::function<int()>;

/// Each adds its subcommand, which sets `action` when chosen. `action` must outlive the app.
void addBenchmarkCommand(CLI::App& app, Action& action);
void addBenchmarkSegmentsCommand(CLI::App& app, Action& action);
void addCheckCommand(CLI::App& app, Action& action);
void addConvertCommand(CLI::App& app, Action& action);
void addCoordinateCommand(CLI::App& app, Action& action);
void addInfoCommand(CLI::App& app, Action& action);
void addManualCommand(CLI::App& app, Action& action);
void addPlanCommand(CLI::App& app, Action& action);
void addPlannersCommand(CLI::App& app, Action& action);
void addRetimeCommand(CLI::App& app, Action& action);
void addRoadmapCommand(CLI::App& app, Action& action);
void addSmoothCommand(CLI::App& app, Action& action);
void addViewCommand(CLI::App& app, Action& action);

}  // namespace gapless::apps
