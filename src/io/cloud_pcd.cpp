// Point clouds of PCD (the Point Cloud Library's format, version 0.7), as text, as binary, and as binary compressed by LZF.
//
// A header of lines says which numbers a point has: FIELDS, and of each its SIZE in bytes, TYPE (F, I, U) and COUNT. In binary files points
// follow one another, in compressed ones fields do: all x, all y, and so on.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "core/content_bytes.h"
#include "io/cloud_points.h"
#include "io/input_text.h"
#include "io/mesh_text.h"

namespace gapless {
namespace {

struct PcdField
{
    std::string name;
    std::size_t size = 0;
    char type = '\0';
    std::size_t count = 1;

    std::size_t bytes() const { return size * count; }
};

struct PcdHeader
{
    std::vector<PcdField> fields;
    std::size_t points = 0;
    std::string data;
    int line = 0;                      ///< of DATA
    std::array<std::size_t, 3> xyz{};  ///< which fields
};

/// Points and bytes of a row beyond these are no cloud, and their product fits.
constexpr std::int64_t kMostPcdPoints = std::int64_t{1} << 40, kMostPcdRowBytes = 1 << 16;

class PcdHeaderReader
{
public:
    explicit PcdHeaderReader(MeshText& text) : text_(text) {}

    PcdHeader read()
    {
        std::optional<std::int64_t> width, height, points;
        for (;;)
        {
            const auto& words = text_.line('#');
            if (words.empty())
                throw text_.error("the file ends before the line 'DATA'; a PCD file begins with a header");
            const std::string_view key = words[0];
            if (!seen_.insert(std::string(key)).second)
                throw text_.error("a second line of " + quotedWord(key));
            if (key == "FIELDS" || key == "COLUMNS")
                readFields(words);
            else if (key == "SIZE" || key == "TYPE" || key == "COUNT")
                readPerField(words);
            else if (key == "WIDTH")
                width = readCount(words);
            else if (key == "HEIGHT")
                height = readCount(words);
            else if (key == "POINTS")
                points = readCount(words);
            else if (key == "DATA")
            {
                if (words.size() != 2 || (words[1] != "ascii" && words[1] != "binary" && words[1] != "binary_compressed"))
                    throw text_.error("DATA must be ascii, binary or binary_compressed");
                header_.data = words[1];
                header_.line = text_.lineNumber();
                break;
            }
            else if (key != "VERSION" && key != "VIEWPOINT")
                throw text_.error("the line of " + quotedWord(key) + " is not as in PCD's headers");
        }
        finish(width, height, points);
        return std::move(header_);
    }

private:
    void readFields(const std::vector<std::string_view>& words)
    {
        for (std::size_t i = 1; i < words.size(); ++i)
            header_.fields.push_back({std::string(words[i]), 0, '\0', 1});
    }

    void readPerField(const std::vector<std::string_view>& words)
    {
        if (header_.fields.empty() || words.size() != header_.fields.size() + 1)
            throw text_.error(std::string(words[0]) + " must have one value for each of the "
                              + std::to_string(header_.fields.size()) + " FIELDS, which come before it");
        for (std::size_t i = 0; i < header_.fields.size(); ++i)
        {
            PcdField& field = header_.fields[i];
            const std::string_view word = words[i + 1];
            if (words[0] == "TYPE")
            {
                if (word != "F" && word != "I" && word != "U")
                    throw text_.error("the type " + quotedWord(word) + "; it must be F, I or U");
                field.type = word[0];
                continue;
            }
            const std::int64_t value = text_.integer(word);
            const bool is_size = words[0] == "SIZE";
            if (is_size ? value != 1 && value != 2 && value != 4 && value != 8 : value < 0 || value > kMostPcdRowBytes)
                throw text_.error(std::string(words[0]) + " of " + std::to_string(value)
                                  + (is_size ? "; it must be 1, 2, 4 or 8 bytes" : "; it must be how many values a field has"));
            (is_size ? field.size : field.count) = static_cast<std::size_t>(value);
        }
    }

