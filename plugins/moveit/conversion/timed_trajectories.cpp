#include "conversion/timed_trajectories.h"

#include <algorithm>
#include <cmath>

#include <gapless/certify/retime_path.h>
#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>

namespace gapless_moveit {

namespace {

using gapless::Configuration;
using gapless::InputError;
using gapless::JointType;
using gapless::Verdict;

/// A group's values, of any kind, by variable of a configuration; `rest` for what does not plan.
Configuration byVariable(const ConvertedScene& converted, const std::vector<double>& values, double rest)
{
    const gapless::KinematicModel& model = converted.scene->model();
    Configuration out = Configuration::Constant(model.configurationSize(), rest);
    for (std::size_t i = 0; i < converted.planning_bodies.size(); ++i)
    {
        const gapless::Body& body = model.body(converted.planning_bodies[i]);
        const std::size_t first = converted.layout.first[i];
        const auto count = static_cast<std::size_t>(gapless::variableCount(body.joint.type));
        if (first + count > values.size())
            throw InputError("a trajectory of the group with " + std::to_string(values.size()) + " values has none for joint '"
                             + body.joint.name + "'");
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), count, out.data() + *body.variable);
    }
    return out;
}

/// The other way round, into the group's values.
void put(const ConvertedScene& converted, const Configuration& q, std::vector<double>& values)
{
    for (std::size_t i = 0; i < converted.planning_bodies.size(); ++i)
    {
        const gapless::Body& body = converted.scene->model().body(converted.planning_bodies[i]);
        std::copy_n(q.data() + *body.variable, gapless::variableCount(body.joint.type),
                    values.begin() + static_cast<std::ptrdiff_t>(converted.layout.first[i]));
    }
}

Configuration trackingError(const RequestValidation& validation)
{
    const ConvertedScene& converted = validation.converted();
    const gapless::KinematicModel& model = converted.scene->model();
    Configuration error = Configuration::Zero(model.configurationSize());
    for (const gapless::BodyIndex index : converted.planning_bodies)
    {
        const gapless::Body& body = model.body(index);
        // Of a floating joint's rotation the first of four is the angle.
        const int count = std::min(gapless::variableCount(body.joint.type), 4);
        error.segment(*body.variable, count).setConstant(validation.settings().tracking_error);
    }
    return error;
}

bool isDriven(const ConvertedScene& converted, const std::vector<TimedState>& trajectory)
{
    if (trajectory.size() < 2 || trajectory.back().time <= trajectory.front().time)
        return false;
    for (std::size_t i = 0; i < converted.planning_bodies.size(); ++i)
        if (converted.scene->model().body(converted.planning_bodies[i]).joint.type == JointType::Floating)
            for (const TimedState& state : trajectory)
                for (std::size_t k = converted.layout.first[i] + 3; k < converted.layout.first[i] + 7; ++k)
                    if (state.positions.at(k) != trajectory.front().positions.at(k))
                        return false;
    return true;
}

gapless::CurveOptions curveOptions(const RequestValidation& validation)
{
    gapless::CurveOptions options;
    options.tolerance = validation.settings().tolerance;
    options.tracking_error = trackingError(validation);
    return options;
}

/// Why a curve is not certified.
void tell(const RequestValidation& validation, const gapless::CurveResult& result, const Interruption& interrupted,
          RequestValidation::PathAnswer& answer)
{
    answer.is_interrupted = result.verdict == Verdict::Undecided && interrupted && interrupted();
    answer.reason = "from " + std::to_string(result.time.lower) + " s on it is "
                    + (result.verdict == Verdict::Collision ? "in collision"
                       : answer.is_interrupted              ? "not finished"
                                                            : "undecided");
    if (result.witness && !answer.is_interrupted)
        answer.reason += ": " + validation.pairText(*validation.sceneAsAsked(), *result.witness);
}

bool isInterruptedAtOnce(const Interruption& interrupted, RequestValidation::PathAnswer& answer)
{
    answer.is_interrupted = interrupted && interrupted();
    if (answer.is_interrupted)
        answer.reason = "its certification was not begun";
    return answer.is_interrupted;
}

}  // namespace

