#include "png_image.h"

#include <csetjmp>

#include <png.h>

#include <gapless/core/error.h>

#include "io/write_file.h"

namespace gapless::viewer {
namespace {

void append(png_structp png, png_bytep data, std::size_t length)
{
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), length);
}

void ignoreFlush(png_structp) {}

/// libpng leaves by longjmp, so nothing with a destructor lives in here.
bool encode(const Image& image, std::string& bytes)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    if (!info || setjmp(png_jmpbuf(png)))
    {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, &bytes, append, ignoreFlush);
    png_set_compression_level(png, 9);
    png_set_filter(png, 0, PNG_ALL_FILTERS);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    for (int y = 0; y < image.height; ++y)
        png_write_row(png, image.pixels.data() + static_cast<std::ptrdiff_t>(3) * image.width * y);
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return true;
}

}  // namespace

std::string pngBytes(const Image& image)
{
    std::string bytes;
    if (!encode(image, bytes))
        throw InputError("a picture of " + std::to_string(image.width) + " x " + std::to_string(image.height)
                         + " pixels cannot be packed as PNG");
    return bytes;
}

void writePng(const std::string& file, const Image& image)
{
    writeTextFile(file, pngBytes(image));
}

}  // namespace gapless::viewer
