// gapless benchmark-segments: random motions judged by several methods in one run.

#include <cstdio>
#include <iostream>
#include <memory>

#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <gapless/certify/certify_result.h>
#include <gapless/core/error.h>
#include <gapless/ompl/discrete_motion_validator.h>

#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "measure/interrupt.h"
#include "measure/json_number.h"
#include "measure/segment_benchmark.h"
#include "progress.h"

namespace gapless::apps {
namespace {

struct BenchmarkSegmentsOptions
{
    std::vector<std::string> problems;
    std::vector<std::string> packages;
    SegmentBenchmarkOptions segments;
    std::vector<std::string> methods;
    std::optional<double> clearance;
    bool json = false;
};

void validate(const BenchmarkSegmentsOptions& options)
{
    if (options.segments.count < 1)
        throw InputError("--count is " + std::to_string(options.segments.count) + "; it has to be at least 1");
    kJointStepRange.require(options.segments.step, "--step");
    kJointStepRange.require(options.segments.resolution, "--resolution");
    kToleranceRange.require(options.segments.tolerance, "--tolerance");
    kTimeToleranceRange.require(options.segments.time_tolerance, "--time-tolerance");
    if (options.clearance)
        kClearanceRange.require(*options.clearance, "--clearance");
}

void printJson(const std::string& problem, const SegmentBenchmarkRow& row)
{
    nlohmann::ordered_json j;
    j["problem"] = problem;
    j["method"] = toString(row.method);
    j["free"] = row.free;
    j["colliding"] = row.colliding;
    j["undecided"] = row.undecided;
    j["missed"] = row.missed;
    j["free_us_median"] = numberOrNull(row.free_us_median);
    j["free_us_mean"] = numberOrNull(row.free_us_mean);
    j["colliding_us_median"] = numberOrNull(row.colliding_us_median);
    j["colliding_us_mean"] = numberOrNull(row.colliding_us_mean);
    j["configurations_mean"] = numberOrNull(row.configurations_mean);
    j["bv_tests_mean"] = numberOrNull(row.bv_tests_mean);
    std::cout << j.dump() << std::endl;
}

void printTable(const std::string& problem, const std::vector<SegmentBenchmarkRow>& rows)
{
    std::printf("%s\n  %-10s %6s %9s %9s %6s | free us median %9s | colliding us median %9s | %8s %9s\n", problem.c_str(),
                "method", "free", "colliding", "undecided", "missed", "mean", "mean", "states", "BV tests");
    for (const SegmentBenchmarkRow& r : rows)
        std::printf("  %-10s %6d %9d %9d %6d | %14.1f %9.1f | %19.1f %9.1f | %8.1f %9.1f\n", toString(r.method).c_str(), r.free,
                    r.colliding, r.undecided, r.missed, r.free_us_median, r.free_us_mean, r.colliding_us_median,
                    r.colliding_us_mean, r.configurations_mean, r.bv_tests_mean);
    std::fflush(stdout);
}

int benchmark(BenchmarkSegmentsOptions& options)
{
    if (!options.methods.empty())
        options.segments.methods.clear();
    for (const std::string& name : options.methods)
        options.segments.methods.push_back(segmentMethod(name));
    validate(options);
    for (const std::string& file : options.problems)
    {
        LoadOptions load;
        load.packages = packageFolders(options.packages);
        load.clearance = options.clearance;
        const Problem problem = [&] {
            const InterruptsEndProgram at_once;
            return loadProblem(file, load);
        }();
        std::vector<SegmentBenchmarkRow> rows;
        {
            Progress progress("judging motions of " + file);
            rows = benchmarkSegments(problem, options.segments, [&](int) {
                progress.tick();
                return !interrupted();
            });
        }
        if (options.json)
            for (const SegmentBenchmarkRow& row : rows)
                printJson(file, row);
        else
            printTable(file, rows);
        if (interrupted())
        {
            spdlog::warn("interrupted: not all motions were judged");
            return kNo;
        }
    }
    return kYes;
}

}  // namespace

void addBenchmarkSegmentsCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<BenchmarkSegmentsOptions>();
    CLI::App* command = app.add_subcommand("benchmark-segments", "random motions judged by several methods in one run");
    command->add_option("problems", options->problems, "problem files")->required()->type_name("FILE");
    command->add_option("--count", options->segments.count, "motions per problem")->capture_default_str();
    command->add_option("--step", options->segments.step, "largest joint step of a motion, radians or metres")
        ->capture_default_str();
    command->add_flag("--any-end", options->segments.any_end,
                      "motions end wherever they come to, as those that planners ask about; else both ends are free");
    command->add_option("--methods", options->methods, "comma separated: discrete, bisecting, published, adaptive, articulated")
        ->delimiter(',')
        ->capture_default_str();
    command
        ->add_option("--resolution", options->segments.resolution,
                     "discrete: largest joint step between samples, radians or metres")
        ->capture_default_str();
    command->add_option("--tolerance", options->segments.tolerance, "how close to the clearance may count as a collision, metres")
        ->capture_default_str();
    command
        ->add_option("--time-tolerance", options->segments.time_tolerance, "articulated: width of the contact interval, fraction")
        ->capture_default_str();
    command->add_option("--clearance", options->clearance, "distance to be kept, metres; default as in the problem file");
    command->add_option("--seed", options->segments.seed, "of the random motions")->capture_default_str();
    command->add_flag("--json", options->json, "one JSON object per line, problem and method");
    addPackageOption(*command, options->packages);
    command->callback([&action, options] { action = [options] { return benchmark(*options); }; });
}

}  // namespace gapless::apps
