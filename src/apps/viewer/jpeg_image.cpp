#include "jpeg_image.h"

#ifdef GAPLESS_HAVE_STB
#include <stb/stb_image_write.h>
#endif

#include <gapless/core/error.h>

#include "io/write_file.h"

namespace gapless::viewer {

#ifdef GAPLESS_HAVE_STB
namespace {

constexpr int kQuality = 88;  // of 100

}  // namespace

void writeJpeg(const std::string& file, const Image& image)
{
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (!stbi_write_jpg_to_func(append, &bytes, image.width, image.height, 3, image.pixels.data(), kQuality))
        throw InputError(file + ": the picture cannot be packed as JPEG");
    writeTextFile(file, bytes);
}
#else
void writeJpeg(const std::string& file, const Image&)
{
    throw InputError(file + ": this build writes no JPEG (stb was not found); give a name that ends in .png");
}
#endif

}  // namespace gapless::viewer
