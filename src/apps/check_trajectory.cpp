#include "check_trajectory.h"

#include <filesystem>

#include <gapless/core/error.h>
#include <gapless/io/trajectory_file.h>

#include "io/input_text.h"
#include "io/joint_values.h"
#include "io/write_file.h"
#include "io/yaml_checked.h"
#include "output_file.h"

namespace gapless::apps {
namespace {

constexpr NumberRange kErrorRange = NumberRange::notNegative("radians, metres for joints that slide");

/// One number for all planning joints, or a file with one for each: {joint: error, ...}.
Configuration trackingError(const Problem& problem, const std::string& option)
{
    Configuration error = Configuration::Zero(problem.scene->model().configurationSize());
    if (option.empty())
        return error;
    const std::vector<std::string> names = problem.variableNames();
    std::vector<double> values;
    if (const std::optional<double> number = parseNumber(option))
        values.assign(names.size(), kErrorRange.require(*number, "--tracking-error"));
    else
    {
        const std::shared_ptr<const YamlNode> file = parseYaml(readTextFile(option, "file of tracking errors"), option);
        const YamlMap map(*file, option, "the tracking errors", names);
        for (const std::string& name : names)
            values.push_back(readNonNegative(map.require(name), option, "the tracking error of '" + name + "'"));
    }
    std::size_t next = 0;
    for (const PlanningJoint& joint : problem.joints)
    {
        // Turns of floating joints have one bound; nothing else has more than three variables.
        if (joint.count > 3)
            throw InputError("--tracking-error: joint '" + joint.name + "' is floating; trajectories cannot turn it");
        for (int k = 0; k < joint.count; ++k)
            error[joint.variable + k] = values[next++];
    }
    return error;
}

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
    const CurveMotion curve =
        curveOf(problem.scene->model(), readTrajectory(options.file, problem), interpolationOf(options.interpolation));
    segments = curve.pieces().size();
    CurveOptions certification;
    certification.validator = common.kind();
    certification.tolerance = common.tolerance;
    certification.time_tolerance = common.time_tolerance;
    certification.tracking_error = trackingError(problem, options.tracking_error);
    Budget budget;
    budget.seconds = common.seconds();
    budget.interrupted = stop;
    const CurveResult result = certifyCurve(problem.scene, curve, certification, budget);
    if (!options.profile.empty())
        writeTextFile(options.profile, profileText(result));
    return answerOf(*problem.scene, result, curve, certification.tracking_error.maxCoeff() > 0.0);
}

}  // namespace gapless::apps
