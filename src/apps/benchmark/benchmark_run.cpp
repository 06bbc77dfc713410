#include "benchmark_run.h"

#include <iostream>
#include <limits>
#include <sstream>

#include <ompl/util/RandomNumbers.h>
#include <nlohmann/json.hpp>

#include <gapless/core/error.h>
#include <gapless/io/path_file.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/planners/planner_registry.h>

#include "io/input_text.h"
#include "path_audit.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;
namespace ot = ompl::tools;

namespace gapless::apps {
namespace {

/// What a run may take beyond the limit that its planner knows: as much again, and what setting up and looking at the path take.
double withGrace(double seconds)
{
    return 2.0 * seconds + 10.0;
}

/// What goes to std::cerr while it lives, for OMPL's harness writes there what it caught.
class CapturedErrors
{
public:
    CapturedErrors() : before_(std::cerr.rdbuf(text_.rdbuf())) {}
    ~CapturedErrors() { std::cerr.rdbuf(before_); }
    CapturedErrors(const CapturedErrors&) = delete;
    CapturedErrors& operator=(const CapturedErrors&) = delete;

    std::string text() const { return text_.str(); }

private:
    std::ostringstream text_;
    std::streambuf* before_;
};

/// The same set-up for OMPL's harness, which would describe it at length before each run: that takes thousands of motion checks.
class UndescribedSetup : public og::SimpleSetup
{
public:
    explicit UndescribedSetup(const og::SimpleSetup& setup) : og::SimpleSetup(setup.getSpaceInformation())
    {
        pdef_ = setup.getProblemDefinition();
        planner_ = setup.getPlanner();
    }
    void print(std::ostream& /*out*/) const override {}
};

/// A boolean as OMPL's harness writes it.
std::string flag(bool value)
{
    return value ? "1" : "0";
}

/// The columns of an audit; `prefix` as OMPL has it for the simplified solution.
void addAudit(const PathAudit& audit, const std::string& prefix, ot::Benchmark::RunProperties& properties)
{
    properties[prefix + "certified BOOLEAN"] = flag(audit.certified);
    properties[prefix + "missed collision BOOLEAN"] = flag(audit.missed_collision);
    properties[prefix + "near miss BOOLEAN"] = flag(audit.near_miss);
    properties[prefix + "audit undecided BOOLEAN"] = flag(audit.undecided);
    properties[prefix + "audit time REAL"] = formatNumber(audit.seconds);
}

class Audit
{
public:
    Audit(const Problem& problem, const ProblemSetup& ready, const BenchmarkConfig& config)
        : problem_(problem), ready_(ready), config_(config)
    {}

