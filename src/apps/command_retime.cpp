// gapless retime: a path as a timed trajectory, certified as it is timed.

#include <chrono>
#include <memory>
#include <ostream>

#include <nlohmann/json.hpp>

#include <gapless/certify/retime_path.h>
#include <gapless/core/error.h>
#include <gapless/io/path_file.h>
#include <gapless/io/trajectory_file.h>

#include "check_answer.h"
#include "check_trajectory.h"
#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "io/write_file.h"
#include "joint_option.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "progress.h"

namespace gapless::apps {
namespace {

struct RetimeCommandOptions
{
    CommonOptions common;
    std::string path, output;
    std::string max_velocity, max_acceleration;
    std::string tracking_error;
};

RateLimits rateLimits(const Problem& problem, const RetimeCommandOptions& options)
{
    constexpr NumberRange kVelocities = NumberRange::positive("radians per second, metres for joints that slide");
    constexpr NumberRange kAccelerations = NumberRange::positive("radians per second squared, metres for joints that slide");
    return {readJointOption(problem, options.max_velocity, "--max-velocity", "velocity", kVelocities, 1.0),
            readJointOption(problem, options.max_acceleration, "--max-acceleration", "acceleration", kAccelerations, 1.0)};
}

void report(const RetimedPath& retimed, const CheckAnswer& answer, const RetimeCommandOptions& options)
{
    std::ostream& out = reportStream(options.output);
    const std::size_t points = retimed.trajectory.size();
    if (options.common.json)
    {
        nlohmann::ordered_json json;
        json["certified"] = retimed.isCertified();
        json["duration_s"] = retimed.duration();
        json["points"] = points;
        json["corners"] = retimed.corners;
        json["tightened"] = retimed.tightened;
        json["stops"] = retimed.stops;
        json["certification"] = toJson(answer);
        out << json.dump() << std::endl;
        return;
    }
    if (!retimed.isCertified())
        out << "not timed: no trajectory along " << options.path << " was proven free\n";
    else
        out << retimed.duration() << " s, " << points << " points; of " << retimed.corners << " corners " << retimed.tightened
            << " are cut less for the proof, " << retimed.stops << " of them stops\n";
    out << toText(answer, std::max<std::size_t>(points, 2) - 1);
    if (retimed.isCertified() && !isStandardOutput(options.output))
        out << "\nwritten to " << options.output;
    out << std::endl;
}

int retime(const RetimeCommandOptions& options)
{
    options.common.validate();
    if (!isExact(options.common.kind()))
        throw InputError("--validator " + options.common.validator
                         + ": trajectories have to be proven; adaptive or articulated will do");
    requireWritable(options.output, "--output");
    const Problem problem = options.common.load();
    if (problem.joints.empty())
        throw InputError(problem.file + ": no joint plans, so there is no path to time");
    const std::vector<Configuration> path = readPath(options.path, problem);
    const RateLimits limits = rateLimits(problem, options);
    RetimeOptions retiming;
    retiming.certification.validator = options.common.kind();
    retiming.certification.tolerance = options.common.tolerance;
    retiming.certification.time_tolerance = options.common.time_tolerance;
    retiming.certification.tracking_error = trackingError(problem, options.tracking_error);
    releaseLog();

    const auto start = std::chrono::steady_clock::now();
    Progress progress("timing");
    Budget budget;
    budget.seconds = options.common.seconds();
    budget.interrupted = [&progress] {
        progress.tick();
        return interrupted();
    };
    const RetimedPath retimed = retimePath(problem.scene, path, limits, retiming, budget);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    CheckAnswer answer = answerOf(*problem.scene, retimed.certification, curveOf(problem.scene->model(), retimed.trajectory),
                                  retiming.certification.tracking_error.maxCoeff() > 0.0);
    answer.time_us = seconds * 1e6;
    answer.setStop(interrupted(), seconds > options.common.seconds());
    answer.time_limit = options.common.seconds();
    if (retimed.isCertified())
        writeTrajectory(options.output, problem, retimed.trajectory);
    report(retimed, answer, options);
    return retimed.isCertified() ? kYes : kNo;
}

}  // namespace

void addRetimeCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<RetimeCommandOptions>();
    CLI::App* command =
        app.add_subcommand("retime", "a timed trajectory along a path, certified as the controller interpolates it");
    options->common.addTo(*command, {"--seed", "--resolution", "--threads"});
    options->common.showDefaultTime(*command);
    command->add_option("--path", options->path, "path file (JSON) to time")->required()->type_name("FILE");
    command->add_option("--output", options->output, "trajectory file (JSON) to write if certified; - is standard output")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--max-velocity", options->max_velocity,
                     "of each joint, radians or metres per second, or a file with one per joint")
        ->required()
        ->type_name("V|FILE");
    command
        ->add_option("--max-acceleration", options->max_acceleration,
                     "of each joint, radians or metres per second squared, or a file with one per joint")
        ->required()
        ->type_name("A|FILE");
    command
        ->add_option("--tracking-error", options->tracking_error,
                     "how far each joint may be from the trajectory, radians or metres, or a file with one per joint: all of "
                     "that is proven")
        ->type_name("RAD|FILE");
    command->callback([&action, options] { action = [options] { return retime(*options); }; });
}

}  // namespace gapless::apps
