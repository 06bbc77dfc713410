// What LazyPRM's roadmap saves: pairs of queries, the second between other states on the roadmap of the first.
//
// The first query of each pair is the problem's own, on an empty roadmap; the second one is between random valid states, anywhere or
// near the problem's own. It is answered three times: by the planner that answered the first, by one that has loaded the roadmap
// from a file, and by one with an empty roadmap. Prints one JSON object per pair, times in seconds. Exit code 0, 2: bad input, 130:
// interrupted.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <ompl/base/ScopedState.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/lazy_prm.h>
#include <gapless/planners/planner_registry.h>

#include "measure/program.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {
namespace {

/// Random states that are tried for a valid one.
constexpr unsigned int kSamplingAttempts = 1000000;

struct RoadmapQueryOptions
{
    std::string problem;
    int pairs = 50;
    double time = 10.0;       ///< of one query, seconds
    double tolerance = 1e-3;  ///< metres
    double reach = 0.0;       ///< of the ends of the second query from the problem's, in the metric of the space; 0: anywhere
    std::uint32_t seed = 1;
    std::vector<std::string> parameters;  ///< NAME=VALUE
};

struct Ends
{
    ob::ScopedState<> start, goal;
};

Json ask(LazyPRM& planner, const Ends& ends, const StateMapping& mapping, double time)
{
    const auto query = std::make_shared<ob::ProblemDefinition>(planner.getSpaceInformation());
    query->setStartAndGoalStates(ends.start, ends.goal);
    const Stopwatch watch;
    planner.setProblemDefinition(query);
    const ob::PlannerStatus status =
        planner.solve(ob::PlannerTerminationCondition([&] { return interrupted() || watch.seconds() >= time; }));
    const double seconds = watch.seconds();
    const bool solved = status == ob::PlannerStatus::EXACT_SOLUTION;
    Json answer;
    answer["solved"] = solved;
    answer["certified"] =
        solved && certifyPath(mapping, *query->getSolutionPath()->as<og::PathGeometric>()).verdict == Verdict::Free;
    answer["time_s"] = seconds;
    return answer;
}

/// A file of this program alone, removed with it.
class ScratchFile
{
public:
    ScratchFile()
        : path_(
            (std::filesystem::temp_directory_path()
             / ("roadmap_queries_" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()) + ".roadmap"))
                .string())
    {}
    ~ScratchFile()
    {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

int askPairs(const RoadmapQueryOptions& options)
{
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(options.seed);
    const Problem problem = loadProblem(options.problem);
    if (!problem.has_start || !problem.goal)
        throw InputError(options.problem + ": has to have a start and a goal configuration");
    SetupOptions setup_options;
    setup_options.motion.tolerance = options.tolerance;
    const ProblemSetup ready = makeProblemSetup(problem, setup_options);
    const ob::SpaceInformationPtr& si = ready.setup->getSpaceInformation();
    const ob::ValidStateSamplerPtr sampler = si->allocValidStateSampler();
    sampler->setNrAttempts(kSamplingAttempts);
    Ends own{ob::ScopedState<>(si), ob::ScopedState<>(si)};
    ready.mapping->toState(problem.start, own.start.get());
    ready.mapping->toState(*problem.goal, own.goal.get());
    const std::vector<std::pair<std::string, std::string>> parameters = readParameters(options.parameters);
    const ScratchFile file;
    for (int pair = 1; pair <= options.pairs; ++pair)
    {
        Ends other{ob::ScopedState<>(si), ob::ScopedState<>(si)};
        const auto sample = [&](ob::State* state, const ob::State* near) {
            return options.reach > 0.0 ? sampler->sampleNear(state, near, options.reach) : sampler->sample(state);
        };
        if (!sample(other.start.get(), own.start.get()) || !sample(other.goal.get(), own.goal.get()))
            throw InputError(options.problem + ": no valid state among " + std::to_string(kSamplingAttempts) + " random ones");
        LazyPRM planner(si), loaded(si), empty(si);
        for (LazyPRM* one : {&planner, &loaded, &empty})
        {
            for (const auto& [name, value] : parameters)
                setPlannerParameter(*one, name, value);
            one->setup();
        }
        Json report;
        report["pair"] = pair;
        const Json first = ask(planner, own, *ready.mapping, options.time);
        report["milestones"] = planner.milestoneCount();
        report["first"] = first;
        planner.save(file.path());
        report["second"] = ask(planner, other, *ready.mapping, options.time);
        loaded.load(file.path());
        report["loaded"] = ask(loaded, other, *ready.mapping, options.time);
        report["empty"] = ask(empty, other, *ready.mapping, options.time);
        if (interrupted())
            return kInterrupted;
        std::cout << report.dump() << std::endl;
    }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::RoadmapQueryOptions options;
    CLI::App app("pairs of queries of LazyPRM, the second on the roadmap of the first", "roadmap_queries");
    app.add_option("PROBLEM", options.problem, "problem file (YAML)")->required();
    app.add_option("--pairs", options.pairs, "of queries; default 50")->check(CLI::PositiveNumber);
    app.add_option("--time", options.time, "limit of each query, seconds; default 10")->check(CLI::PositiveNumber);
    app.add_option("--reach", options.reach,
                   "of the second query's ends from the problem's own, in the metric of the space; default 0: anywhere")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001");
    app.add_option("--planner-param", options.parameters, "NAME=VALUE of gapless::LazyPRM; can be given several times");
    app.add_option("--seed", options.seed, "default 1")->check(CLI::PositiveNumber);
    return gapless::runProgram(app, argc, argv, [&] { return gapless::askPairs(options); });
}
