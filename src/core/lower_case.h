#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace gapless {

/// Letters of ASCII in lower case.
inline std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace gapless
