#include "drawing.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <imgui.h>

namespace gapless::viewer {

struct Drawing::Letters
{
    ImFontAtlas atlas;
    ImFont* font = nullptr;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
};

Drawing::Drawing(int width, int height)
    : image_{width, height,
             std::vector<std::uint8_t>(std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255)},
      letters_(std::make_unique<Letters>())
{
    ImFontConfig config;
    config.OversampleH = config.OversampleV = 1;  // one pixel of the atlas is one of the picture
    std::error_code ignored;
    if (std::filesystem::is_regular_file(GAPLESS_FONT, ignored))
        letters_->font = letters_->atlas.AddFontFromFileTTF(GAPLESS_FONT, kTextSize, &config);
    if (!letters_->font)
        letters_->font = letters_->atlas.AddFontDefault();
    letters_->atlas.GetTexDataAsAlpha8(&letters_->pixels, &letters_->width, &letters_->height);
}

Drawing::~Drawing() = default;

void Drawing::fill(int x0, int y0, int x1, int y1, const Colour& colour, float opacity)
{
    for (int y = std::max(0, y0); y < std::min(image_.height, y1); ++y)
        for (int x = std::max(0, x0); x < std::min(image_.width, x1); ++x)
            blend(x, y, colour, opacity);
}

float Drawing::widthOf(const std::string& text) const
{
    float width = 0.0f;
    for (const char c : text)
        width += letters_->font->FindGlyph(static_cast<ImWchar>(static_cast<unsigned char>(c)))->AdvanceX;
    return width;
}

void Drawing::write(float x, float y, const std::string& text)
{
    const Letters& l = *letters_;
    for (const char c : text)
    {
        const ImFontGlyph& glyph = *l.font->FindGlyph(static_cast<ImWchar>(static_cast<unsigned char>(c)));
        const int u = static_cast<int>(std::lround(glyph.U0 * static_cast<float>(l.width)));
        const int v = static_cast<int>(std::lround(glyph.V0 * static_cast<float>(l.height)));
        const int width = static_cast<int>(std::lround(glyph.X1 - glyph.X0)),
                  height = static_cast<int>(std::lround(glyph.Y1 - glyph.Y0));
        const int left = static_cast<int>(std::lround(x + glyph.X0)), top = static_cast<int>(std::lround(y + glyph.Y0));
        for (int j = 0; j < height; ++j)
            for (int i = 0; i < width; ++i)
                if (const int alpha = l.pixels[(v + j) * l.width + u + i];
                    alpha > 0 && left + i >= 0 && left + i < image_.width && top + j >= 0 && top + j < image_.height)
                    blend(left + i, top + j, kInk, static_cast<float>(alpha) / 255.0f);
        x += glyph.AdvanceX;
    }
}

void Drawing::blend(int x, int y, const Colour& colour, float opacity)
{
    std::uint8_t* const pixel =
        &image_.pixels[3u * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) + static_cast<std::size_t>(x))];
    for (int k = 0; k < 3; ++k)
        pixel[k] = static_cast<std::uint8_t>(std::lround((1.0f - opacity) * pixel[k] + opacity * 255.0f * colour[k]));
}

}  // namespace gapless::viewer
