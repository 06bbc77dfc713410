// Reads back the logs of earlier calls.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <ompl/tools/benchmark/Benchmark.h>

namespace gapless::apps {

/// What a log says, as far as a summary and --resume need it.
struct LoggedExperiment
{
    std::map<std::string, std::string> parameters;                    ///< by "name TYPE"
    std::vector<ompl::tools::Benchmark::PlannerExperiment> planners;  ///< names and runs
};

/// Reads a log that an ExperimentLog wrote. Nothing if the file is missing. @throws InputError if it is no such log.
std::optional<LoggedExperiment> readExperimentLog(const std::string& file);

/// Keys of LoggedExperiment::parameters.
inline constexpr const char* kCompleteParameter = "complete BOOLEAN";
inline constexpr const char* kConfigurationParameter = "configuration TEXT";

}  // namespace gapless::apps
