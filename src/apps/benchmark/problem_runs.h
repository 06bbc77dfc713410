// All runs of one problem: set up, run side by side, collected in a log.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gapless/io/problem_loader.h>

#include "benchmark_config.h"
#include "experiment_log.h"
#include "problem_set.h"

namespace gapless::apps {

/// For the problems of a configuration.
ProblemLoader makeLoader(const BenchmarkConfig& config);

class ProblemRuns
{
public:
    /// Loads the problem, and tries each planner with each of its validators.
    /// @throws InputError for what is wrong with the problem, a parameter of a planner, or a planner that refuses a validator.
    ProblemRuns(const BenchmarkConfig& config, const BenchmarkProblem& problem, ProblemLoader& loader);
    ~ProblemRuns();

    /// Does all runs. `progress` hears of each that ended: how many are done, and one line about the last if something is wrong with it. `stop`
    /// as in runIsolated(). The paths that the configuration wants are written to `paths`, a folder.
    void run(const std::string& paths, const std::function<void(int, const std::string&)>& progress,
             const std::function<bool()>& stop);

    /// @pre run() has returned.
    const ExperimentLog& log() const { return *log_; }
    bool isComplete() const { return complete_; }
    int plannedRuns() const;

private:
    struct Job;

    void writePaths(const std::string& folder) const;

    const BenchmarkConfig& config_;
    const BenchmarkProblem& problem_;
    Problem audited_;
    std::vector<ProblemSetup> setups_;  ///< one for each validator
    std::unique_ptr<ExperimentLog> log_;
    bool complete_ = false;
};

}  // namespace gapless::apps
