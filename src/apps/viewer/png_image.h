// Pictures as PNG files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gapless::viewer {

/// Red, green, blue; rows from the top.
struct Image
{
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

/// @throws InputError if libpng fails.
std::string pngBytes(const Image& image);

/// Complete under its name, or not at all. @throws InputError naming the file if it cannot be written.
void writePng(const std::string& file, const Image& image);

}  // namespace gapless::viewer
