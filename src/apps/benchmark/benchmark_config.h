// What `gapless benchmark` is asked to do: a configuration file in the style of OMPL's own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "planner_choice.h"
#include "validator_choice.h"

namespace gapless::apps {

enum class SavePaths
{
    None,
    All,
    Shortest
};

struct BenchmarkConfig
{
    /// A text of the file that is judged later, and where it stands; line 0 for one of the command line.
    struct Entry
    {
        std::string text;
        int line = 0;
    };

    std::string file;

    // [problem]
    std::string name;                      ///< of the benchmark; default the file's, without ".cfg"
    std::vector<Entry> problems;           ///< problem files, globs or folders; relative ones start in the configuration's folder
    int every = 1;                         ///< take each so-manieth of the problems found, beginning with the first
    std::vector<Entry> packages;           ///< NAME=DIR
    std::optional<double> clearance;       ///< metres, for planning and audit; default the problem's
    bool optimize = false;                 ///< objective = length: optimising planners use all of their time
    std::optional<double> cost_threshold;  ///< path length at which they may stop

    // [benchmark]
    double time_limit = 5.0;    ///< seconds per run
    double mem_limit = 4096.0;  ///< MB per run
    int run_count = 100;        ///< per problem, planner and validator
    std::uint32_t seed = 0;     ///< run i draws from seed + i, whatever the planner and the validator
    int threads = 1;            ///< of planners that use several
    int parallel_runs = 1;      ///< runs side by side
    bool simplify = true;       ///< with OMPL's simplifier, after each run
    SavePaths save_paths = SavePaths::None;
    double time_between_updates = 0.05;  ///< seconds between two looks at a planner's progress
    double audit_tolerance = 1e-3;       ///< metres
    double audit_time_limit = 60.0;      ///< seconds per path
    bool isolate = true;                 ///< each run in a process of its own
    std::string output;                  ///< folder for the logs; default the name

    // [planner], [validator]
    std::vector<PlannerChoice> planners;
    std::vector<ValidatorChoice> validators;  ///< default: adaptive
    /// Which planner runs with which validator, as indices; at least one pair.
    std::vector<std::pair<std::size_t, std::size_t>> combinations;
};

/// @throws InputError with `file` and the line for an unknown section, key, planner or validator, and for a value out of range.
BenchmarkConfig parseBenchmarkConfig(std::string_view text, const std::string& file);

/// @throws InputError also if the file cannot be read.
BenchmarkConfig readBenchmarkConfig(const std::string& file);

/// "RRTConnect/adaptive": what runs of a combination are called in logs and tables.
std::string labelOf(const BenchmarkConfig& config, const std::pair<std::size_t, std::size_t>& combination);

/// All settings that results depend on, as one line of text.
std::string describe(const BenchmarkConfig& config);

}  // namespace gapless::apps
