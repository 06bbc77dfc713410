#include "conversion/validation_settings.h"

#include <algorithm>
#include <cctype>
#include <locale>
#include <sstream>

#include <gapless/certify/certify_result.h>
#include <gapless/core/error.h>

namespace gapless_moveit {

namespace {

using gapless::InputError;

class Reader
{
public:
    explicit Reader(const SettingLookup& lookup) : lookup_(lookup) {}

    void number(const char* key, double& value, const gapless::NumberRange& range) const
    {
        const std::optional<std::string> text = lookup_(key);
        if (!text)
            return;
        // Not by the user's locale: MoveIt writes numbers with a point.
        std::istringstream stream(*text);
        stream.imbue(std::locale::classic());
        double read = 0.0;
        if (!(stream >> read) || !(stream >> std::ws).eof() || !range.contains(read))
            throw InputError(std::string("ompl_planning.yaml: ") + key + " is '" + *text + "'; it has to be " + range.words());
        value = read;
    }

    void yesOrNo(const char* key, bool& value) const
    {
        std::optional<std::string> text = lookup_(key);
        if (!text)
            return;
        std::string lower = *text;
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (lower == "true" || lower == "1")
            value = true;
        else if (lower == "false" || lower == "0")
            value = false;
        else
            throw InputError(std::string("ompl_planning.yaml: ") + key + " is '" + *text + "'; it has to be true or false");
    }

    void validator(ValidationSettings::Validator& value) const
    {
        const std::optional<std::string> text = lookup_("motion_validator");
        if (!text)
            return;
        try
        {
            value = gapless::validatorKind(*text);
        }
        catch (const InputError& error)
        {
            throw InputError(std::string("ompl_planning.yaml: motion_validator: ") + error.what());
        }
    }

private:
    const SettingLookup& lookup_;
};

}  // namespace

ValidationSettings readSettings(const SettingLookup& lookup)
{
    const Reader reader(lookup);
    ValidationSettings settings;
    reader.validator(settings.motion_validator);
    reader.number("clearance", settings.clearance, gapless::kClearanceRange);
    settings.self_clearance = settings.clearance;
    reader.number("self_clearance", settings.self_clearance, gapless::kClearanceRange);
    reader.number("tolerance", settings.tolerance, gapless::kToleranceRange);
    reader.number("time_tolerance", settings.time_tolerance, gapless::kTimeToleranceRange);
    reader.yesOrNo("require_certificate", settings.require_certificate);
    reader.number("timed_path_deviation", settings.timed_path_deviation, kDeviationRange);
    reader.number("tracking_error", settings.tracking_error, kDeviationRange);
    reader.number("certification_overtime", settings.certification_overtime, gapless::NumberRange::notNegative("seconds"));
    return settings;
}

}  // namespace gapless_moveit
