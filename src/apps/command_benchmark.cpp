// gapless benchmark: planners and validators on a set of problems, through OMPL's harness, every solution audited.

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <gapless/core/error.h>
#include <gapless/io/problem_description.h>

#include "benchmark/benchmark_config.h"
#include "benchmark/benchmark_summary.h"
#include "benchmark/log_reader.h"
#include "benchmark/problem_runs.h"
#include "benchmark/problem_set.h"
#include "commands.h"
#include "console_log.h"
#include "io/input_text.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "progress.h"

namespace fs = std::filesystem;

namespace gapless::apps {
namespace {

struct BenchmarkOptions
{
    std::string config;
    std::string output;                 ///< folder; wins over the configuration's
    std::vector<std::string> problems;  ///< instead of the configuration's; relative ones start in the working folder
    bool resume = false;
    bool check = false;
    bool json = false;
};

struct BenchmarkAnswer
{
    explicit BenchmarkAnswer(const BenchmarkConfig& config) : summary(config) {}

    BenchmarkSummary summary;
    std::vector<std::string> logs;
    std::size_t problems = 0, taken_over = 0, bad = 0;
    bool complete = true;
};

std::string logFile(const BenchmarkConfig& config, const BenchmarkProblem& problem)
{
    return (fs::path(config.output) / (problem.name + ".log")).string();
}

/// Of all problems, so that one in the middle of a long series is not found out by night.
void requireReadable(const std::vector<BenchmarkProblem>& problems)
{
    for (const BenchmarkProblem& problem : problems)
        parseProblem(readTextFile(problem.file, "problem file"), problem.file);
}

void makeFolder(const std::string& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder))
        throw InputError("--output " + folder + ": cannot be made a folder for the logs" + (error ? ": " + error.message() : ""));
}

/// The earlier log of a problem, if all runs are in it. @throws InputError if it was made with another configuration.
std::optional<LoggedExperiment> earlierLog(const BenchmarkConfig& config, const BenchmarkProblem& problem)
{
    const std::string file = logFile(config, problem);
    std::optional<LoggedExperiment> log = readExperimentLog(file);
    if (!log)
        return log;
    if (log->parameters[kConfigurationParameter] != describe(config) || log->planners.size() != config.combinations.size())
        throw InputError(file + ": made with another configuration, so --resume cannot go on there; take another --output");
    if (log->parameters[kCompleteParameter] != "1")
        log.reset();
    return log;
}

/// Does the runs of one problem, writes their log, and adds them to the answer.
void benchmarkProblem(ProblemRuns& runs, const BenchmarkConfig& config, const BenchmarkProblem& problem, const std::string& where,
                      BenchmarkAnswer& answer)
{
    {
        Progress progress(where);
        runs.run((fs::path(config.output) / "paths").string(),
                 [&](int done, const std::string& trouble) {
                     if (!trouble.empty())
                         spdlog::warn("{}", trouble);
                     progress.setDetail(", run " + std::to_string(done) + " of " + std::to_string(runs.plannedRuns()));
                 },
                 [&] {
                     progress.tick();
                     return interrupted();
                 });
    }
    answer.complete = answer.complete && runs.isComplete();
    if (runs.log().runCount() == 0)
        return;
    const std::string file = logFile(config, problem);
    runs.log().save(file);
    answer.logs.push_back(file);
    answer.summary.add(problem.set, runs.log().planners());
    spdlog::info("{}: {} runs, written to {}", where, runs.log().runCount(), file);
}

