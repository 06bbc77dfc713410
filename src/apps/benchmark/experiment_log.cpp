#include "experiment_log.h"

#include <sstream>

#include <ompl/config.h>
#include <ompl/tools/benchmark/MachineSpecs.h>
#include <ompl/util/Time.h>

#include "io/input_text.h"
#include "io/write_file.h"
#include "log_reader.h"

namespace ot = ompl::tools;

namespace gapless::apps {

ExperimentLog::ExperimentLog(ompl::geometric::SimpleSetup& setup, const BenchmarkConfig& config, const BenchmarkProblem& problem)
    : ot::Benchmark(setup, problem.name), records_(config.combinations.size())
{
    exp_.maxTime = config.time_limit;
    exp_.maxMem = config.mem_limit;
    exp_.runCount = static_cast<unsigned int>(config.run_count);
    exp_.seed = config.seed;
    exp_.startTime = ompl::time::now();
    exp_.totalDuration = 0.0;
    exp_.host = ompl::machine::getHostname();
    exp_.cpuInfo = ompl::machine::getCPUInfo();
    std::ostringstream info;
    // Not setup.print(): that samples for seconds.
    setup.getSpaceInformation()->printSettings(info);
    setup.getProblemDefinition()->print(info);
    exp_.setupInfo = info.str();
    addExperimentParameter("gapless_version", "VARCHAR(32)", GAPLESS_VERSION);
    addExperimentParameter("problem_file", "TEXT", problem.file);
    addExperimentParameter("problem_set", "VARCHAR(256)", problem.set);
    addExperimentParameter("audit_tolerance", "REAL", formatNumber(config.audit_tolerance));
    addExperimentParameter("parallel_runs", "INTEGER", std::to_string(config.parallel_runs));
    exp_.parameters[kConfigurationParameter] = describe(config);
    for (const auto& combination : config.combinations)
    {
        const ValidatorChoice& validator = config.validators[combination.second];
        PlannerExperiment planner;
        planner.name = labelOf(config, combination);
        planner.common["validator"] = toString(validator.kind);
        for (const auto& [name, value] : parametersOf(validator))
            planner.common["validator." + name] = value;
        exp_.planners.push_back(planner);
    }
}

void ExperimentLog::add(std::size_t combination, int index, RunRecord record)
{
    PlannerExperiment& planner = exp_.planners[combination];
    planner.common.insert(record.settings.begin(), record.settings.end());
    if (planner.progressPropertyNames.empty())
        planner.progressPropertyNames = record.progress_names;
    records_[combination][index] = std::move(record);
    ++run_count_;
}

void ExperimentLog::finish(bool complete)
{
    exp_.totalDuration = ompl::time::seconds(ompl::time::now() - exp_.startTime);
    exp_.parameters[kCompleteParameter] = complete ? "1" : "0";
    for (std::size_t i = 0; i < records_.size(); ++i)
    {
        PlannerExperiment& planner = exp_.planners[i];
        for (const auto& [index, record] : records_[i])
        {
            planner.runs.push_back(record.properties);
            if (!planner.progressPropertyNames.empty())
                planner.runsProgressData.push_back(record.progress);
        }
    }
}

void ExperimentLog::save(const std::string& file) const
{
    std::ostringstream text;
    saveResultsToStream(text);
    // Debian's OMPL does not tell its version, and readers of logs expect one.
    std::string log = text.str();
    const std::string unknown = "OMPL version \n";
    if (log.rfind(unknown, 0) == 0)
        log.replace(0, unknown.size(),
                    "OMPL version " + std::to_string(OMPL_MAJOR_VERSION) + "." + std::to_string(OMPL_MINOR_VERSION) + "."
                        + std::to_string(OMPL_PATCH_VERSION) + "\n");
    writeTextFile(file, log);
}

}  // namespace gapless::apps
