#include "io/input_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace gapless {

namespace fs = std::filesystem;

InputError inputError(const std::string& label, int line, const std::string& message)
{
    std::string text = label + (line > 0 ? ":" + std::to_string(line) : std::string()) + ": " + message;
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    return InputError(text);
}

void checkText(std::string_view text, const std::string& label)
{
    if (text.size() > kMaxTextBytes)
        throw inputError(label, 0, "the file is larger than " + std::to_string(kMaxTextBytes >> 20) + " MiB");
    const auto bad = std::find_if(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
    });
    if (bad != text.end())
    {
        const auto offset = static_cast<std::size_t>(bad - text.begin());
        throw inputError(label, lineOf(text, offset), "a control character; the file must be plain UTF-8 text");
    }
}

std::string readFile(const std::string& file, const std::string& what, std::size_t most)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status))
        throw inputError(file, 0,
                         status.type() == fs::file_type::not_found ? "no such " + what
                                                                   : "the " + what + " cannot be read: " + error.message());
    if (!fs::is_regular_file(status))
        throw inputError(file, 0, "not a file; a " + what + " is expected");
    if (fs::file_size(file, error) > most || error)
        throw inputError(file, 0,
                         error ? "the " + what + " cannot be read: " + error.message()
                               : "the file is larger than " + std::to_string(most >> 20) + " MiB");
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (in.peek() != std::ifstream::traits_type::eof())
        text << in.rdbuf();
    if (!in.is_open() || in.bad() || text.bad())
        throw inputError(file, 0, "the " + what + " cannot be read; check its permissions");
    return text.str();
}

std::string readTextFile(const std::string& file, const std::string& what)
{
    std::string text = readFile(file, what);
    checkText(text, file);
    return text;
}

std::optional<double> parseNumber(std::string_view text)
{
    if (!text.empty() && text.front() == '+')
    {
        text.remove_prefix(1);
        if (!text.empty() && text.front() == '-')
            return std::nullopt;
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

int lineOf(std::string_view text, std::size_t offset)
{
    return 1
           + static_cast<int>(
               std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n'));
}

}  // namespace gapless
