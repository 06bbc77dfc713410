#include "benchmark_config.h"

#include <filesystem>
#include <map>
#include <sstream>

#include <gapless/certify/certify_result.h>
#include <gapless/core/error.h>

#include "apps/time_range.h"
#include "io/input_text.h"
#include "setting_values.h"

namespace gapless::apps {
namespace {

constexpr long long kMany = 1000000;
constexpr NumberRange kThresholdRange = NumberRange::notNegative("units of path length");
constexpr NumberRange kMemoryRange{'(', 0.0, 1e9, ']', "MB"};

void readProblemSetting(const IniSetting& setting, BenchmarkConfig& config)
{
    applySetting(
        {{"name", [&](const SettingValue& value) { config.name = value.text(); }},
         {"file",
          [&](const SettingValue& value) {
              config.problems.push_back({value.text(), setting.line});
          }},
         {"every", [&](const SettingValue& value) { config.every = static_cast<int>(value.whole(1, kMany)); }},
         {"package",
          [&](const SettingValue& value) {
              config.packages.push_back({value.text(), setting.line});
          }},
         {"clearance", [&](const SettingValue& value) { config.clearance = value.number(kClearanceRange); }},
         {"objective", [&](const SettingValue& value) { config.optimize = value.oneOf({"length"}) == 0; }},
         {"objective.threshold", [&](const SettingValue& value) { config.cost_threshold = value.number(kThresholdRange); }}},
        setting, config.file);
}

void readBenchmarkSetting(const IniSetting& setting, BenchmarkConfig& c)
{
    const auto count = [](int& target, long long most) {
        return [&target, most](const SettingValue& value) { target = static_cast<int>(value.whole(1, most)); };
    };
    const auto seconds = [](double& target) {
        return [&target](const SettingValue& value) { target = value.number(kTimeRange); };
    };
    const auto flag = [](bool& target) { return [&target](const SettingValue& value) { target = value.flag(); }; };
    applySetting({{"time_limit", seconds(c.time_limit)},
                  {"mem_limit", [&](const SettingValue& value) { c.mem_limit = value.number(kMemoryRange); }},
                  {"run_count", count(c.run_count, kMany)},
                  {"seed", [&](const SettingValue& value) { c.seed = static_cast<std::uint32_t>(value.whole(0, 4000000000LL)); }},
                  {"threads", count(c.threads, 1024)},
                  {"parallel_runs", count(c.parallel_runs, 1024)},
                  {"simplify", flag(c.simplify)},
                  {"save_paths",
                   [&](const SettingValue& value) {
                       c.save_paths = static_cast<SavePaths>(value.oneOf({"none", "all", "shortest"}));
                   }},
                  {"time_between_updates", seconds(c.time_between_updates)},
                  {"audit_tolerance", [&](const SettingValue& value) { c.audit_tolerance = value.number(kToleranceRange); }},
                  {"audit_time_limit", seconds(c.audit_time_limit)},
                  {"isolate", flag(c.isolate)},
                  {"output", [&](const SettingValue& value) { c.output = value.text(); }}},
                 setting, c.file);
}

/// In [problem] and [benchmark] all but lists are said once.
void requireNew(const IniSetting& setting, const std::string& file, std::map<std::string, int>& lines)
{
    if (setting.key == "file" || setting.key == "package")
        return;
    const auto [earlier, is_new] = lines.emplace(setting.section + " " + setting.key, setting.line);
    if (!is_new)
        throw inputError(
            file, setting.line,
            "'" + setting.key + "' in [" + setting.section + "] was set in line " + std::to_string(earlier->second) + " already");
}

void combine(BenchmarkConfig& config)
{
    for (std::size_t p = 0; p < config.planners.size(); ++p)
    {
        const PlannerChoice& planner = config.planners[p];
        std::string known;
        for (std::size_t v = 0; v < config.validators.size(); ++v)
        {
            known += (known.empty() ? "" : ", ") + config.validators[v].label;
            if (planner.validators.empty())
                config.combinations.emplace_back(p, v);
        }
        for (const PlannerChoice::Parameter& wanted : planner.validators)
        {
            const std::size_t before = config.combinations.size();
            for (std::size_t v = 0; v < config.validators.size(); ++v)
                if (config.validators[v].label == wanted.value)
                    config.combinations.emplace_back(p, v);
            if (config.combinations.size() == before)
                throw inputError(config.file, wanted.line,
                                 "no validator is called '" + wanted.value + "' here; known are " + known);
        }
    }
}

/// Defaults, names, and what has to be there.
void complete(BenchmarkConfig& config)
{
    if (config.problems.empty())
        throw InputError(config.file + ": no problem; name one by 'file = PROBLEM.yaml' in [problem]");
    if (config.planners.empty())
        throw InputError(config.file + ": no planner; name one by 'rrtconnect =' in [planner]");
    if (config.cost_threshold && !config.optimize)
        throw InputError(config.file + ": 'objective.threshold' in [problem] needs 'objective = length' beside it");
    if (config.validators.empty())
    {
        config.validators.emplace_back();
    }
    if (config.name.empty())
        config.name = std::filesystem::path(config.file).stem().string();
    if (config.output.empty())
        config.output = config.name;
    labelPlanners(config.file, config.planners);
    labelValidators(config.file, config.validators);
    combine(config);
}

}  // namespace

BenchmarkConfig parseBenchmarkConfig(std::string_view text, const std::string& file)
{
    BenchmarkConfig config;
    config.file = file;
    std::map<std::string, int> lines;
    for (const IniSetting& setting : parseIni(text, file))
    {
        if (setting.section == "problem" || setting.section == "benchmark")
            requireNew(setting, file, lines);
        if (setting.section == "problem")
            readProblemSetting(setting, config);
        else if (setting.section == "benchmark")
            readBenchmarkSetting(setting, config);
        else if (setting.section == "planner")
            readPlannerSetting(setting, file, config.planners);
        else if (setting.section == "validator")
            readValidatorSetting(setting, file, config.validators);
        else
            throw inputError(file, setting.line,
                             "unknown section [" + setting.section + "]; known are benchmark, planner, problem, validator");
    }
    complete(config);
    return config;
}

BenchmarkConfig readBenchmarkConfig(const std::string& file)
{
    return parseBenchmarkConfig(readTextFile(file, "benchmark configuration"), file);
}

std::string labelOf(const BenchmarkConfig& config, const std::pair<std::size_t, std::size_t>& combination)
{
    return config.planners[combination.first].label + "/" + config.validators[combination.second].label;
}

std::string describe(const BenchmarkConfig& config)
{
    std::ostringstream text;
    text.precision(17);
    const auto optional = [](const std::optional<double>& value) { return value ? formatNumber(*value) : "-"; };
    text << "time " << config.time_limit << " memory " << config.mem_limit << " runs " << config.run_count << " seed "
         << config.seed << " threads " << config.threads << " simplify " << config.simplify << " clearance "
         << optional(config.clearance) << " optimize " << config.optimize << " " << optional(config.cost_threshold) << " audit "
         << config.audit_tolerance << " " << config.audit_time_limit;
    for (const auto& combination : config.combinations)
    {
        const PlannerChoice& planner = config.planners[combination.first];
        const ValidatorChoice& validator = config.validators[combination.second];
        text << "; " << labelOf(config, combination) << ": " << planner.name;
        for (const PlannerChoice::Parameter& parameter : planner.parameters)
            text << " " << parameter.name << "=" << parameter.value;
        text << ", " << toString(validator.kind);
        for (const auto& [name, value] : parametersOf(validator))
            text << " " << name << "=" << value;
    }
    return text.str();
}

}  // namespace gapless::apps
