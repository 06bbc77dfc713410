// What it costs to check one configuration: random ones within the limits, those that are free and those that are not.
//
// Prints one JSON object per problem: of both, how many there are, and mean and median of their times, microseconds by the clock; of each the least of --repeat
// passes over all of them. Exit code 0, 2: bad input, 130: interrupted.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gapless/certify/static_checker.h>

#include "measure/program.h"
#include "measure/random_motions.h"
#include "measure/statistics.h"

namespace gapless {
namespace {

struct StateOptions
{
    std::vector<std::string> problems;
    int count = 2000, repetitions = 5;
    double tolerance = 1e-3;
    std::uint32_t seed = 1;
};

Json rowOf(const std::vector<double>& times)
{
    return {{"count", times.size()}, {"mean_us", numberOrNull(mean(times))}, {"median_us", numberOrNull(median(times))}};
}

int timeStates(const StateOptions& options)
{
    for (const std::string& file : options.problems)
    {
        const Problem problem = loadProblem(file);
        RandomMotions random(problem, 0.0, options.tolerance, options.seed);
        std::vector<Configuration> states;
        states.reserve(static_cast<std::size_t>(options.count));
        for (int i = 0; i < options.count; ++i)
            states.push_back(random.drawState());
        const StaticChecker checker(problem.scene, options.tolerance);
        std::vector<double> least(states.size(), std::numeric_limits<double>::infinity());
        std::vector<Verdict> verdicts(states.size());
        for (int pass = 0; pass < options.repetitions && !interrupted(); ++pass)
            for (std::size_t i = 0; i < states.size(); ++i)
            {
                const Stopwatch watch;
                verdicts[i] = checker.check(states[i]);
                least[i] = std::min(least[i], 1e6 * watch.seconds());
            }
        if (interrupted())
            return kInterrupted;
        std::vector<double> free, other;
        for (std::size_t i = 0; i < states.size(); ++i)
            (verdicts[i] == Verdict::Free ? free : other).push_back(least[i]);
        std::cout << Json{{"problem", file}, {"free", rowOf(free)}, {"not_free", rowOf(other)}}.dump() << std::endl;
    }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::StateOptions options;
    CLI::App app("times of checking one configuration", "state_times");
    app.add_option("PROBLEM", options.problems, "problem files (YAML)")->required();
    app.add_option("--count", options.count, "random configurations; default 2000")->check(CLI::PositiveNumber);
    app.add_option("--repeat", options.repetitions, "how often each is checked; default 5")->check(CLI::PositiveNumber);
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "of what is drawn; default 1");
    return gapless::runProgram(app, argc, argv, [&] { return gapless::timeStates(options); });
}
