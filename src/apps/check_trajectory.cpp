#include "check_trajectory.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <gapless/certify/clearance_profile.h>
#include <gapless/core/error.h>
#include <gapless/io/trajectory_file.h>

#include "core/format_number.h"
#include "io/write_file.h"
#include "joint_option.h"
#include "output_file.h"
#include "profile_picture.h"

namespace gapless::apps {
namespace {

/// Of a profile, in all, about, and seconds.
constexpr double kMostParts = 1000.0, kShortestPart = 0.01;

constexpr NumberRange kErrorRange = NumberRange::notNegative("radians, metres for joints that slide");

/// Up to where the curve is proven; nowhere less than what is proven already.
std::vector<ProvenPart> sharpProfile(const Problem& problem, const CurveMotion& curve, const CurveOptions& certification,
                                     const CurveResult& result, const Budget& budget)
{
    ClearanceProfileOptions options;
    options.tracking_error = certification.tracking_error;
    options.tolerance = certification.tolerance;
    options.width = std::max((curve.end() - curve.begin()) / kMostParts, kShortestPart);
    options.budget = budget;
    std::vector<ProvenPart> profile;
    auto known = result.profile.begin();
    for (ProvenPart part : clearanceProfile(problem.scene, curve, options))
    {
        if (part.time.upper > result.last_safe)
            break;
        double least = std::numeric_limits<double>::infinity();
        while (known != result.profile.end() && known->time.upper < part.time.lower)
            ++known;
        for (auto k = known; k != result.profile.end() && k->time.lower <= part.time.upper; ++k)
            least = std::min(least, k->clearance);
        part.clearance = std::max(part.clearance, least);
        profile.push_back(part);
    }
    return profile;
}

std::string profileText(const std::vector<ProvenPart>& profile)
{
    std::string text = "begin_s,end_s,clearance_m\n";
    for (const ProvenPart& part : profile)
        text += formatNumber(part.time.lower) + "," + formatNumber(part.time.upper) + "," + formatNumber(part.clearance) + "\n";
    return text;
}

bool isPicture(const std::string& file)
{
    return std::filesystem::path(file).extension() == ".png";
}

void writeProfile(const TrajectoryOptions& options, const Problem& problem, const CurveMotion& curve,
                  const CurveOptions& certification, const CurveResult& result, const Budget& budget)
{
    ProfilePicture picture;
    picture.profile = sharpProfile(problem, curve, certification, result, budget);
    if (!isPicture(options.profile))
    {
        writeTextFile(options.profile, profileText(picture.profile));
        return;
    }
    picture.time = {curve.begin(), curve.end()};
    picture.last_safe = result.last_safe;
    if (result.verdict == Verdict::Collision)
        picture.contact = result.time.upper;
    picture.title = std::filesystem::path(options.file).filename().string();
    writeProfilePicture(options.profile, picture);
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
    if (!profile.empty() && !isPicture(profile) && std::filesystem::path(profile).extension() != ".csv")
        throw InputError("--profile: '" + profile + "' has to end in .csv or .png");
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
        writeProfile(options, problem, curve, certification, result, budget);
    CheckAnswer answer = answerOf(*problem.scene, result, driven, certification.tracking_error.maxCoeff() > 0.0);
    answer.seconds->end = curve.end();
    answer.seconds->any_speed = problem.moving.empty();
    return answer;
}

}  // namespace gapless::apps
