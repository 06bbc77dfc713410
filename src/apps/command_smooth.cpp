// gapless smooth: shorten a path, every piece of it proven free.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <ostream>

#include <nlohmann/json.hpp>

#include <gapless/core/error.h>
#include <gapless/io/path_file.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/shortcut_smoother.h>

#include "check_answer.h"
#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "io/write_file.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "progress.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless::apps {
namespace {

struct SmoothOptions
{
    CommonOptions common;
    std::string path, output;
    std::optional<std::int64_t> steps, patience;
};

/// What came of it.
struct Smoothed
{
    SmoothingResult result;
    /// Of the path that came in; if that is free, of the one that goes out.
    PathResult certification;
    std::vector<Configuration> path;
    std::vector<CarWays> ways;
    std::size_t states_before = 0;
    double seconds = 0.0;
    double certification_seconds = 0.0;

    bool isCertified() const { return certification.verdict == Verdict::Free; }
};

og::PathGeometric toPath(const ProblemSetup& ready, const std::vector<Configuration>& configurations)
{
    const ob::SpaceInformationPtr& si = ready.setup->getSpaceInformation();
    og::PathGeometric path(si);
    ob::State* state = si->allocState();
    for (const Configuration& q : configurations)
    {
        ready.mapping->toState(q, state);
        path.append(state);
    }
    si->freeState(state);
    return path;
}

SmoothingOptions smoothingOptions(const SmoothOptions& options, Progress& progress)
{
    SmoothingOptions smoothing;
    smoothing.validator = options.common.kind();
    smoothing.tolerance = options.common.tolerance;
    smoothing.seed = options.common.seed;
    if (options.steps)
        smoothing.steps = static_cast<std::uint64_t>(*options.steps);
    if (options.patience)
        smoothing.patience = static_cast<std::uint64_t>(*options.patience);
    smoothing.seconds = options.common.time.value_or(smoothing.seconds);
    smoothing.interrupted = [&progress] {
        progress.tick();
        return interrupted();
    };
    smoothing.progress = [&progress](std::uint64_t steps, double length) {
        progress.setDetail(", " + std::to_string(steps) + " steps, length " + std::to_string(length));
    };
    return smoothing;
}

/// Relative, and in metres: of numbers that a program wrote and read.
constexpr double kSameNumber = 1e-9;

bool isSame(const CarWay& a, const CarWay& b)
{
    const auto isNear = [](double x, double y) { return std::abs(x - y) <= kSameNumber * (1.0 + std::abs(x)); };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const WayPart& p, const WayPart& q) {
        return isNear(p.curvature, q.curvature) && isNear(p.length, q.length);
    });
}

/// @throws InputError for curves that the cars' spaces do not draw: shortcuts are made of those.
void requireOwnCurves(const StateMapping& mapping, const og::PathGeometric& path, const std::vector<CarWays>& given,
                      const std::string& file)
{
    const std::vector<CarWays> own = waysOf(mapping, path);
    for (std::size_t i = 0; i < given.size(); ++i)
        for (std::size_t car = 0; car < given[i].size(); ++car)
            if (given[i][car] && !(own[i][car] && isSame(*given[i][car], *own[i][car])))
                throw InputError(file + ": curves[" + std::to_string(i * given[i].size() + car)
                                 + "] is not the one that the car's space draws; smooth knows no others");
}

Smoothed smoothed(const ProblemSetup& ready, const DrivenPath& given, const SmoothOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    Progress progress("shortening");
    og::PathGeometric path = toPath(ready, given.waypoints);
    requireOwnCurves(*ready.mapping, path, given.ways, options.path);
    Smoothed smoothed;
    smoothed.states_before = given.waypoints.size();
    smoothed.result = smoothPath(ready.mapping, path, smoothingOptions(options, progress));
    smoothed.certification = smoothed.result.certification;
    smoothed.certification_seconds = smoothed.result.certification_seconds;
    if (smoothed.isCertified())
    {
        // The last word on what is written, whatever stopped the work: as `gapless plan` has it.
        PathCertificationOptions last;
        last.tolerance = options.common.tolerance;
        const auto last_start = std::chrono::steady_clock::now();
        smoothed.certification = certifyPath(*ready.mapping, path, last);
        smoothed.certification_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - last_start).count();
    }
    smoothed.path = toConfigurations(*ready.mapping, path);
    smoothed.ways = waysOf(*ready.mapping, path);
    smoothed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return smoothed;
}