BenchmarkAnswer benchmarkAll(const BenchmarkConfig& config, const std::vector<BenchmarkProblem>& problems, bool resume)
{
    BenchmarkAnswer answer(config);
    answer.problems = problems.size();
    ProblemLoader loader = makeLoader(config);
    for (std::size_t i = 0; i < problems.size() && answer.complete; ++i)
    {
        const BenchmarkProblem& problem = problems[i];
        if (const auto earlier = resume ? earlierLog(config, problem) : std::nullopt)
        {
            answer.summary.add(problem.set, earlier->planners);
            answer.logs.push_back(logFile(config, problem));
            ++answer.taken_over;
            continue;
        }
        std::unique_ptr<ProblemRuns> runs;
        try
        {
            runs = std::make_unique<ProblemRuns>(config, problem, loader);
        }
        catch (const InputError& error)
        {
            // The first is the likeliest to be wrong, and nothing is written yet. Later ones stop nobody's night.
            if (answer.logs.empty())
                throw;
            spdlog::error("{}", error.what());
            ++answer.bad;
            continue;
        }
        releaseLog();
        makeFolder(config.output);
        benchmarkProblem(*runs, config, problem,
                         problem.name + " (" + std::to_string(i + 1) + " of " + std::to_string(problems.size()) + ")", answer);
    }
    return answer;
}

void report(const BenchmarkAnswer& answer, const BenchmarkConfig& config, bool as_json)
{
    const std::vector<SummaryRow>& rows = answer.summary.rows();
    const std::vector<SummaryRow> totals = answer.summary.totals();
    if (as_json)
    {
        nlohmann::ordered_json json;
        json["benchmark"] = config.name;
        json["complete"] = answer.complete && answer.bad == 0;
        json["problems"] = answer.problems;
        json["problems_taken_over"] = answer.taken_over;
        json["problems_bad"] = answer.bad;
        json["sets"] = BenchmarkSummary::toJson(rows);
        json["all"] = BenchmarkSummary::toJson(totals);
        json["logs"] = answer.logs;
        std::cout << json.dump() << std::endl;
        return;
    }
    std::vector<SummaryRow> all = rows;
    if (rows.size() > totals.size())
        all.insert(all.end(), totals.begin(), totals.end());
    std::cout << BenchmarkSummary::toText(all);
    if (answer.taken_over > 0)
        std::cout << answer.taken_over << " problems were done before\n";
    if (!answer.complete)
        std::cout << "broken off: not all runs were done\n";
    std::cout << answer.logs.size() << (answer.logs.size() == 1 ? " log in " : " logs in ") << config.output << std::endl;
}

int benchmark(const BenchmarkOptions& options)
{
    requireFolderName(options.output, "--output");
    BenchmarkConfig config = readBenchmarkConfig(options.config);
    if (!options.output.empty())
        config.output = options.output;
    if (!options.problems.empty())
        config.problems.clear();
    for (const std::string& problem : options.problems)
        config.problems.push_back({fs::absolute(problem).string(), 0});
    const std::vector<BenchmarkProblem> problems = findProblems(config);
    requireReadable(problems);
    if (options.check)
    {
        ProblemLoader loader = makeLoader(config);
        const ProblemRuns first(config, problems.front(), loader);
        std::cout << options.config << ": " << problems.size() << (problems.size() == 1 ? " problem, " : " problems, ")
                  << first.plannedRuns() << " runs each" << std::endl;
        return kYes;
    }
    const BenchmarkAnswer answer = benchmarkAll(config, problems, options.resume);
    report(answer, config, options.json);
    if (answer.bad > 0)
        return kBadInput;
    return answer.complete ? kYes : kNo;
}

}  // namespace

void addBenchmarkCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<BenchmarkOptions>();
    CLI::App* command =
        app.add_subcommand("benchmark", "planners and validators on a set of problems, every solution audited; logs as OMPL's");
    command->add_option("CONFIG", options->config, "configuration in the style of OMPL's benchmarks (docs/benchmarking.md)")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--problem", options->problems, "problem file, folder or pattern instead of the configuration's; repeatable")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command->add_option("--output", options->output, "folder for the logs; default as the configuration says, else its name")
        ->type_name("DIR");
    command->add_flag("--resume", options->resume, "leave out problems whose log is complete, but count them");
    command->add_flag("--check", options->check, "look at configuration, problems and the first one's planners; run nothing");
    command->add_flag("--json", options->json, "one JSON object on standard output");
    command->callback([&action, options] { action = [options] { return benchmark(*options); }; });
}

}  // namespace gapless::apps
