// What timed trajectories cost, to prove and in seconds of motion: of each problem a path is planned and timed, as it is and certified.
//
// Per problem: the path of a planner, the trajectory with the longest blends (`longest`) and its verdict, the certified one and what share of
// the longest's duration it lasts (`duration_ratio`), and how long finding it took. Then the certified trajectory is looked at as so many points
// with positions and velocities (--points), evenly in time: cubics, which are proven, and the lines through the same points, which are too
// (`cubic`, `polyline`). Times are processor time of the thread, medians of --repeat. Prints one JSON object per problem. Exit code 0, 2: bad
// input, 130: interrupted.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/certify/retime_path.h>
#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/planner_registry.h>

#include "measure/driven_trajectory.h"
#include "measure/program.h"
#include "measure/statistics.h"

namespace og = ompl::geometric;

namespace gapless {
namespace {

struct TrajectoryOptions
{
    std::vector<std::string> problems;
    std::string planner = "RRTConnect";
    double time = 5.0;  ///< of planning, seconds
    bool simplify = false;
    double max_velocity = 2.0, max_acceleration = 10.0;
    double tolerance = 1e-3;  ///< metres
    int points = 100;
    int repeat = 11;
    std::uint32_t seed = 1;
    std::string validator = toString(ValidatorKind::Adaptive);
};

/// Empty if there is none within the time.
std::vector<Configuration> plannedPath(const Problem& problem, const TrajectoryOptions& options)
{
    SetupOptions setup_options;
    setup_options.motion.tolerance = options.tolerance;
    const ProblemSetup ready = makeProblemSetup(problem, setup_options);
    og::SimpleSetup& setup = *ready.setup;
    setup.setPlanner(makePlanner(options.planner, setup.getSpaceInformation()));
    setup.solve(options.time);
    if (!setup.haveExactSolutionPath())
        return {};
    if (options.simplify)
        setup.simplifySolution(options.time);
    return toConfigurations(*ready.mapping, setup.getSolutionPath());
}

/// The cubics' points, evenly in time.
std::vector<TrajectoryPoint> resampled(const std::vector<TrajectoryPoint>& points, int count)
{
    std::vector<TrajectoryPoint> out;
    out.reserve(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k)
        out.push_back(drivenAt(points, k + 1 < count ? points.back().time * k / (count - 1) : points.back().time));
    return out;
}

/// Runs something --repeat times. @return the median of its processor time, milliseconds; none if interrupted
template <class Work>
std::optional<double> milliseconds(const TrajectoryOptions& options, const Work& work)
{
    std::vector<double> times;
    for (int i = 0; i < options.repeat && !interrupted(); ++i)
    {
        const double begin = processorTime();
        work();
        times.push_back(1e3 * (processorTime() - begin));
    }
    return interrupted() ? std::nullopt : std::make_optional(median(times));
}

std::optional<Json> measure(const std::string& file, const TrajectoryOptions& options)
{
    const Problem problem = loadProblem(file);
    if (!problem.has_start || !problem.goal)
        throw InputError(file + ": has to have a start and a goal configuration");
    Json row;
    row["problem"] = file;
    const std::vector<Configuration> path = plannedPath(problem, options);
    row["solved"] = !path.empty();
    if (path.empty())
        return row;
    const int size = problem.scene->model().configurationSize();
    const RateLimits limits{Configuration::Constant(size, options.max_velocity),
                            Configuration::Constant(size, options.max_acceleration)};
    RetimeOptions tight;
    tight.certification.tolerance = options.tolerance;
    tight.certification.validator = validatorKind(options.validator);
    RetimeOptions longest = tight;
    longest.tighten = false;
    Budget budget;
    budget.interrupted = interrupted;

    const RetimedPath loose = retimePath(problem.scene, path, limits, longest, budget);
    const double begin = processorTime();
    const RetimedPath result = retimePath(problem.scene, path, limits, tight, budget);
    const double retiming = 1e3 * (processorTime() - begin);
    row["waypoints"] = path.size();
    row["longest"] = toString(loose.certification.verdict);
    row["certified"] = result.isCertified();
    row["tightened"] = result.tightened;
    row["stops"] = result.stops;
    row["duration_s"] = result.duration();
    row["duration_ratio"] = numberOrNull(loose.duration() > 0.0 ? result.duration() / loose.duration() : 1.0);
    row["retiming_ms"] = retiming;
    if (!result.isCertified() || result.trajectory.size() < 2)
        return interrupted() ? std::nullopt : std::make_optional(row);

    const std::vector<TrajectoryPoint> points = resampled(result.trajectory, options.points);
    const CurveMotion curve = curveOf(problem.scene->model(), points);
    std::vector<Configuration> polyline;
    polyline.reserve(points.size());
    for (const TrajectoryPoint& point : points)
        polyline.push_back(point.position);
    Verdict cubic = Verdict::Undecided, lines = Verdict::Undecided;
    PathCertificationOptions of_lines;
    of_lines.tolerance = options.tolerance;
    of_lines.validator = validatorKind(options.validator);
    const auto cubic_ms =
        milliseconds(options, [&] { cubic = certifyCurve(problem.scene, curve, tight.certification, budget).verdict; });
    const auto lines_ms = milliseconds(options, [&] { lines = certifyPath(problem.scene, polyline, of_lines).verdict; });
    if (!cubic_ms || !lines_ms)
        return {};
    row["cubic"] = toString(cubic);
    row["cubic_ms"] = *cubic_ms;
    row["polyline"] = toString(lines);
    row["polyline_ms"] = *lines_ms;
    return row;
}

int measureAll(const TrajectoryOptions& options)
{
    NumberRange::positive("seconds").require(options.time, "--time");
    NumberRange::positive("radians or metres per second").require(options.max_velocity, "--max-velocity");
    NumberRange::positive("radians or metres per second squared").require(options.max_acceleration, "--max-acceleration");
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(options.seed);
    for (const std::string& problem : options.problems)
    {
        const std::optional<Json> row = measure(problem, options);
        if (!row)
            return kInterrupted;
        std::cout << row->dump() << std::endl;
    }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::TrajectoryOptions options;
    CLI::App app("timed trajectories: what their proof costs, and how much longer certified ones last", "timed_trajectories");
    app.add_option("problems", options.problems, "problem files")->required();
    app.add_option("--planner", options.planner, "a name that `gapless planners` lists; default RRTConnect");
    app.add_option("--time", options.time, "for planning, seconds; default 5");
    app.add_flag("--simplify", options.simplify, "shorten the path with OMPL's simplifier");
    app.add_option("--max-velocity", options.max_velocity, "of every joint, radians or metres per second; default 2");
    app.add_option("--max-acceleration", options.max_acceleration,
                   "of every joint, radians or metres per second squared; default 10");
    app.add_option("--points", options.points, "of the trajectory whose proof is timed; default 100")
        ->check(CLI::Range(2, 1000000));
    app.add_option("--repeat", options.repeat, "runs, of which the median is told; default 11")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "of the planner; default 1")->check(CLI::Range(1u, 4294967295u));
    app.add_option("--validator", options.validator, "adaptive or articulated; default adaptive")
        ->check(CLI::IsMember({"adaptive", "articulated"}));
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measureAll(options); });
}