void report(const Smoothed& smoothed, const Problem& problem, const SmoothOptions& options)
{
    std::ostream& out = reportStream(options.output);
    const SmoothingResult& result = smoothed.result;
    CheckAnswer answer = answerOf(*problem.scene, smoothed.certification);
    if (!problem.hasCars())
        explain(answer, problem.scene->model(), smoothed.path);
    answer.time_us = smoothed.certification_seconds * 1e6;
    // Of what is undecided without a signal, rounding or the clock may be the cause.
    answer.setStop(interrupted(), options.common.time && smoothed.seconds > *options.common.time);
    if (options.common.json)
    {
        nlohmann::ordered_json json;
        json["certified"] = smoothed.isCertified();
        json["length_before"] = result.length_before;
        json["length_after"] = result.length_after;
        json["steps"] = result.steps;
        json["shortcuts"] = result.shortcuts;
        json["time_s"] = smoothed.seconds;
        json["waypoints"] = smoothed.path.size();
        json["interrupted"] = interrupted();
        json["certification"] = toJson(answer);
        out << json.dump() << std::endl;
        return;
    }
    const std::size_t segments = std::max<std::size_t>(smoothed.path.size(), 2) - 1;
    if (!smoothed.isCertified())
    {
        out << "not shortened: " << options.path
            << (answer.verdict == Verdict::Collision ? " does not certify" : " was not proven free") << "\n"
            << toText(answer, segments) << std::endl;
        return;
    }
    out << "length " << result.length_before << " -> " << result.length_after << ", " << smoothed.states_before << " -> "
        << smoothed.path.size() << " states; " << result.shortcuts << " shortcuts in " << result.steps << " steps, "
        << smoothed.seconds << " s" << (interrupted() ? ", interrupted" : "") << "\n"
        << toText(answer, segments);
    if (!isStandardOutput(options.output))
        out << "\nwritten to " << options.output;
    out << std::endl;
}

int smooth(const SmoothOptions& options)
{
    options.common.validate();
    if (!isExact(options.common.kind()))
        throw InputError("--validator " + options.common.validator
                         + ": shortcuts have to be proven; adaptive or articulated will do");
    for (const auto& [option, value] : {std::make_pair("--steps", options.steps), std::make_pair("--patience", options.patience)})
        if (value && *value < 1)
            throw InputError(std::string(option) + " " + std::to_string(*value) + ": must be at least 1");
    requireWritable(options.output, "--output");
    const Problem problem = options.common.load(Takes::Cars);
    if (problem.joints.empty())
        throw InputError(problem.file + ": no joint plans, so there is no path to shorten");
    const DrivenPath given = readDrivenPath(options.path, problem);
    SetupOptions setup;
    setup.motion.tolerance = options.common.tolerance;
    const ProblemSetup ready = makeProblemSetup(problem, setup);
    releaseLog();

    const Smoothed result = smoothed(ready, given, options);
    if (result.isCertified())
        writePath(options.output, problem, result.path, result.ways);
    report(result, problem, options);
    return result.isCertified() ? kYes : kNo;
}

}  // namespace

void addSmoothCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<SmoothOptions>();
    CLI::App* command = app.add_subcommand("smooth", "shorten a path, certified; Ctrl-C keeps what is done so far");
    options->common.addTo(*command, {"--validator", "--time-tolerance", "--resolution", "--threads"});
    command->add_option("--path", options->path, "path file (JSON) to shorten")->required()->type_name("FILE");
    command->add_option("--output", options->output, "path file (JSON) to write; - is standard output")
        ->required()
        ->type_name("FILE");
    command->add_option("--steps", options->steps, "shortcuts to try; default no limit");
    command->add_option("--patience", options->patience,
                        "stop when so many steps in a row shorten the path by less than a thousandth; default 1000");
    command->callback([&action, options] { action = [options] { return smooth(*options); }; });
}

}  // namespace gapless::apps
