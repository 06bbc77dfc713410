// How the states, motions and paths of one planning request are judged.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/certify/static_checker.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/state_mapping.h>

#include "conversion/scene_conversion.h"
#include "conversion/validation_settings.h"

namespace gapless_moveit {

/// Asked now and then, from any thread; true: stop, without an answer. May be empty.
using Interruption = std::function<bool()>;

/// A snapshot of the scene of one request. Immutable; safe to use from many threads, and as long as anybody holds it.
class RequestValidation
{
public:
    /// @throws InputError as convertScene(), and for a tolerance out of range.
    RequestValidation(const SceneDescription& description, const ValidationSettings& settings, GeometryStore& store);

    const ConvertedScene& converted() const { return converted_; }
    /// Without what timed_path_deviation adds to the gaps.
    const std::shared_ptr<const gapless::Scene>& sceneAsAsked() const { return scene_as_asked_; }
    const ValidationSettings& settings() const { return settings_; }

    /// For a space whose states are those of the group and whose interpolation is JointModelGroup::interpolate(); adaptive or
    /// articulated by the settings (adaptive for discrete). Where MoveIt 1's interpolation takes the long way between
    /// two quaternions, the motion is not valid. Once interrupted, it calls a motion valid only if that is proven at once.
    ompl::base::MotionValidatorPtr makeMotionValidator(const ompl::base::SpaceInformationPtr& si,
                                                       const Interruption& interrupted = {}) const;

    /// Proven farther than clearance + tolerance in all pairs? Otherwise `reason` (if not null) says why not.
    bool isValid(const std::vector<double>& group_values, std::string* reason = nullptr) const;

    struct PathAnswer
    {
        bool is_certified = false;
        bool is_interrupted = false;
        /// Of a path that is not: which segment, when, which pair, how close.
        std::string reason;
    };
    /// Of a path given by the group's values at its way-points, joined as JointModelGroup::interpolate() joins them. Continuous joints
    /// may be unwound beyond [-pi, pi], but turn by less than pi from one way-point to the next then. With `is_timed` the gaps asked
    /// for are without what timed_path_deviation adds: the path is the moved one.
    PathAnswer certify(const std::vector<std::vector<double>>& path, bool is_timed = false,
                       const Interruption& interrupted = {}) const;

    /// How near a pair comes, and what is asked for. @param scene one of the two
    std::string pairText(const gapless::Scene& scene, const gapless::ClosePair& close) const;
    /// Why the way-points of a path are not joined by motions that can be certified; empty if they are.
    std::string obstacleToInterpolation(const std::vector<std::vector<double>>& path) const;

private:
    std::string obstacleToInterpolation(const std::vector<double>& from, const std::vector<double>& to) const;

    ValidationSettings settings_;
    ConvertedScene converted_;
    /// Without the gaps for the deviation; the same scene where there are none.
    std::shared_ptr<const gapless::Scene> scene_as_asked_;
    gapless::StaticChecker checker_;
};

}  // namespace gapless_moveit
