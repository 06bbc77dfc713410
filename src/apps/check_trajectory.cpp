#include "check_trajectory.h"

#include <filesystem>

#include <gapless/core/error.h>
#include <gapless/io/trajectory_file.h>

#include "core/format_number.h"
#include "io/write_file.h"
#include "joint_option.h"
#include "output_file.h"

namespace gapless::apps {
namespace {

constexpr NumberRange kErrorRange = NumberRange::notNegative("radians, metres for joints that slide");

std::string profileText(const CurveResult& result)
{
    std::string text = "begin_s,end_s,clearance_m\n";
    for (const ProvenPart& part : result.profile)
        text += formatNumber(part.time.lower) + "," + formatNumber(part.time.upper) + "," + formatNumber(part.clearance) + "\n";
    return text;
}

Interpolation interpolationOf(const std::string& name)
{
    if (name == "splines")
        return Interpolation::Splines;
    if (name == "none")
        return Interpolation::None;
    throw InputError("--interpolation is '" + name + "'; it has to be splines or none");
}

}  // namespace

Configuration trackingError(const Problem& problem, const std::string& option)
{
    if (option.empty())
        return Configuration::Zero(problem.scene->model().configurationSize());
    return readJointOption(problem, option, "--tracking-error", "tracking error", kErrorRange, 0.0);
}

CLI::Option* TrajectoryOptions::addTo(CLI::App& command, const std::string& what, CLI::Option* excluded)
{
    CLI::Option* const trajectory = command.add_option("--trajectory", file, what)->type_name("FILE")->excludes(excluded);
    command.add_option("--interpolation", interpolation, "how the controller joins the trajectory's points: splines, or none")
        ->capture_default_str()
        ->needs(trajectory);
    command
        .add_option("--tracking-error", tracking_error,
                    "how far each joint may be from the trajectory, radians or metres, or a file with one per joint: all of "
                    "that is proven")
        ->type_name("RAD|FILE")
        ->needs(trajectory);
    return trajectory;
}

CurveMotion TrajectoryOptions::read(const Problem& problem) const
{
    return withMovingBodies(problem.scene->model(), readCurve(file, problem, interpolationOf(interpolation)), problem.moving);
}

void TrajectoryOptions::validate() const
{
    interpolationOf(interpolation);
    if (!profile.empty() && std::filesystem::path(profile).extension() != ".csv")
        throw InputError("--profile: '" + profile + "' has to end in .csv");
    requireWritable(profile, "--profile");
}

CheckAnswer checkTrajectory(const Problem& problem, const TrajectoryOptions& options, const CommonOptions& common,
                            const std::function<bool()>& stop, std::size_t& segments)
{
    const KinematicModel& model = problem.scene->model();
    const CurveMotion driven = readCurve(options.file, problem, interpolationOf(options.interpolation));
    const CurveMotion curve = withMovingBodies(model, driven, problem.moving);
    segments = driven.pieces().size();
    CurveOptions certification;
    certification.validator = common.kind();
    certification.tolerance = certification.smallest_tolerance = common.tolerance;
    certification.time_tolerance = common.time_tolerance;
    certification.tracking_error = trackingError(problem, options.tracking_error);
    Budget budget;
    budget.seconds = common.seconds();
    budget.interrupted = stop;
    const CurveResult result = certifyCurve(problem.scene, curve, certification, budget);
    if (!options.profile.empty())
        writeTextFile(options.profile, profileText(result));
    CheckAnswer answer = answerOf(*problem.scene, result, driven, certification.tracking_error.maxCoeff() > 0.0);
    answer.seconds->end = curve.end();
    answer.seconds->any_speed = problem.moving.empty();
    return answer;
}

}  // namespace gapless::apps
