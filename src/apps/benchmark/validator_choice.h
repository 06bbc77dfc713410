// The [validator] section: which motion validators the planners run with.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gapless/ompl/problem_setup.h>

#include "ini_file.h"

namespace gapless::apps {

struct ValidatorChoice
{
    ValidatorKind kind = ValidatorKind::Adaptive;
    std::string label;             ///< in logs and tables, unique
    double tolerance = 1e-3;       ///< metres; adaptive and articulated
    double time_tolerance = 1e-6;  ///< fraction of a motion; articulated
    /// Largest joint step between samples, radians or metres; discrete. Without it the next one holds.
    std::optional<double> resolution;
    /// Step between samples as a fraction of the state space's extent, as OMPL has it; discrete.
    double longest_valid_segment_fraction = 0.01;
    std::optional<double> clearance;  ///< metres, while planning. The audit keeps to the problem's.
    int line = 0;
};

/// Takes one setting of the section into the choices: "adaptive =" begins another one, "adaptive.tolerance = 1e-4" belongs to
/// the last of that kind. @throws InputError with file and line.
void readValidatorSetting(const IniSetting& setting, const std::string& file, std::vector<ValidatorChoice>& choices);

/// Gives a label to each choice without one: the kind, and what differs from its default; of discrete always the step.
/// @throws InputError for two of the same label.
void labelValidators(const std::string& file, std::vector<ValidatorChoice>& choices);

/// A set-up that validates motions so. `optimize` as in SetupOptions. A fraction means OMPL's own DiscreteMotionValidator over FCL.
ProblemSetup makeSetup(const Problem& problem, const ValidatorChoice& validator, bool optimize);

/// The parameters by name, as the log and the settings of a planner in a database show them.
std::vector<std::pair<std::string, std::string>> parametersOf(const ValidatorChoice& validator);

}  // namespace gapless::apps
