// The INI files that OMPL's benchmark reads, with the line of every setting.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gapless::apps {

/// `key = value` in a section. Blanks around either are gone.
struct IniSetting
{
    std::string section, key, value;
    int line = 0;
};

/// The settings in the order of the text. "#" begins a comment, anywhere in a line. Nothing is joined: a key may come again.
/// @throws InputError with `label` and the line for a line that is neither, and for a setting before the first section.
std::vector<IniSetting> parseIni(std::string_view text, const std::string& label);

}  // namespace gapless::apps
