// One run of one planner through ompl::tools::Benchmark, and the audit of what it found.
#pragma once

#include <string>
#include <vector>

#include <ompl/tools/benchmark/Benchmark.h>

#include "benchmark_config.h"
#include "isolated_runs.h"

namespace gapless::apps {

/// What a run reports, in OMPL's terms: properties are text by "name TYPE".
struct RunRecord
{
    ompl::tools::Benchmark::RunProperties properties;
    /// Settings of planner and space.
    ompl::tools::Benchmark::RunProperties settings;
    std::vector<std::string> progress_names;
    ompl::tools::Benchmark::RunProgressData progress;
    std::string path;  ///< path file text of the solution; empty without one

    /// Of that path; infinity without one.
    double length() const;

    /// As text that goes through a pipe, and back. @throws nlohmann::json::exception for any other text.
    std::string toText() const;
    static RunRecord fromText(const std::string& text);
};

/// A planner with its parameters, in place in the set-up. @throws InputError with file and line for a parameter that it does not take, and
/// for a planner that refuses the validator.
void placePlanner(const ProblemSetup& ready, const BenchmarkConfig& config, const PlannerChoice& planner);

/// Plans, audits, simplifies if asked to, audits again. `problem` is judged in the audit, `ready` plans; their joints are the same.
/// Draws random numbers from the configuration's seed plus `index`: call it in a process of its own for reproducible runs.
/// @throws what planners throw: OMPL's harness holds exceptions back, and here they are raised again.
RunRecord runOnce(const Problem& problem, const ProblemSetup& ready, const BenchmarkConfig& config, const PlannerChoice& planner,
                  int index, RunMonitor& monitor);

/// The record of a run that ended badly, from what it kept.
RunRecord failedRecord(const RunOutcome& outcome);

/// Seconds that a run may take before the first word of it.
double firstAllowance(const BenchmarkConfig& config);

}  // namespace gapless::apps
