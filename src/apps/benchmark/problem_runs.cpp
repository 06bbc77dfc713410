#include "problem_runs.h"

#include <filesystem>
#include <limits>

#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>

#include "apps/common_options.h"
#include "benchmark_run.h"
#include "io/write_file.h"

namespace gapless::apps {

ProblemLoader makeLoader(const BenchmarkConfig& config)
{
    LoadOptions options;
    for (const BenchmarkConfig::Entry& package : config.packages)
        options.packages.insert(
            splitAssignment(package.text, config.file + ":" + std::to_string(package.line) + ": 'package' in [problem]"));
    return ProblemLoader(options);
}

/// Run `run` of a combination.
struct ProblemRuns::Job
{
    std::size_t combination;
    int run;

    /// All combinations run once, then once more: whenever it is broken off, they are equally far.
    static Job of(std::size_t index, std::size_t combinations)
    {
        return {index % combinations, static_cast<int>(index / combinations)};
    }
};

ProblemRuns::ProblemRuns(const BenchmarkConfig& config, const BenchmarkProblem& problem, ProblemLoader& loader)
    : config_(config), problem_(problem), audited_(loader.load(problem.file, config.clearance))
{
    if (!audited_.has_start)
        throw InputError(problem.file + ": a benchmark needs a start; add 'start: ...'");
    if (!audited_.goal && !audited_.goal_region)
        throw InputError(problem.file + ": a benchmark needs a goal; add 'goal: ...'");
    if (audited_.joints.empty())
        throw InputError(problem.file + ": no joint plans, so there is nothing to run");
    for (const ValidatorChoice& validator : config.validators)
    {
        // Spaces draw their projections: the same ones in each call, for each validator. OMPL has no seed 0.
        ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(config.seed) + 1u);
        setups_.push_back(makeSetup(validator.clearance ? loader.load(problem.file, validator.clearance) : audited_, validator,
                                    config.optimize));
        if (config.cost_threshold)
            setups_.back().setup->getProblemDefinition()->getOptimizationObjective()->setCostThreshold(
                ompl::base::Cost(*config.cost_threshold));
    }
    for (const auto& [planner, validator] : config.combinations)
        placePlanner(setups_[validator], config, config.planners[planner]);
    log_ = std::make_unique<ExperimentLog>(*setups_.front().setup, config, problem);
}

ProblemRuns::~ProblemRuns() = default;

int ProblemRuns::plannedRuns() const
{
    return static_cast<int>(config_.combinations.size()) * config_.run_count;
}

void ProblemRuns::run(const std::string& paths, const std::function<void(int, const std::string&)>& progress,
                      const std::function<bool()>& stop)
{
    IsolationOptions isolation;
    isolation.at_once = static_cast<unsigned int>(config_.parallel_runs);
    isolation.seconds = firstAllowance(config_);
    isolation.memory_mb = config_.mem_limit;
    isolation.processes = config_.isolate;
    const std::size_t combinations = config_.combinations.size();
    const auto work = [&](std::size_t index, RunMonitor& monitor) {
        const Job job = Job::of(index, combinations);
        const auto& [planner, validator] = config_.combinations[job.combination];
        return runOnce(audited_, setups_[validator], config_, config_.planners[planner], job.run, monitor).toText();
    };
    const auto finished = [&](std::size_t index, const RunOutcome& outcome) {
        const Job job = Job::of(index, combinations);
        const bool failed = outcome.end != RunEnd::Done;
        log_->add(job.combination, job.run, failed ? failedRecord(outcome) : RunRecord::fromText(outcome.result));
        progress(static_cast<int>(log_->runCount()), failed ? problem_.name + ", "
                                                                  + labelOf(config_, config_.combinations[job.combination])
                                                                  + ", run " + std::to_string(job.run) + ": " + outcome.detail
                                                            : "");
    };
    complete_ = runIsolated(static_cast<std::size_t>(plannedRuns()), isolation, work, finished, stop);
    log_->finish(complete_);
    writePaths(paths);
}

void ProblemRuns::writePaths(const std::string& folder) const
{
    if (config_.save_paths == SavePaths::None)
        return;
    std::filesystem::create_directories(folder);
    for (std::size_t c = 0; c < config_.combinations.size(); ++c)
    {
        const std::string stem = folder + "/" + problem_.name + "_" + fileName(labelOf(config_, config_.combinations[c]));
        const RunRecord* shortest = nullptr;
        int shortest_run = 0;
        double least = std::numeric_limits<double>::infinity();
        for (const auto& [run, record] : log_->records(c))
        {
            if (record.path.empty())
                continue;
            if (config_.save_paths == SavePaths::All)
                writeTextFile(stem + "_" + std::to_string(run) + ".json", record.path);
            if (record.length() < least)
            {
                shortest = &record;
                shortest_run = run;
                least = record.length();
            }
        }
        if (config_.save_paths == SavePaths::Shortest && shortest)
            writeTextFile(stem + "_" + std::to_string(shortest_run) + ".json", shortest->path);
    }
}

}  // namespace gapless::apps
