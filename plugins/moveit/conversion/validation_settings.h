// The plugin's keys of ompl_planning.yaml.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <gapless/certify/validator_kind.h>
#include <gapless/core/number_range.h>

namespace gapless_moveit {

inline constexpr gapless::NumberRange kDeviationRange = gapless::NumberRange::notNegative("radians and metres");

struct ValidationSettings
{
    using Validator = gapless::ValidatorKind;
    /// Discrete: MoveIt's own sampling.
    Validator motion_validator = Validator::Adaptive;
    /// In kClearanceRange; `self_clearance` is `clearance` unless given.
    double clearance = 0.0, self_clearance = 0.0;
    /// In kToleranceRange.
    double tolerance = 1e-4;
    /// Articulated: in kTimeToleranceRange.
    double time_tolerance = 1e-6;
    /// A request that cannot be certified, or a path of the discrete validator that is not certified, fails.
    bool require_certificate = false;
    /// How far time parameterisation may move way-points off the path: Euclidean norm over the group's joints, in kDeviationRange.
    double timed_path_deviation = 0.0;
    /// How far a controller may be from the commanded value of each of the group's joints, radians or metres, in kDeviationRange.
    double tracking_error = 0.0;
    /// Seconds, >= 0, by which simplification and certification may exceed the time allowed for planning, all together.
    double certification_overtime = 1.0;
};

/// The value of a key, as text; nothing where it is not given.
using SettingLookup = std::function<std::optional<std::string>(const std::string& key)>;

/// @throws InputError that names the key and what would be right.
ValidationSettings readSettings(const SettingLookup& lookup);

}  // namespace gapless_moveit
