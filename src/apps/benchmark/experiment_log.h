// The log of one problem in OMPL's format: `ompl_benchmark_statistics` and Planner Arena read it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <ompl/tools/benchmark/Benchmark.h>

#include "benchmark_config.h"
#include "benchmark_run.h"
#include "problem_set.h"

namespace gapless::apps {

/// Collects the runs of one problem, and writes them as OMPL's harness does. One "planner" is a combination of planner and validator.
class ExperimentLog : public ompl::tools::Benchmark
{
public:
    /// Notes time, machine and settings. `setup` is described in the log, and has to outlive it.
    ExperimentLog(ompl::geometric::SimpleSetup& setup, const BenchmarkConfig& config, const BenchmarkProblem& problem);

    /// Run `index` of a combination, in any order.
    void add(std::size_t combination, int index, RunRecord record);
    std::size_t runCount() const { return run_count_; }

    /// Orders what was added, and notes how long it took. @pre nothing is added later.
    void finish(bool complete);

    /// @throws InputError if the file cannot be written; then it is as it was.
    void save(const std::string& file) const;

    /// The runs of a combination, by index.
    const std::map<int, RunRecord>& records(std::size_t combination) const { return records_[combination]; }
    const std::vector<PlannerExperiment>& planners() const { return exp_.planners; }

private:
    std::vector<std::map<int, RunRecord>> records_;
    std::size_t run_count_ = 0;
};

}  // namespace gapless::apps
