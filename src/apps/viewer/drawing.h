// A picture that is drawn on the CPU, with the letters of ImGui's font atlas: there is no need for OpenGL.
#pragma once

#include <memory>
#include <string>

#include "palette.h"
#include "png_image.h"

namespace gapless::viewer {

inline constexpr float kTextSize = 16.0f;  ///< pixels
inline const Colour kInk(0.12f, 0.13f, 0.15f);

/// White to begin with.
class Drawing
{
public:
    /// Pixels.
    Drawing(int width, int height);
    ~Drawing();

    const Image& image() const { return image_; }

    /// [x0, x1) x [y0, y1), as far as that is on the picture.
    void fill(int x0, int y0, int x1, int y1, const Colour& colour, float opacity = 1.0f);
    float widthOf(const std::string& text) const;
    /// From its upper left corner.
    void write(float x, float y, const std::string& text);

private:
    struct Letters;

    void blend(int x, int y, const Colour& colour, float opacity);

    Image image_;
    std::unique_ptr<Letters> letters_;
};

}  // namespace gapless::viewer
