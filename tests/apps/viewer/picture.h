// Reads pictures back, and says loudly where there is no OpenGL to draw them.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

#include <png.h>
#include <catch2/catch.hpp>

#include "apps/viewer/draw_error.h"
#include "apps/viewer/offscreen_context.h"
#include "apps/viewer/png_image.h"

namespace gapless::test {

inline viewer::Image decodedPng(const std::string& bytes)
{
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    viewer::Image image;
    if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()))
        throw std::runtime_error(png.message);
    png.format = PNG_FORMAT_RGB;
    image.width = static_cast<int>(png.width);
    image.height = static_cast<int>(png.height);
    image.pixels.resize(PNG_IMAGE_SIZE(png));
    if (!png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr))
        throw std::runtime_error(png.message);
    return image;
}

struct Pixel
{
    int r, g, b;
    bool isOrange() const { return r > 120 && 4 * r > 5 * g && 2 * r < 5 * g && g > b; }
    bool isRed() const { return r > 60 && 2 * r > 5 * g && 2 * r > 3 * b; }
};

inline Pixel pixelAt(const viewer::Image& image, double x, double y)
{
    const int column = static_cast<int>(x), row = static_cast<int>(y);
    REQUIRE((column >= 0 && column < image.width && row >= 0 && row < image.height));
    const std::uint8_t* p = image.pixels.data() + 3 * (static_cast<std::ptrdiff_t>(row) * image.width + column);
    return {p[0], p[1], p[2]};
}

/// False, after saying why, where nothing can be drawn.
inline bool canDraw()
{
    try
    {
        viewer::OffscreenContext::create();
        return true;
    }
    catch (const viewer::DrawError& error)
    {
        std::printf("SKIPPED, nothing to draw with: %s\n", error.what());
        WARN("SKIPPED, nothing to draw with: " << error.what());
        return false;
    }
}

}  // namespace gapless::test