    PathAudit of(const og::PathGeometric& path) const
    {
        AuditOptions options;
        options.tolerance = config_.audit_tolerance;
        options.seconds = config_.audit_time_limit;
        return auditPath(problem_.scene, toConfigurations(*ready_.mapping, path), options);
    }

private:
    const Problem& problem_;
    const ProblemSetup& ready_;
    const BenchmarkConfig& config_;
};

ot::Benchmark::Request requestOf(const BenchmarkConfig& config)
{
    ot::Benchmark::Request request;
    request.maxTime = config.time_limit;
    request.maxMem = config.mem_limit;
    request.runCount = 1;
    request.timeBetweenUpdates = config.time_between_updates;
    request.displayProgress = false;
    request.saveConsoleOutput = false;
    // Done here, after the audit of what the planner found.
    request.simplify = false;
    return request;
}

/// OMPL's columns for a simplified solution.
void simplify(og::SimpleSetup& setup, double seconds, ot::Benchmark::RunProperties& properties)
{
    setup.simplifySolution(seconds);
    const og::PathGeometric& path = setup.getSolutionPath();
    properties["simplification time REAL"] = formatNumber(setup.getLastSimplificationTime());
    properties["simplified solution length REAL"] = formatNumber(path.length());
    properties["simplified solution smoothness REAL"] = formatNumber(path.smoothness());
    properties["simplified solution segments INTEGER"] = std::to_string(path.getStateCount() - 1);
}

RunRecord recordOf(const ot::Benchmark::PlannerExperiment& experiment)
{
    RunRecord record;
    record.properties = experiment.runs.front();
    record.settings = experiment.common;
    if (!experiment.runsProgressData.empty())
    {
        record.progress_names = experiment.progressPropertyNames;
        record.progress = experiment.runsProgressData.front();
    }
    return record;
}

std::string oneLine(const std::string& text)
{
    std::string line;
    for (const char c : text)
        line += c == '\n' || c == '\r' || c == ';' ? ' ' : c;
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

}  // namespace

double RunRecord::length() const
{
    for (const char* name : {"simplified solution length REAL", "solution length REAL"})
        if (const auto found = properties.find(name); found != properties.end())
            return parseNumber(found->second).value_or(std::numeric_limits<double>::infinity());
    return std::numeric_limits<double>::infinity();
}

std::string RunRecord::toText() const
{
    const nlohmann::json json{{"properties", properties},
                              {"settings", settings},
                              {"progress_names", progress_names},
                              {"progress", progress},
                              {"path", path}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RunRecord RunRecord::fromText(const std::string& text)
{
    const nlohmann::json json = nlohmann::json::parse(text);
    RunRecord record;
    json.at("properties").get_to(record.properties);
    json.at("settings").get_to(record.settings);
    json.at("progress_names").get_to(record.progress_names);
    json.at("progress").get_to(record.progress);
    json.at("path").get_to(record.path);
    return record;
}

void placePlanner(const ProblemSetup& ready, const BenchmarkConfig& config, const PlannerChoice& planner)
{
    try
    {
        ready.setup->setPlanner(planner.make(ready.setup->getSpaceInformation(), static_cast<unsigned int>(config.threads)));
        ready.setup->setup();
    }
    catch (const InputError& error)
    {
        const std::string message = error.what();
        if (message.rfind(config.file + ":", 0) == 0)
            throw;
        throw inputError(config.file, planner.line, message + "; '.validator = LABEL' below the planner picks one for it");
    }
}

RunRecord runOnce(const Problem& problem, const ProblemSetup& ready, const BenchmarkConfig& config, const PlannerChoice& planner,
                  int index, RunMonitor& monitor)
{
    monitor.allow(firstAllowance(config));
    // OMPL has no seed 0.
    ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(config.seed) + static_cast<std::uint_fast32_t>(index) + 1u);
    og::SimpleSetup& setup = *ready.setup;
    placePlanner(ready, config, planner);
    UndescribedSetup undescribed(setup);
    ot::Benchmark benchmark(undescribed);
    benchmark.addPlanner(setup.getPlanner());
    std::string caught;
    {
        const CapturedErrors errors;
        benchmark.benchmark(requestOf(config));
        caught = errors.text();
    }
    RunRecord record = recordOf(benchmark.getRecordedExperimentData().planners.front());
    const auto status = static_cast<ob::PlannerStatus::StatusType>(std::stoi(record.properties.at("status ENUM")));
    if (status == ob::PlannerStatus::UNKNOWN && !caught.empty())
        throw std::runtime_error(oneLine(caught));
    addAudit(PathAudit(), "", record.properties);
    record.properties["motions checked INTEGER"] =
        std::to_string(setup.getSpaceInformation()->getMotionValidator()->getCheckedMotionCount());
    if (!setup.haveExactSolutionPath())
        return record;

    record.properties["audit undecided BOOLEAN"] = flag(true);
    monitor.keep(record.toText());
    monitor.allow(withGrace(config.audit_time_limit));
    const Audit audit(problem, ready, config);
    addAudit(audit.of(setup.getSolutionPath()), "", record.properties);
    if (config.simplify)
    {
        monitor.keep(record.toText());
        monitor.allow(withGrace(config.time_limit) + withGrace(config.audit_time_limit));
        simplify(setup, config.time_limit, record.properties);
        addAudit(audit.of(setup.getSolutionPath()), "simplified ", record.properties);
    }
    record.path = pathText(problem, toConfigurations(*ready.mapping, setup.getSolutionPath()));
    return record;
}

RunRecord failedRecord(const RunOutcome& outcome)
{
    RunRecord record;
    if (!outcome.result.empty())
        record = RunRecord::fromText(outcome.result);
    else
    {
        const auto status = outcome.end == RunEnd::Overran ? ob::PlannerStatus::TIMEOUT : ob::PlannerStatus::CRASH;
        record.properties["status ENUM"] = std::to_string(static_cast<int>(status));
        record.properties["time REAL"] = formatNumber(outcome.seconds);
        record.properties["solved BOOLEAN"] = flag(false);
        addAudit(PathAudit(), "", record.properties);
    }
    record.properties["failure TEXT"] = oneLine(outcome.detail);
    return record;
}

double firstAllowance(const BenchmarkConfig& config)
{
    return withGrace(config.time_limit);
}

}  // namespace gapless::apps