    std::int64_t readCount(const std::vector<std::string_view>& words) const
    {
        const std::int64_t value = words.size() == 2 ? text_.integer(words[1]) : -1;
        if (value < 0 || value > kMostPcdPoints)
            throw text_.error(std::string(words[0]) + " must be a number of points");
        return value;
    }

    void finish(std::optional<std::int64_t> width, std::optional<std::int64_t> height, std::optional<std::int64_t> points)
    {
        // Two numbers of at most 2^40 may not fit in one of 64 bits as a product.
        const bool has_both = width && height;
        if (has_both && *height > 0 && *width > kMostPcdPoints / *height)
            throw text_.error("WIDTH times HEIGHT is no number of points");
        if (!points && !has_both)
            throw text_.error("a header without POINTS, or WIDTH and HEIGHT");
        if (points && has_both && *points != *width * *height)
            throw text_.error(std::to_string(*points) + " POINTS; WIDTH times HEIGHT are " + std::to_string(*width * *height));
        header_.points = static_cast<std::size_t>(points ? *points : *width * *height);
        std::size_t row = 0;
        for (const PcdField& field : header_.fields)
        {
            if (field.size == 0 || field.type == '\0')
                throw text_.error("a header without SIZE or TYPE");
            row += field.bytes();
        }
        if (row > static_cast<std::size_t>(kMostPcdRowBytes))
            throw text_.error("a point of " + std::to_string(row) + " bytes");
        for (std::size_t k = 0; k < 3; ++k)
        {
            int found = 0;
            for (std::size_t i = 0; i < header_.fields.size(); ++i)
                if (header_.fields[i].name == std::string(1, "xyz"[k]))
                {
                    ++found;
                    header_.xyz[k] = i;
                }
            const PcdField* field = found == 1 ? &header_.fields[header_.xyz[k]] : nullptr;
            if (!field || field->count != 1 || field->type != 'F' || (field->size != 4 && field->size != 8))
                throw text_.error("each of the fields x, y and z must be there once, of type F and 4 or 8 bytes");
        }
    }

    MeshText& text_;
    PcdHeader header_;
    std::set<std::string> seen_;  ///< which lines
};

/// LZF: a byte below 32 is followed by that many bytes and one more; any other says how many bytes, from how far back, come again.
/// Empty where the bytes do not come to exactly `size`.
std::optional<std::string> inflateLzf(std::string_view packed, std::size_t size)
{
    std::string out;
    // Three bytes come to 264 at the most, whatever size the file says.
    out.reserve(std::min(size, 88 * packed.size()));
    std::size_t at = 0;
    const auto next = [&] { return static_cast<std::size_t>(static_cast<unsigned char>(packed[at++])); };
    while (at < packed.size())
    {
        const std::size_t control = next();
        if (control < 32)
        {
            if (control + 1 > packed.size() - at || control + 1 > size - out.size())
                return std::nullopt;
            out.append(packed.substr(at, control + 1));
            at += control + 1;
            continue;
        }
        std::size_t length = control >> 5;
        if (packed.size() - at < (length == 7 ? 2U : 1U))
            return std::nullopt;
        if (length == 7)
            length += next();
        const std::size_t back = ((control & 31) << 8) + next() + 1;
        length += 2;
        if (back > out.size() || length > size - out.size())
            return std::nullopt;
        // Byte by byte: what is repeated may be what this repeats.
        for (std::size_t i = 0; i < length; ++i)
            out.push_back(out[out.size() - back]);
    }
    if (out.size() != size)
        return std::nullopt;
    return out;
}

class PcdReader
{
public:
    PcdReader(std::string_view bytes, const std::string& label, std::size_t most)
        : text_(bytes, label), label_(label), points_(label, most)
    {}

