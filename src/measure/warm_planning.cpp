// What a query costs in a process that goes on: many problems and runs, one after the other, each with a new planner, the processor time of solve() alone.
//
// Loading is no part of it. Problems in folders of one name are a set. Prints one JSON object per set and one for all, times in milliseconds; a run that is not solved counts as the longest.
// Paths are certified as a whole, against the validator's own tolerance. Exit code 0, 1: a path did not certify, 2: bad input, 130: interrupted.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/io/problem_loader.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/planner_registry.h>

#include "measure/program.h"

namespace ob = ompl::base;

namespace gapless {
namespace {

struct WarmPlanningOptions
{
    std::vector<std::string> problems;
    std::string planner = "RRTConnect";
    std::vector<std::string> parameters;  ///< NAME=VALUE
    int runs = 20;
    double time = 10.0;       ///< of one run, seconds
    double tolerance = 1e-3;  ///< metres
    std::uint32_t seed = 1;
};

/// Of the runs of a set.
struct Runs
{
    std::vector<double> times;  // of those that were solved, ms
    int count = 0, certified = 0;

    void add(const Runs& other)
    {
        times.insert(times.end(), other.times.begin(), other.times.end());
        count += other.count;
        certified += other.certified;
    }

    /// Null where so many were not solved.
    Json quantile(double share) const
    {
        const auto index = static_cast<std::size_t>(share * count);
        if (index >= times.size())
            return nullptr;
        return times[index];
    }

    Json report(const std::string& set)
    {
        std::sort(times.begin(), times.end());
        Json row;
        row["set"] = set;
        row["runs"] = count;
        row["solved"] = times.size();
        row["certified"] = certified;
        row["median_ms"] = quantile(0.5);
        row["p95_ms"] = quantile(0.95);
        row["p99_ms"] = quantile(0.99);
        return row;
    }
};

Runs plan(const Problem& problem, const WarmPlanningOptions& options)
{
    SetupOptions setup_options;
    setup_options.motion.tolerance = options.tolerance;
    const ProblemSetup ready = makeProblemSetup(problem, setup_options);
    const auto parameters = readParameters(options.parameters);
    Runs runs;
    for (int run = 0; run < options.runs && !interrupted(); ++run)
    {
        ready.setup->clear();
        ready.setup->setPlanner(makePlanner(options.planner, ready.setup->getSpaceInformation(), parameters));
        ready.setup->setup();
        const Stopwatch watch;
        const double begun = processorTime();
        const ob::PlannerStatus status =
            ready.setup->solve(ob::PlannerTerminationCondition([&] { return interrupted() || watch.seconds() >= options.time; }));
        const double milliseconds = 1e3 * (processorTime() - begun);
        ++runs.count;
        if (status != ob::PlannerStatus::EXACT_SOLUTION)
            continue;
        runs.times.push_back(milliseconds);
        PathCertificationOptions certify;
        certify.tolerance = options.tolerance;
        runs.certified += certifyPath(*ready.mapping, ready.setup->getSolutionPath(), certify).verdict == Verdict::Free ? 1 : 0;
    }
    return runs;
}

int planAll(const WarmPlanningOptions& options)
{
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(options.seed);
    ProblemLoader loader;
    Runs all;
    std::map<std::string, Runs> sets;
    std::map<std::string, int> left;
    const auto setOf = [](const std::string& file) {
        return std::filesystem::absolute(file).lexically_normal().parent_path().filename().string();
    };
    for (const std::string& file : options.problems)
        ++left[setOf(file)];
    for (const std::string& file : options.problems)
    {
        const Problem problem = loader.load(file);
        if (!problem.has_start || (!problem.goal && !problem.goal_region))
            throw InputError(file + ": has to have a start and a goal");
        const std::string set = setOf(file);
        sets[set].add(plan(problem, options));
        if (interrupted())
            return kInterrupted;
        if (--left[set] > 0)
            continue;
        std::cout << sets[set].report(set).dump() << std::endl;
        all.add(sets[set]);
    }
    if (sets.size() > 1)
        std::cout << all.report("all").dump() << std::endl;
    return static_cast<std::size_t>(all.certified) == all.times.size() ? kDone : kViolation;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::WarmPlanningOptions options;
    CLI::App app("what queries cost in a process that goes on", "warm_planning");
    app.add_option("PROBLEM", options.problems, "problem files (YAML); those of folders of one name are a set")->required();
    app.add_option("--planner", options.planner, "default RRTConnect");
    app.add_option("--planner-param", options.parameters, "NAME=VALUE; can be given several times");
    app.add_option("--runs", options.runs, "of each problem; default 20")->check(CLI::PositiveNumber);
    app.add_option("--time", options.time, "limit of each run, seconds; default 10")->check(CLI::PositiveNumber);
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001");
    app.add_option("--seed", options.seed, "default 1")->check(CLI::PositiveNumber);
    return gapless::runProgram(app, argc, argv, [&] { return gapless::planAll(options); });
}
