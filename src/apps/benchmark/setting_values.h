// Values of settings: read, and held within their ranges.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gapless/core/number_range.h>

#include "ini_file.h"

namespace gapless::apps {

/// Reads the value of one setting; errors name file, line, key and what would be right.
class SettingValue
{
public:
    SettingValue(const IniSetting& setting, std::string file) : setting_(setting), file_(std::move(file)) {}

    /// @throws InputError unless the value is a number of the range.
    double number(const NumberRange& range) const;
    /// @throws InputError unless it is a whole number in [least, most].
    long long whole(long long least, long long most) const;
    /// 0, 1, off, on, false, true. @throws InputError for anything else.
    bool flag() const;
    /// The index of the value in `words`. @throws InputError naming them if it is none.
    std::size_t oneOf(const std::vector<std::string>& words) const;
    /// @throws InputError if there is none.
    const std::string& text() const;

    /// "file:line: key: message".
    [[noreturn]] void refuse(const std::string& message) const;

private:
    const IniSetting& setting_;
    std::string file_;
};

/// What to do with the value of each key of a section.
using SettingHandlers = std::map<std::string, std::function<void(const SettingValue&)>>;

/// @throws InputError naming the known keys if there is no handler, and what the handler throws.
void applySetting(const SettingHandlers& handlers, const IniSetting& setting, const std::string& file);

/// "name.parameter" as its two parts. "name" alone, which begins a new choice, has an empty second part.
/// @throws InputError if a name alone comes with a value.
std::pair<std::string, std::string> splitChoice(const IniSetting& setting, const std::string& file);

}  // namespace gapless::apps