    PointCloud read()
    {
        header_ = PcdHeaderReader(text_).read();
        points_.requireCount(header_.points, header_.line);
        if (header_.data == "ascii")
            readText();
        else if (header_.data == "binary")
            readRows(text_.rest());
        else
            readFields(text_.rest());
        return points_.take();
    }

private:
    void readText()
    {
        std::size_t columns = 0;
        std::array<std::size_t, 3> at{};
        for (std::size_t i = 0; i < header_.fields.size(); ++i)
        {
            for (std::size_t k = 0; k < 3; ++k)
                if (header_.xyz[k] == i)
                    at[k] = columns;
            columns += header_.fields[i].count;
        }
        for (std::size_t i = 0; i < header_.points; ++i)
        {
            const auto& words = text_.line();
            if (words.size() != columns)
                throw text_.error(words.empty() ? "the file ends before its last point"
                                                : "the point has " + std::to_string(words.size())
                                                      + " values; the header makes it " + std::to_string(columns));
            Vec3 point;
            for (std::size_t k = 0; k < 3; ++k)
            {
                const double value = text_.anyNumber(words[at[k]]);
                // The same point in each form of the file.
                point[static_cast<Eigen::Index>(k)] =
                    header_.fields[header_.xyz[k]].size == 4 ? static_cast<double>(static_cast<float>(value)) : value;
            }
            points_.add(point, text_.lineNumber());
        }
        if (!text_.line().empty())
            throw text_.error("the file goes on behind the last point that its header declares");
    }

    std::size_t rowBytes() const
    {
        std::size_t row = 0;
        for (const PcdField& field : header_.fields)
            row += field.bytes();
        return row;
    }

    /// @pre `data` has as many bytes as the points take, the first of field k being `offset[k]`, of the point behind it `stride[k]` further
    void readData(std::string_view data, const std::array<std::size_t, 3>& offset, const std::array<std::size_t, 3>& stride)
    {
        for (std::size_t i = 0; i < header_.points; ++i)
        {
            Vec3 point;
            for (std::size_t k = 0; k < 3; ++k)
            {
                // Little-endian, as PCL writes on every machine that it runs on.
                const std::size_t size = header_.fields[header_.xyz[k]].size;
                ContentReader reader(data.substr(offset[k] + i * stride[k], size));
                point[static_cast<Eigen::Index>(k)] = size == 8 ? reader.takeDouble() : reader.takeFloat();
            }
            points_.add(point, 0);
        }
    }

    /// Where each of x, y and z begins, if each field takes its bytes so many times.
    std::array<std::size_t, 3> offsets(std::size_t times) const
    {
        std::array<std::size_t, 3> result{};
        std::size_t at = 0;
        for (std::size_t i = 0; i < header_.fields.size(); ++i)
        {
            for (std::size_t k = 0; k < 3; ++k)
                if (header_.xyz[k] == i)
                    result[k] = at;
            at += header_.fields[i].bytes() * times;
        }
        return result;
    }

    void readRows(std::string_view data)
    {
        const std::size_t row = rowBytes();
        if (data.size() != row * header_.points)
            throw inputError(label_, 0,
                             std::to_string(data.size()) + " bytes behind the header; its points take "
                                 + std::to_string(row * header_.points));
        readData(data, offsets(1), {row, row, row});
    }

    void readFields(std::string_view data)
    {
        const std::size_t all = rowBytes() * header_.points;
        ContentReader sizes(data.substr(0, 8));
        if (data.size() < 8 || sizes.take32() != data.size() - 8 || sizes.take32() != all)
            throw inputError(label_, 0, "the compressed points are not of the sizes that the file says");
        const std::optional<std::string> unpacked = inflateLzf(data.substr(8), all);
        if (!unpacked)
            throw inputError(label_, 0, "the compressed points are damaged");
        readData(*unpacked, offsets(header_.points),
                 {header_.fields[header_.xyz[0]].size, header_.fields[header_.xyz[1]].size, header_.fields[header_.xyz[2]].size});
    }

    MeshText text_;
    const std::string& label_;
    CloudPoints points_;
    PcdHeader header_;
};

}  // namespace

PointCloud readPcdCloud(std::string_view bytes, const std::string& label, std::size_t most)
{
    return PcdReader(bytes, label, most).read();
}

}  // namespace gapless
