#include "ini_file.h"

#include <sstream>

#include "io/input_text.h"

namespace gapless::apps {
namespace {

std::string trimmed(const std::string& text)
{
    const char* blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

std::vector<IniSetting> parseIni(std::string_view text, const std::string& label)
{
    std::vector<IniSetting> settings;
    std::istringstream lines{std::string(text)};
    std::string section, line;
    for (int number = 1; std::getline(lines, line); ++number)
    {
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty())
            continue;
        if (line.front() == '[')
        {
            if (line.back() != ']' || line.size() < 3)
                throw inputError(label, number, "'" + line + "' is no section; '[benchmark]' would be one");
            section = trimmed(line.substr(1, line.size() - 2));
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos || equals == 0)
            throw inputError(label, number, "'" + line + "' has to be 'key = value' or '[section]'");
        if (section.empty())
            throw inputError(label, number, "'" + line + "' stands before the first [section]");
        settings.push_back({section, trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), number});
    }
    return settings;
}

}  // namespace gapless::apps
