#include <gapless/io/depth_file.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include "core/content_bytes.h"
#include "core/lower_case.h"
#include "io/depth_pixels.h"
#include "io/input_text.h"

namespace gapless {
namespace {

/// Of an image along a side: no camera has more.
constexpr int kMostPixels = 1 << 15;

/// What Netpbm and PFM have in common: words, with comments between them, then one blank and the pixels.
class PixelFile
{
public:
    PixelFile(std::string_view bytes, const std::string& label) : rest_(bytes), label_(label) {}

    std::string_view word()
    {
        for (;;)
        {
            const std::size_t begin = rest_.find_first_not_of(kBlanks);
            rest_.remove_prefix(std::min(begin, rest_.size()));
            if (rest_.empty() || rest_.front() != '#')
                break;
            rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
        }
        const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanks));
        rest_.remove_prefix(word.size());
        return word;
    }

    int integer(const char* what, int most)
    {
        const std::string_view text = word();
        int value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
            throw inputError(label_, 0,
                             std::string("the image's ") + what + " is no whole number from 1 to " + std::to_string(most));
        return value;
    }

    DepthImage size()
    {
        DepthImage image;
        image.width = integer("width", kMostPixels);
        image.height = integer("height", kMostPixels);
        return image;
    }

    /// Exactly those of the image. @param each bytes of a pixel
    std::string_view pixels(const DepthImage& image, std::size_t each)
    {
        const std::size_t count = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * each;
        if (!rest_.empty())
            rest_.remove_prefix(1);
        if (rest_.size() != count)
            throw inputError(label_, 0,
                             "the file has " + std::to_string(rest_.size()) + " bytes of pixels; its header makes it "
                                 + std::to_string(image.width) + " x " + std::to_string(image.height) + " pixels of "
                                 + std::to_string(each) + " bytes, " + std::to_string(count));
        return rest_;
    }

private:
    static constexpr const char* kBlanks = " \t\r\n\v\f";

    std::string_view rest_;
    const std::string& label_;
};

}  // namespace

DepthImage readPgmDepth(std::string_view bytes, const std::string& label, double scale)
{
    PixelFile file(bytes, label);
    if (file.word() != "P5")
        throw inputError(label, 0, "the file does not begin with P5, as a binary PGM does");
    DepthImage image = file.size();
    if (file.integer("largest value", 65535) < 256)
        throw inputError(label, 0,
                         "the image has one byte a pixel; a depth image has two, and a largest value from 256 to 65535");
    const std::string_view pixels = file.pixels(image, 2);
    image.depths.reserve(pixels.size() / 2);
    for (std::size_t i = 0; i < pixels.size(); i += 2)
    {
        const auto byte = [&](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(pixels[i + k])); };
        image.depths.push_back((byte(0) << 8 | byte(1)) * scale);
    }
    return image;
}

DepthImage readPfmDepth(std::string_view bytes, const std::string& label, double scale)
{
    PixelFile file(bytes, label);
    if (const std::string_view type = file.word(); type != "Pf")
        throw inputError(label, 0,
                         type == "PF" ? "the image is in colour; a depth image has one number a pixel, and begins with Pf"
                                      : "the file does not begin with Pf, as a PFM of one number a pixel does");
    DepthImage image = file.size();
    const std::optional<double> order = parseNumber(file.word());
    if (!order || std::abs(*order) != 1.0)
        throw inputError(label, 0,
                         "the header's scale must be -1 (little-endian) or 1 (big-endian); metres per unit are the key `scale`");
    const std::string_view pixels = file.pixels(image, 4);
    const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
    image.depths.resize(width * height);
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t column = 0; column < width; ++column)
        {
            const std::string_view own = pixels.substr(4 * (row * width + column), 4);
            const std::array<char, 4> turned = {own[3], own[2], own[1], own[0]};
            ContentReader number(*order < 0.0 ? own : std::string_view(turned.data(), turned.size()));
            image.depths[(height - 1 - row) * width + column] = number.takeFloat() * scale;
        }
    return image;
}

DepthImage loadDepthImage(const std::string& file, const std::optional<double>& scale, std::size_t memory)
{
    const std::string extension = lowerCase(std::filesystem::path(file).extension().string());
    if (extension == ".pgm")
        return readPgmDepth(readFile(file, "depth image", memory), file, scale.value_or(kDepthUnit));
    if (extension == ".pfm")
        return readPfmDepth(readFile(file, "depth image", memory), file, scale.value_or(1.0));
    throw inputError(
        file, 0, "unsupported format '" + extension + "' of a depth image; supported are pgm, with two bytes a pixel, and pfm");
}

}  // namespace gapless
