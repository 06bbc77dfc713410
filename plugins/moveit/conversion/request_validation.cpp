#include "conversion/request_validation.h"

#include <cmath>
#include <cstdio>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/exact_motion_validator.h>

namespace ob = ompl::base;

namespace gapless_moveit {

namespace {

using gapless::InputError;
using gapless::JointType;
using gapless::Verdict;

ConversionOptions optionsOf(const ValidationSettings& settings, double deviation)
{
    ConversionOptions options;
    options.clearance = settings.clearance;
    options.self_clearance = settings.self_clearance;
    options.tolerance = settings.tolerance;
    options.deviation = deviation;
    return options;
}

/// Asks another validator about motions whose quaternions have no negative dot product, and calls the others invalid.
class ShortWayOnly : public ob::MotionValidator
{
public:
    ShortWayOnly(const ob::SpaceInformationPtr& si, ob::MotionValidatorPtr inner, std::vector<unsigned int> quaternions)
        : ob::MotionValidator(si),
          space_(si->getStateSpace().get()),
          inner_(std::move(inner)),
          quaternions_(std::move(quaternions))
    {}

    bool checkMotion(const ob::State* s1, const ob::State* s2) const override
    {
        return isShort(s1, s2) && inner_->checkMotion(s1, s2);
    }
    bool checkMotion(const ob::State* s1, const ob::State* s2, std::pair<ob::State*, double>& lastValid) const override
    {
        if (isShort(s1, s2))
            return inner_->checkMotion(s1, s2, lastValid);
        if (lastValid.first && lastValid.first != s1)
            space_->copyState(lastValid.first, s1);
        lastValid.second = 0.0;
        return false;
    }

private:
    bool isShort(const ob::State* s1, const ob::State* s2) const
    {
        for (const unsigned int index : quaternions_)
        {
            const double* const a = space_->getValueAddressAtIndex(s1, index);
            const double* const b = space_->getValueAddressAtIndex(s2, index);
            if (!(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] >= 0.0))
                return false;
        }
        return true;
    }

    const ob::StateSpace* space_;
    ob::MotionValidatorPtr inner_;
    std::vector<unsigned int> quaternions_;
};

std::string inMillimetres(double metres)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g mm", 1e3 * metres);
    return text;
}

}  // namespace

RequestValidation::RequestValidation(const SceneDescription& description, const ValidationSettings& settings,
                                     GeometryStore& store)
    : settings_(settings),
      converted_(convertScene(description, optionsOf(settings, settings.timed_path_deviation), store)),
      scene_as_asked_(settings.timed_path_deviation > 0.0 ? convertScene(description, optionsOf(settings, 0.0), store).scene
                                                          : converted_.scene),
      checker_(converted_.scene, settings.tolerance)
{}

ob::MotionValidatorPtr RequestValidation::makeMotionValidator(const ob::SpaceInformationPtr& si,
                                                              const Interruption& interrupted) const
{
    const auto mapping = std::make_shared<const gapless::StateMapping>(
        si->getStateSpace(), converted_.scene, converted_.planning_bodies, converted_.rest, converted_.layout);
    gapless::MotionValidatorOptions options;
    options.tolerance = settings_.tolerance;
    options.time_tolerance = settings_.time_tolerance;
    options.budget.interrupted = interrupted;
    const gapless::ValidatorKind kind =
        isExact(settings_.motion_validator) ? settings_.motion_validator : gapless::ValidatorKind::Adaptive;
    ob::MotionValidatorPtr validator = gapless::makeMotionValidator(kind, si, mapping, options);
    if (!converted_.long_way_between_quaternions)
        return validator;
    std::vector<unsigned int> quaternions;
    for (std::size_t i = 0; i < converted_.planning_bodies.size(); ++i)
        if (converted_.scene->model().body(converted_.planning_bodies[i]).joint.type == JointType::Floating)
            quaternions.push_back(converted_.layout.first[i] + 3);
    return std::make_shared<ShortWayOnly>(si, std::move(validator), std::move(quaternions));
}

std::string RequestValidation::pairText(const gapless::Scene& scene, const gapless::ClosePair& close) const
{
    const gapless::ObjectPair& pair = scene.pair(close.pair);
    return "'" + converted_.names[pair.a] + "' and '" + converted_.names[pair.b] + "' are " + inMillimetres(close.distance)
           + " apart, " + inMillimetres(pair.clearance) + " and the tolerance of " + inMillimetres(settings_.tolerance)
           + " are asked for";
}

