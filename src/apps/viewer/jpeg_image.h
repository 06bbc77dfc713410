// Pictures as JPEG files, a quarter of a PNG's size and good enough for documents.
#pragma once

#include <string>

#include "png_image.h"

namespace gapless::viewer {

/// Complete under its name, or not at all. @throws InputError naming the file if it cannot be written, or if this build has no JPEG
void writeJpeg(const std::string& file, const Image& image);

}  // namespace gapless::viewer
