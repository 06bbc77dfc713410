// How many motions per second a culler sweeps and tests against the obstacles of a scene, and how many are proven without one.
//
// Random motions with free ends, a pool of them repeated where a batch is larger. Prints one JSON object per culler and batch size,
// times in seconds: the whole call (sweeping the links on the CPU, then culling), and the sweeping alone; or, without a culler, that of
// checkMotions() for the same motions, whose verdicts are final, self-collision included. Exit code 0, 2: bad input, 3: the culler asked for is not to be had, 130:
// interrupted.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gapless/certify/check_motions.h>
#include <gapless/core/error.h>
#include <gapless/culling/motion_culling.h>
#include <gapless/io/problem.h>

#include "measure/chosen_culler.h"
#include "measure/program.h"
#include "measure/random_motions.h"

namespace gapless {
namespace {

using Motions = std::vector<std::pair<Configuration, Configuration>>;

constexpr double kTolerance = 1e-3;  // metres

struct ThroughputOptions
{
    std::string problem;
    std::string culler = "cpu";
    unsigned int threads = 1;  ///< without a culler
    std::vector<std::size_t> batches = {100, 1000, 10000, 100000, 1000000};
    std::size_t pool = 20000;
    double step = 0.5;    ///< largest joint step of a motion, radians or metres
    double least = 1.0;   ///< small batches are repeated for so long, seconds
    double limit = 60.0;  ///< batches that would take longer are left out, seconds
    std::uint32_t seed = 1;
};

template <class T>
double shareOf(const std::vector<T>& answers, T answer)
{
    return static_cast<double>(std::count(answers.begin(), answers.end(), answer)) / static_cast<double>(answers.size());
}

// What linksMayHitObstacles spends on the volumes alone, per motion, and their number.
void measureSweep(MotionSweeper& sweeper, const Motions& pool, Json& report)
{
    SweptVolumeBatch batch;
    Motion motion;
    std::size_t pieces = 0, volumes = 0;
    double seconds = 0.0;
    for (std::size_t begin = 0; begin < pool.size(); begin += 1000)
    {
        const Stopwatch watch;
        batch.clear();
        for (std::size_t i = begin; i < std::min(pool.size(), begin + 1000); ++i)
        {
            motion.reset(sweeper.scene().model(), pool[i].first, pool[i].second);
            sweeper.add(motion, batch);
        }
        seconds += watch.seconds();
        volumes += batch.volumes.size();
        for (const SweptVolume& volume : batch.volumes)
            pieces += static_cast<std::size_t>(volume.pieces);
    }
    report["links"] = sweeper.links().size();
    report["pieces_per_link"] = static_cast<double>(pieces) / static_cast<double>(std::max<std::size_t>(1, volumes));
    report["sweep_s_per_motion"] = seconds / static_cast<double>(pool.size());
}

double culledShareOfVolumes(const Culler& culler, MotionSweeper& sweeper, const Motions& pool)
{
    SweptVolumeBatch batch;
    std::vector<char> may_hit;
    for (std::size_t i = 0; i < std::min<std::size_t>(pool.size(), 2000); ++i)
        sweeper.add(Motion(sweeper.scene().model(), pool[i].first, pool[i].second), batch);
    culler.cull(batch, may_hit);
    return shareOf(may_hit, char{0});
}

/// Calls `judge` with batches of all sizes and prints, for each, `common`, its times, and what `tell` adds. @return the exit code
int measureBatches(const ThroughputOptions& options, const Motions& pool, const Json& common,
                   const std::function<void(const Motions&)>& judge, const std::function<void(Json&, double per_motion)>& tell)
{
    double per_motion = 0.0;
    for (const std::size_t size : options.batches)
    {
        if (per_motion * static_cast<double>(size) > options.limit)
            continue;
        Motions batch;
        for (std::size_t i = 0; i < size; ++i)
            batch.push_back(pool[i % pool.size()]);
        std::size_t rounds = 0;
        const Stopwatch watch;
        double seconds = 0.0;
        do
        {
            judge(batch);
            ++rounds;
            seconds = watch.seconds();
        }
        while (seconds < options.least && !interrupted());
        if (interrupted())
            return kInterrupted;
        seconds /= static_cast<double>(rounds);
        per_motion = seconds / static_cast<double>(size);
        Json report = common;
        report["batch"] = size;
        report["seconds"] = seconds;
        report["motions_per_s"] = 1.0 / per_motion;
        tell(report, per_motion);
        std::cout << report.dump() << std::endl;
    }
    return kDone;
}

Motions randomPool(const Problem& problem, const ThroughputOptions& options)
{
    RandomMotions random(problem, options.step, kTolerance, options.seed);
    const std::size_t largest = *std::max_element(options.batches.begin(), options.batches.end());
    Motions pool;
    while (pool.size() < std::min(options.pool, largest))
        pool.push_back(random.next());
    return pool;
}

int measureProofs(const Problem& problem, const ThroughputOptions& options)
{
    MotionBatchOptions batch;
    batch.certify.tolerance = kTolerance;
    batch.threads = options.threads;
    batch.budget.interrupted = interrupted;
    Json common;
    common["culler"] = "none";
    common["device"] = std::to_string(options.threads) + (options.threads == 1 ? " thread" : " threads");
    std::vector<Verdict> verdicts;
    return measureBatches(
        options, randomPool(problem, options), common,
        [&](const Motions& motions) { verdicts = checkMotions(problem.scene, motions, batch); },
        [&](Json& report, double) {
            report["free"] = shareOf(verdicts, Verdict::Free);
            report["undecided"] = shareOf(verdicts, Verdict::Undecided);
        });
}

int measureCuller(const Problem& problem, const ThroughputOptions& options)
{
    const auto obstacles = std::make_shared<StaticObstacles>(problem.scene);
    const ChosenCuller chosen = chosenCuller(options.culler, obstacles);
    if (!chosen.culler)
    {
        std::cerr << "batch_throughput: no OpenGL culler: " << chosen.device << std::endl;
        return kUnavailable;
    }
    MotionSweeper sweeper(problem.scene);
    if (sweeper.links().empty())
        throw InputError(options.problem + ": no link has an obstacle to be kept away from");
    const Motions pool = randomPool(problem, options);

    Json common;
    common["culler"] = chosen.culler->name();
    common["device"] = chosen.device;
    common["leaves"] = obstacles->leaves().size();
    measureSweep(sweeper, pool, common);
    common["culled_links"] = culledShareOfVolumes(*chosen.culler, sweeper, pool);
    std::vector<char> may_hit;
    return measureBatches(
        options, pool, common, [&](const Motions& motions) { may_hit = linksMayHitObstacles(*chosen.culler, sweeper, motions); },
        [&](Json& report, double per_motion) {
            report["tests_per_s"] = static_cast<double>(sweeper.links().size()) / per_motion;
            report["culled_motions"] = shareOf(may_hit, char{0});
        });
}

int measure(const ThroughputOptions& options)
{
    const Problem problem = loadProblem(options.problem);
    return options.culler == "none" ? measureProofs(problem, options) : measureCuller(problem, options);
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::ThroughputOptions options;
    CLI::App app("motions per second that a culler tests against the obstacles of a scene, or that are proven",
                 "batch_throughput");
    app.add_option("PROBLEM", options.problem, "problem file (YAML)")->required();
    app.add_option("--culler", options.culler, "cpu, gl, or none to prove each motion; default cpu")
        ->check(CLI::IsMember({"cpu", "gl", "none"}));
    app.add_option("--threads", options.threads, "without a culler; default 1")->check(CLI::PositiveNumber);
    app.add_option("--batches", options.batches, "sizes, motions; default 100 1000 10000 100000 1000000")
        ->check(CLI::PositiveNumber);
    app.add_option("--pool", options.pool, "different motions, repeated in larger batches; default 20000")
        ->check(CLI::PositiveNumber);
    app.add_option("--step", options.step, "largest joint step of a motion; default 0.5")->check(CLI::PositiveNumber);
    app.add_option("--least", options.least, "small batches are repeated for so many seconds; default 1")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--limit", options.limit, "batches that would take longer are left out, seconds; default 60")
        ->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "default 1")->check(CLI::PositiveNumber);
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measure(options); });
}