bool RequestValidation::isValid(const std::vector<double>& group_values, std::string* reason) const
{
    try
    {
        gapless::ClosePair close;
        const Verdict verdict = checker_.check(configurationOf(converted_, group_values), &close);
        if (verdict == Verdict::Free)
            return true;
        if (reason)
            *reason =
                pairText(*converted_.scene, close) + (verdict == Verdict::Undecided ? ", as far as rounding lets one tell" : "");
    }
    catch (const InputError& error)
    {
        if (reason)
            *reason = error.what();
    }
    return false;
}

std::string RequestValidation::obstacleToInterpolation(const std::vector<double>& from, const std::vector<double>& to) const
{
    const gapless::KinematicModel& model = converted_.scene->model();
    for (std::size_t i = 0; i < converted_.planning_bodies.size(); ++i)
    {
        const gapless::Joint& joint = model.body(converted_.planning_bodies[i]).joint;
        const std::size_t first = converted_.layout.first[i];
        const auto turns = [&](std::size_t k) { return !(std::abs(to[k] - from[k]) < M_PI); };
        // From one state within [-pi, pi] to another the short way is taken; where joints are unwound, the numbers tell the way.
        const auto isUnwound = [&](std::size_t k) { return std::abs(from[k]) > M_PI || std::abs(to[k]) > M_PI; };
        const std::size_t angle = joint.type == JointType::Planar ? first + 2 : first;
        if ((joint.type == JointType::Continuous || joint.type == JointType::Planar) && isUnwound(angle) && turns(angle))
            return "joint '" + joint.name + "' turns by half a turn or more between two way-points";
        if (joint.type == JointType::Floating && converted_.long_way_between_quaternions)
        {
            double dot = 0.0;
            for (std::size_t k = first + 3; k < first + 7; ++k)
                dot += from[k] * to[k];
            if (!(dot >= 0.0))
                return "joint '" + joint.name + "' takes the long way between two quaternions";
        }
    }
    return {};
}

std::string RequestValidation::obstacleToInterpolation(const std::vector<std::vector<double>>& path) const
{
    std::string reason;
    for (std::size_t i = 1; i < path.size() && reason.empty(); ++i)
        reason = obstacleToInterpolation(path[i - 1], path[i]);
    return reason;
}

RequestValidation::PathAnswer RequestValidation::certify(const std::vector<std::vector<double>>& path, bool is_timed,
                                                         const Interruption& interrupted) const
{
    PathAnswer answer;
    if (interrupted && interrupted())
    {
        answer.is_interrupted = true;
        answer.reason = "its certification was not begun";
        return answer;
    }
    const gapless::Scene& scene = is_timed ? *scene_as_asked_ : *converted_.scene;
    try
    {
        std::vector<gapless::Configuration> configurations;
        configurations.reserve(path.size());
        for (const std::vector<double>& values : path)
            configurations.push_back(configurationOf(converted_, values));
        answer.reason = obstacleToInterpolation(path);
        if (!answer.reason.empty())
            return answer;
        gapless::PathCertificationOptions options;
        options.tolerance = settings_.tolerance;
        options.interrupted = interrupted;
        const gapless::PathResult result =
            gapless::certifyPath(is_timed ? scene_as_asked_ : converted_.scene, configurations, options);
        answer.is_certified = result.verdict == Verdict::Free;
        if (answer.is_certified)
            return answer;
        answer.is_interrupted = result.verdict == Verdict::Undecided && interrupted && interrupted();
        const std::size_t segment = *result.segment;
        answer.reason = "segment " + std::to_string(segment + 1) + " of "
                        + std::to_string(std::max<std::size_t>(path.size(), 2) - 1) + " is "
                        + (result.verdict == Verdict::Collision ? "in collision"
                           : answer.is_interrupted              ? "not finished"
                                                                : "undecided");
        const auto half_turn =
            result.verdict == Verdict::Undecided && segment + 1 < configurations.size()
                ? gapless::Motion(scene.model(), configurations[segment], configurations[segment + 1]).halfTurn()
                : std::nullopt;
        if (half_turn)
            answer.reason += ": joint '" + scene.model().body(*half_turn).joint.name
                             + "' makes half a turn, and rounding decides which way round";
        else if (result.witness && !answer.is_interrupted)
            answer.reason += ": " + pairText(scene, *result.witness);
    }
    catch (const InputError& error)
    {
        answer.reason = error.what();
    }
    return answer;
}

}  // namespace gapless_moveit
