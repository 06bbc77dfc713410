#include "conversion/validation_settings.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <locale>
#include <sstream>

#include <gapless/core/error.h>

namespace gapless_moveit {

namespace {

using gapless::InputError;

class Reader
{
public:
    explicit Reader(const SettingLookup& lookup) : lookup_(lookup) {}

    void number(const char* key, double& value, const char* range, bool (*is_right)(double)) const
    {
        const std::optional<std::string> text = lookup_(key);
        if (!text)
            return;
        // Not by the user's locale: MoveIt writes numbers with a point.
        std::istringstream stream(*text);
        stream.imbue(std::locale::classic());
        double read = 0.0;
        if (!(stream >> read) || !(stream >> std::ws).eof() || !std::isfinite(read) || !is_right(read))
            throw InputError(std::string("ompl_planning.yaml: ") + key + " is '" + *text + "'; it has to be a number " + range);
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

bool isNotNegative(double x)
{
    return x >= 0.0;
}

bool isPositive(double x)
{
    return x > 0.0;
}

bool isFraction(double x)
{
    return x > 0.0 && x <= 1.0;
}

}  // namespace

ValidationSettings readSettings(const SettingLookup& lookup)
{
    const Reader reader(lookup);
    ValidationSettings settings;
    reader.validator(settings.motion_validator);
    reader.number("clearance", settings.clearance, ">= 0, in metres", isNotNegative);
    settings.self_clearance = settings.clearance;
    reader.number("self_clearance", settings.self_clearance, ">= 0, in metres", isNotNegative);
    reader.number("tolerance", settings.tolerance, "> 0, in metres", isPositive);
    reader.number("time_tolerance", settings.time_tolerance, "in (0, 1]", isFraction);
    reader.yesOrNo("require_certificate", settings.require_certificate);
    reader.number("timed_path_deviation", settings.timed_path_deviation, ">= 0, in radians and metres", isNotNegative);
    reader.number("certification_overtime", settings.certification_overtime, ">= 0, in seconds", isNotNegative);
    return settings;
}

}  // namespace gapless_moveit
