// gapless check: is a motion or a path free?

#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>

#include <gapless/collision/penetration.h>
#include <gapless/core/error.h>
#include <gapless/io/path_file.h>

#include "any_timing_answer.h"
#include "certify_driven.h"
#include "check_answer.h"
#include "check_trajectory.h"
#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "distance_report.h"
#include "io/write_file.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "progress.h"
#include "sampled_check.h"
#include "state_checks.h"

namespace gapless::apps {
namespace {

/// How close last_valid comes to the earliest witness, fraction of the segment.
constexpr double kLastValidResolution = 1e-6;

struct CheckOptions
{
    CommonOptions common;
    std::string path;
    TrajectoryOptions trajectory;
    std::string report;  ///< of --report: "-" is standard output; empty: not asked for
    bool any_timing = false;
};

DrivenPath pathToCheck(const Problem& problem, const CheckOptions& options)
{
    if (!options.path.empty())
        return readDrivenPath(options.path, problem);
    requireStart(problem);
    if (problem.goal_region)
        throw InputError(problem.file
                         + ": the goal is a region, links_below: there is no motion to check; give a path with --path");
    requireGoalState(problem);
    DrivenPath path{{problem.start}, {}};
    path.waypoints.insert(path.waypoints.end(), problem.waypoints.begin(), problem.waypoints.end());
    path.waypoints.push_back(*problem.goal);
    return path;
}

/// An end that is itself in collision is reported there: at t = 0 of the first, t = 1 of the last segment.
CheckAnswer collisionAtEnd(const Scene& scene, const Configuration& end, const ClosePair& close, std::size_t segment, double t,
                           double last_valid, const CertifyStatistics& statistics)
{
    PathResult result;
    result.verdict = Verdict::Collision;
    result.segment = segment;
    result.witness = close;
    result.t = t;
    result.interval = t;
    result.last_valid = last_valid;
    result.statistics = statistics;
    ++result.statistics.configurations;
    CheckAnswer answer = answerOf(scene, result);
    answer.depth_at_least = penetrationAtLeast(scene, end, close);
    return answer;
}

/// @throws InputError for what knows straight motions only.
void requireCarsAreTaken(const Problem& problem, const CheckOptions& options)
{
    if (!problem.hasCars() || !options.trajectory.file.empty())
        return;
    if (!isExact(options.common.kind()))
        throw InputError("--validator " + options.common.validator
                         + ": samples no curves of cars; adaptive or articulated proves them");
    if (!options.report.empty())
        throw InputError("--report measures straight motions, and " + problem.file + " has a car");
}

CheckAnswer checkExactly(const Problem& problem, const DrivenPath& driven, const CheckOptions& options,
                         const std::function<bool()>& stop)
{
    const std::vector<Configuration>& path = driven.waypoints;
    const ValidatorKind kind = options.common.kind();
    const std::size_t last_segment = std::max<std::size_t>(path.size(), 2) - 2;
    // The articulated one calls nothing a collision for coming within the tolerance, an end neither.
    const auto collides = [&](const Configuration& end, ClosePair& close) {
        return kind == ValidatorKind::Adaptive && checkState(problem, end, options.common.tolerance, close) == Verdict::Collision;
    };
    ClosePair close;
    if (collides(path.front(), close))
        return collisionAtEnd(*problem.scene, path.front(), close, 0, 0.0, 0.0, {});

    PathCertificationOptions certification;
    certification.validator = kind;
    certification.tolerance = certification.smallest_tolerance = options.common.tolerance;
    certification.time_tolerance = options.common.time_tolerance;
    certification.last_valid_resolution = kLastValidResolution;
    certification.seconds = options.common.seconds();
    certification.interrupted = stop;
    const PathResult result = certifyDriven(problem, driven, options.path, certification);
    if (result.verdict == Verdict::Collision && result.segment == last_segment && collides(path.back(), close))
        return collisionAtEnd(*problem.scene, path.back(), close, last_segment, 1.0, result.last_valid, result.statistics);
    CheckAnswer answer = answerOf(*problem.scene, result);
    if (problem.hasCars() && result.verdict == Verdict::Collision && !result.witness)
        answer.reason = "nothing is touched, but from there on a car leaves base_limits";
    return answer;
}

std::vector<PairReport> measure(const Problem& problem, const std::vector<Configuration>& path, const CheckOptions& options,
                                const std::function<bool()>& out_of_time)
{
    Progress progress("measuring distances");
    return reportDistances(problem.scene, path, options.common.tolerance, [&] {
        progress.tick();
        return interrupted() || out_of_time();
    });
}

/// --any-timing
int checkOrder(const CheckOptions& options)
{
    options.common.validate();
    if (options.common.kind() != ValidatorKind::Adaptive)
        throw InputError("--validator " + options.common.validator + ": --any-timing is judged by the adaptive one");
    const Problem problem = options.common.load(Takes::Cars);
    const CoordinatedFile file(problem, options.path);
    releaseLog();
    AnyTimingAnswer answer;
    {
        Progress progress("judging the order");
        answer = judgeAnyTiming(problem, file, options.common, [&] {
            progress.tick();
            return interrupted();
        });
    }
    std::cout << (options.common.json ? toJson(answer, file).dump() : toText(answer, file)) << std::endl;
    return answer.result.verdict == Verdict::Free ? kYes : kNo;
}

int check(const CheckOptions& options)
{
    if (options.any_timing)
        return checkOrder(options);
    options.common.validate();
    requireWritable(options.report, "--report");
    options.trajectory.validate();
    const bool is_trajectory = !options.trajectory.file.empty();
    const Problem problem = options.common.load(is_trajectory ? Takes::MovingObstacles : Takes::Cars);
    requireCarsAreTaken(problem, options);
    const DrivenPath driven = is_trajectory ? DrivenPath() : pathToCheck(problem, options);
    const std::vector<Configuration>& path = driven.waypoints;
    std::size_t segments = std::max<std::size_t>(path.size(), 2) - 1;
    releaseLog();

    CheckAnswer answer;
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [start] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    {
        Progress progress("checking");
        const auto stop = [&] {
            progress.tick();
            return interrupted() || seconds() > options.common.seconds();
        };
        if (is_trajectory)
            answer = checkTrajectory(problem, options.trajectory, options.common, stop, segments);
        else
            answer = isExact(options.common.kind()) ? checkExactly(problem, driven, options, stop)
                                                    : checkBySamples(problem.scene, path, options.common.resolution, stop);
    }
    answer.time_us = seconds() * 1e6;
    if (!problem.hasCars())
        explain(answer, problem.scene->model(), path);
    const auto out_of_time = [&] { return seconds() > options.common.seconds(); };
    answer.setStop(interrupted(), out_of_time());
    answer.time_limit = options.common.seconds();
    nlohmann::ordered_json json = toJson(answer);
    std::string text = toText(answer, segments) + "\n";
    if (!options.report.empty())
    {
        const std::vector<PairReport> report = measure(problem, path, options, out_of_time);
        json["report"] = toJson(report);
        json["interrupted"] = interrupted();
        if (isStandardOutput(options.report))
            text += toText(report);
        else
            writeTextFile(options.report, std::filesystem::path(options.report).extension() == ".json"
                                              ? json["report"].dump(1) + "\n"
                                              : toText(report));
    }
    std::cout << (options.common.json ? json.dump() + "\n" : text) << std::flush;
    return answer.verdict == Verdict::Free ? kYes : kNo;
}

}  // namespace

void addCheckCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "certify the motion start -> waypoints -> goal, or a path");
    options->common.addTo(*command, {"--seed", "--threads"});
    options->common.showDefaultTime(*command);
    CLI::Option* path = command->add_option("--path", options->path, "path file (JSON) to check instead")->type_name("FILE");
    CLI::Option* trajectory = options->trajectory.addTo(*command, "timed trajectory to check instead (JSON, YAML or CSV)", path);
    command->add_option("--profile", options->trajectory.profile, "write the proven clearance over time to FILE, .csv or .png")
        ->type_name("FILE")
        ->needs(trajectory);
    CLI::Option* report =
        command
            ->add_option(
                "--report", options->report,
                "also the smallest distance of each active pair and when: as a table, or written to FILE (JSON if it ends so)")
            ->expected(0, 1)
            ->default_str("-")
            ->type_name("FILE")
            ->excludes(trajectory);
    command
        ->add_flag("--any-timing", options->any_timing,
                   "of a path of several robots: judge its order, or the one that the file says, whatever the timing")
        ->needs(path)
        ->excludes(report);
    command->callback([&action, options] { action = [options] { return check(*options); }; });
}

}  // namespace gapless::apps