RequestValidation::PathAnswer certifyTrajectory(const RequestValidation& validation, const std::vector<TimedState>& trajectory,
                                                const Interruption& interrupted)
{
    const ConvertedScene& converted = validation.converted();
    RequestValidation::PathAnswer answer;
    if (isInterruptedAtOnce(interrupted, answer))
        return answer;
    try
    {
        std::vector<gapless::TrajectoryPoint> points;
        std::vector<std::vector<double>> waypoints;
        for (const TimedState& state : trajectory)
        {
            gapless::TrajectoryPoint point;
            point.time = state.time;
            point.position = configurationOf(converted, state.positions, Angles::Literal);
            if (!state.velocities.empty())
                point.velocity = byVariable(converted, state.velocities, 0.0);
            if (!state.accelerations.empty())
                point.acceleration = byVariable(converted, state.accelerations, 0.0);
            points.push_back(std::move(point));
            waypoints.push_back(state.positions);
        }
        if (!isDriven(converted, trajectory))
        {
            if (validation.settings().tracking_error == 0.0)
                return validation.certify(waypoints, true, interrupted);
            answer.reason = "a tracking error is given, and the trajectory has no times, or turns a floating joint";
            return answer;
        }
        gapless::Budget budget;
        budget.interrupted = interrupted;
        const auto& scene = validation.sceneAsAsked();
        const gapless::CurveResult result =
            gapless::certifyCurve(scene, gapless::curveOf(scene->model(), points), curveOptions(validation), budget);
        answer.is_certified = result.verdict == Verdict::Free;
        if (!answer.is_certified)
            tell(validation, result, interrupted, answer);
    }
    catch (const InputError& error)
    {
        answer.reason = error.what();
    }
    return answer;
}

RequestValidation::PathAnswer certifyStanding(const RequestValidation& validation, const std::vector<double>& positions,
                                              const Interruption& interrupted)
{
    return certifyTrajectory(validation, {{0.0, positions, {}, {}}, {1.0, positions, {}, {}}}, interrupted);
}

bool isOfPath(const RequestValidation& validation, const std::vector<TimedState>& trajectory,
              const std::vector<std::vector<double>>& path)
{
    constexpr double kSameValue = 1e-6;
    const auto isSame = [](double x, double y) { return std::abs(x - y) <= kSameValue; };
    if (trajectory.empty() || path.empty()
        || !std::equal(path.front().begin(), path.front().end(), trajectory.front().positions.begin(),
                       trajectory.front().positions.end(), isSame))
        return false;
    const ConvertedScene& converted = validation.converted();
    const gapless::Motion between(converted.scene->model(), configurationOf(converted, trajectory.back().positions),
                                  configurationOf(converted, path.back()));
    return std::all_of(converted.planning_bodies.begin(), converted.planning_bodies.end(), [&](gapless::BodyIndex body) {
        const gapless::JointMotion& joint = between.joint(body);
        return std::abs(joint.angle_rate) <= kSameValue && joint.translation_rate.norm() <= kSameValue;
    });
}

TimedAnswer retime(const RequestValidation& validation, const std::vector<std::vector<double>>& path, const GroupRates& limits,
                   const Interruption& interrupted)
{
    const ConvertedScene& converted = validation.converted();
    TimedAnswer answer;
    if (isInterruptedAtOnce(interrupted, answer))
        return answer;
    try
    {
        std::vector<Configuration> configurations;
        configurations.reserve(path.size());
        for (const std::vector<double>& values : path)
            configurations.push_back(configurationOf(converted, values));
        answer.reason = validation.obstacleToInterpolation(path);
        if (!answer.reason.empty())
            return answer;
        gapless::RetimeOptions options;
        options.certification = curveOptions(validation);
        gapless::Budget budget;
        budget.interrupted = interrupted;
        const gapless::RetimedPath result = gapless::retimePath(
            validation.sceneAsAsked(), configurations,
            {byVariable(converted, limits.velocities, 1.0), byVariable(converted, limits.accelerations, 1.0)}, options, budget);
        if (!result.isCertified())
        {
            tell(validation, result.certification, interrupted, answer);
            return answer;
        }
        // From where the robot stands, whole turns included.
        const Configuration turns = configurationOf(converted, path.front(), Angles::Literal) - configurations.front();
        for (const gapless::TrajectoryPoint& point : result.trajectory)
        {
            TimedState state{point.time, path.front(), std::vector<double>(path.front().size(), 0.0), {}};
            put(converted, point.position + turns, state.positions);
            put(converted, *point.velocity, state.velocities);
            answer.trajectory.push_back(std::move(state));
        }
        // As it goes out.
        static_cast<RequestValidation::PathAnswer&>(answer) = certifyTrajectory(validation, answer.trajectory, interrupted);
    }
    catch (const InputError& error)
    {
        answer.reason = error.what();
    }
    return answer;
}

}  // namespace gapless_moveit
