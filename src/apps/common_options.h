// Options that the commands on a problem file share.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <gapless/certify/validator_kind.h>
#include <gapless/io/problem.h>

namespace gapless::apps {

/// Which problems a command takes, each with those before it; the others are refused (LoadOptions).
enum class Takes
{
    StraightMotions,
    Cars,
    MovingObstacles,
};

struct CommonOptions
{
    std::string problem;
    std::vector<std::string> packages;          ///< NAME=DIR
    std::size_t memory = kDefaultMemory >> 20;  ///< MiB that the geometry may take
    std::optional<double> clearance;            ///< metres; default the problem's
    std::string validator = toString(ValidatorKind::Adaptive);
    double tolerance = 1e-3;       ///< metres
    double time_tolerance = 1e-6;  ///< fraction; articulated only
    double resolution = 0.01;      ///< radians or metres; discrete only
    std::uint32_t seed = 0;
    std::optional<double> time;  ///< seconds
    unsigned int threads = 1;
    bool json = false;

    /// Adds the options, and the problem file as a positional argument, to a command. It takes the `unused` ones too, as options common
    /// to the commands, but its help does not show them.
    void addTo(CLI::App& command, std::initializer_list<const char*> unused = {});

    /// What a check or a plan may take: --time, or this.
    static constexpr double kDefaultSeconds = 60.0;
    double seconds() const { return time.value_or(kDefaultSeconds); }
    /// In the help of a command that uses seconds().
    static void showDefaultTime(CLI::App& command) { command.get_option("--time")->default_str("60"); }

    /// @throws InputError for an unknown validator.
    ValidatorKind kind() const { return validatorKind(validator); }

    /// @throws InputError for a value out of range or an unknown validator.
    void validate() const;

    /// Ctrl-C ends the program while it loads. @throws InputError, also for a --package that is not NAME=DIR.
    Problem load(Takes takes = Takes::StraightMotions) const;
};

/// The group of options that are taken but not shown. (CLI11's own hidden options have no name in errors.)
inline constexpr const char* kUnusedGroup = "Unused";

/// Help without the unused options.
class HelpFormatter : public CLI::Formatter
{
public:
    std::string make_group(std::string group, bool is_positional, std::vector<const CLI::Option*> options) const override
    {
        return group == kUnusedGroup ? "" : CLI::Formatter::make_group(group, is_positional, options);
    }
};

/// Adds --package NAME=DIR, repeatable.
void addPackageOption(CLI::App& command, std::vector<std::string>& packages);

/// Adds --memory MB.
void addMemoryOption(CLI::App& command, std::size_t& memory);

/// @throws InputError if it is 0 or more than there are addresses; else the same in bytes.
std::size_t memoryBytes(std::size_t memory);

/// @throws InputError for a --package that is not NAME=DIR.
std::map<std::string, std::string> packageFolders(const std::vector<std::string>& packages);

/// Threads of a command that builds something.
inline constexpr std::int64_t kMostJobs = 1024;

/// The value. @throws InputError naming `option` unless it is from `low` to `high`
std::int64_t requireWithin(std::int64_t value, const std::string& option, std::int64_t low, std::int64_t high);

/// Splits NAME=VALUE. @throws InputError naming `option` if there is no "=" or no name.
std::pair<std::string, std::string> splitAssignment(const std::string& text, const std::string& option);

}  // namespace gapless::apps
