#include "core/format_number.h"

#include <array>
#include <charconv>
#include <system_error>

namespace gapless {

std::string formatNumber(double value)
{
    std::array<char, 40> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc() ? std::string(buffer.data(), end) : std::to_string(value);
}

}  // namespace gapless
