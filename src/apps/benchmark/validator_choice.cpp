#include "validator_choice.h"

#include <ompl/base/DiscreteMotionValidator.h>

#include <gapless/core/error.h>
#include <gapless/ompl/discrete_motion_validator.h>

#include "choices.h"
#include "setting_values.h"

namespace gapless::apps {

void readValidatorSetting(const IniSetting& setting, const std::string& file, std::vector<ValidatorChoice>& choices)
{
    const auto [name, parameter] = splitChoice(setting, file);
    ValidatorKind kind{};
    try
    {
        kind = validatorKind(name);
    }
    catch (const InputError& error)
    {
        throw inputError(file, setting.line, error.what());
    }
    ValidatorChoice& choice = currentChoice(choices, &ValidatorChoice::kind, kind, parameter.empty(), setting.line);
    if (parameter.empty())
        return;
    SettingHandlers handlers{{"name", [&](const SettingValue& value) { choice.label = value.text(); }},
                             {"clearance", [&](const SettingValue& value) { choice.clearance = value.number(kClearanceRange); }}};
    if (kind == ValidatorKind::Discrete)
    {
        handlers["resolution"] = [&](const SettingValue& value) { choice.resolution = value.number(kJointStepRange); };
        handlers["longest_valid_segment_fraction"] = [&](const SettingValue& value) {
            choice.longest_valid_segment_fraction = value.number({'(', 0.0, 1.0, ']', "fraction of the space's extent"});
        };
    }
    else
        handlers["tolerance"] = [&](const SettingValue& value) { choice.tolerance = value.number(kToleranceRange); };
    if (kind == ValidatorKind::Articulated)
        handlers["time_tolerance"] = [&](const SettingValue& value) {
            choice.time_tolerance = value.number(kTimeToleranceRange);
        };
    IniSetting named = setting;
    named.key = parameter;
    applySetting(handlers, named, file);
}

std::vector<std::pair<std::string, std::string>> parametersOf(const ValidatorChoice& validator)
{
    std::vector<std::pair<std::string, std::string>> parameters;
    const auto add = [&](const char* name, double value) { parameters.emplace_back(name, formatNumber(value)); };
    if (validator.kind == ValidatorKind::Discrete && validator.resolution)
        add("resolution", *validator.resolution);
    else if (validator.kind == ValidatorKind::Discrete)
        add("longest_valid_segment_fraction", validator.longest_valid_segment_fraction);
    else
        add("tolerance", validator.tolerance);
    if (validator.kind == ValidatorKind::Articulated)
        add("time_tolerance", validator.time_tolerance);
    if (validator.clearance)
        add("clearance", *validator.clearance);
    return parameters;
}

void labelValidators(const std::string& file, std::vector<ValidatorChoice>& choices)
{
    const ValidatorChoice usual;
    for (ValidatorChoice& choice : choices)
    {
        if (!choice.label.empty())
            continue;
        choice.label = toString(choice.kind);
        if (choice.kind == ValidatorKind::Discrete)
            choice.label += choice.resolution ? " step " + formatNumber(*choice.resolution)
                                              : " " + formatNumber(choice.longest_valid_segment_fraction);
        else if (choice.tolerance != usual.tolerance)
            choice.label += " tolerance " + formatNumber(choice.tolerance);
        if (choice.time_tolerance != usual.time_tolerance)
            choice.label += " time_tolerance " + formatNumber(choice.time_tolerance);
        if (choice.clearance)
            choice.label += " clearance " + formatNumber(*choice.clearance);
    }
    requireDistinctLabels(choices, file, "validator");
}

ProblemSetup makeSetup(const Problem& problem, const ValidatorChoice& validator, bool optimize)
{
    SetupOptions options;
    options.validator = validator.kind;
    options.motion.tolerance = validator.tolerance;
    options.motion.time_tolerance = validator.time_tolerance;
    options.optimize = optimize;
    if (validator.resolution)
        options.motion.resolution = *validator.resolution;
    ProblemSetup ready = makeProblemSetup(problem, options);
    if (validator.kind == ValidatorKind::Discrete && !validator.resolution)
    {
        const ompl::base::SpaceInformationPtr& si = ready.setup->getSpaceInformation();
        si->setMotionValidator(std::make_shared<ompl::base::DiscreteMotionValidator>(si));
        si->setStateValidityCheckingResolution(validator.longest_valid_segment_fraction);
        si->setup();
    }
    return ready;
}

}  // namespace gapless::apps
