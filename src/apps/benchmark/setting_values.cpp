#include "setting_values.h"

#include <algorithm>
#include <cmath>

#include "io/input_text.h"

namespace gapless::apps {

void SettingValue::refuse(const std::string& message) const
{
    throw inputError(file_, setting_.line, "'" + setting_.key + "' in [" + setting_.section + "] " + message);
}

double SettingValue::number(const NumberRange& range) const
{
    const std::optional<double> value = parseNumber(setting_.value);
    if (!value || !range.contains(*value))
        refuse("is '" + setting_.value + "'; it has to be " + range.words());
    return *value;
}

long long SettingValue::whole(long long least, long long most) const
{
    const std::optional<double> value = parseNumber(setting_.value);
    if (!value || *value != std::floor(*value) || *value < static_cast<double>(least) || *value > static_cast<double>(most))
        refuse("is '" + setting_.value + "'; it has to be a whole number from " + std::to_string(least) + " to "
               + std::to_string(most));
    return static_cast<long long>(*value);
}

bool SettingValue::flag() const
{
    return oneOf({"0", "1", "off", "on", "false", "true"}) % 2 == 1;
}

std::size_t SettingValue::oneOf(const std::vector<std::string>& words) const
{
    const auto found = std::find(words.begin(), words.end(), setting_.value);
    if (found == words.end())
    {
        std::string known;
        for (const std::string& word : words)
            known += (known.empty() ? "" : ", ") + word;
        refuse("is '" + setting_.value + "'; known are " + known);
    }
    return static_cast<std::size_t>(found - words.begin());
}

const std::string& SettingValue::text() const
{
    if (setting_.value.empty())
        refuse("needs a value");
    return setting_.value;
}

void applySetting(const SettingHandlers& handlers, const IniSetting& setting, const std::string& file)
{
    const auto handler = handlers.find(setting.key);
    if (handler == handlers.end())
    {
        std::string known;
        for (const auto& known_handler : handlers)
            known += (known.empty() ? "" : ", ") + known_handler.first;
        throw inputError(file, setting.line,
                         "unknown key '" + setting.key + "' in [" + setting.section + "]; known are " + known);
    }
    handler->second(SettingValue(setting, file));
}

std::pair<std::string, std::string> splitChoice(const IniSetting& setting, const std::string& file)
{
    const std::size_t dot = setting.key.find('.');
    if (dot != std::string::npos)
        return {setting.key.substr(0, dot), setting.key.substr(dot + 1)};
    if (!setting.value.empty())
        throw inputError(file, setting.line,
                         "'" + setting.key + "' in [" + setting.section + "] takes no value; a parameter is set by '"
                             + setting.key + ".PARAMETER = " + setting.value + "'");
    return {setting.key, ""};
}

}  // namespace gapless::apps
