// The header says what each row is made of; PlyRows gives out its numbers one by one, whether they are words or bytes, and all that is made
// of them is one code for all three forms. Indices come as doubles, which hold all of PLY's integers.
#include "io/ply_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/content_bytes.h"
#include "core/format_number.h"
#include "core/lower_case.h"
#include "io/input_text.h"

namespace gapless {
namespace {

/// How scanners' and modellers' programs call what draws nothing.
const std::set<std::string> kElementsWithoutGeometry = {"camera", "material"};

PlyType typeOf(std::string_view name, const MeshText& text)
{
    using Kind = PlyType::Kind;
    static const std::map<std::string_view, PlyType> kTypes = {
        {"char", {1, Kind::Signed}},     {"int8", {1, Kind::Signed}},     {"uchar", {1, Kind::Unsigned}},
        {"uint8", {1, Kind::Unsigned}},  {"short", {2, Kind::Signed}},    {"int16", {2, Kind::Signed}},
        {"ushort", {2, Kind::Unsigned}}, {"uint16", {2, Kind::Unsigned}}, {"int", {4, Kind::Signed}},
        {"int32", {4, Kind::Signed}},    {"uint", {4, Kind::Unsigned}},   {"uint32", {4, Kind::Unsigned}},
        {"float", {4, Kind::Float}},     {"float32", {4, Kind::Float}},   {"double", {8, Kind::Float}},
        {"float64", {8, Kind::Float}}};
    const auto found = kTypes.find(name);
    if (found == kTypes.end())
        throw text.error("unknown type " + quotedWord(name) + " of a property");
    return found->second;
}

}  // namespace

PlyHeader readPlyHeader(MeshText& text)
{
    PlyHeader header;
    bool has_form = false;
    if (const auto& magic = text.line(); magic.size() != 1 || magic[0] != "ply")
        throw text.error("the file does not begin with 'ply'");
    for (;;)
    {
        const auto& words = text.line();
        if (words.empty())
            throw text.error("the file ends before 'end_header'");
        if (words[0] == "end_header")
            break;
        if (words[0] == "comment" || words[0] == "obj_info")
            continue;
        if (words[0] == "format" && words.size() == 3)
        {
            has_form = true;
            if (words[1] != "ascii" && words[1] != "binary_little_endian" && words[1] != "binary_big_endian")
                throw text.error("unknown format " + quotedWord(words[1]));
            header.form = words[1] == "ascii"                  ? PlyForm::Text
                          : words[1] == "binary_little_endian" ? PlyForm::Little
                                                               : PlyForm::Big;
        }
        else if (words[0] == "element" && words.size() == 3)
        {
            for (const PlyElement& other : header.elements)
                if (other.name == words[1])
                    throw text.error("a second element " + quotedWord(words[1]));
            header.elements.push_back({std::string(words[1]), text.integer(words[2]), {}, text.lineNumber()});
            if (header.elements.back().rows < 0)
                throw text.error("an element with a negative number of rows");
        }
        else if (words[0] == "property" && !header.elements.empty() && words.size() > 1
                 && words.size() == (words[1] == "list" ? 5U : 3U))
        {
            PlyProperty property{std::string(words.back()), typeOf(words[words.size() - 2], text), std::nullopt};
            if (words[1] == "list")
                property.count = typeOf(words[2], text);
            header.elements.back().properties.push_back(std::move(property));
        }
        else
            throw text.error("the line of " + quotedWord(words[0]) + " is not as in PLY's headers");
    }
    if (!has_form)
        throw text.error("the header has no 'format'");
    return header;
}

bool drawsNothing(const PlyElement& element)
{
    return kElementsWithoutGeometry.count(element.name) > 0;
}

int axisOf(const PlyProperty& property)
{
    if (property.count || property.name.size() != 1 || property.name[0] < 'x' || property.name[0] > 'z')
        return -1;
    return property.name[0] - 'x';
}

bool hasPoint(const PlyElement& element)
{
    std::array<int, 3> axes = {0, 0, 0};
    for (const PlyProperty& property : element.properties)
        if (const int axis = axisOf(property); axis >= 0)
            ++axes[static_cast<std::size_t>(axis)];
    return axes == std::array<int, 3>{1, 1, 1};
}

void PlyRows::beginRow()
{
    if (form_ != PlyForm::Text)
        return;
    words_ = &text_.line();
    next_ = 0;
}

void PlyRows::endRow()
{
    if (form_ == PlyForm::Text && next_ != words_->size())
        throw text_.error("the row has " + std::to_string(words_->size()) + " values; the header makes it "
                          + std::to_string(next_));
}

double PlyRows::number(const PlyType& type, bool any)
{
    if (form_ != PlyForm::Text)
        return decode(type);
    if (next_ >= words_->size())
        throw text_.error(words_->empty() ? "the file ends before its last row" : "the row ends before its last value");
    const std::string_view word = (*words_)[next_++];
    const double value = any && type.kind == PlyType::Kind::Float ? text_.anyNumber(word) : text_.number(word);
    if (type.kind != PlyType::Kind::Float && value != std::nearbyint(value))
        throw text_.error("a fraction stands where an integer must be");
    return type.kind == PlyType::Kind::Float && type.bytes == 4 ? static_cast<double>(static_cast<float>(value)) : value;
}

std::int64_t PlyRows::count(const PlyProperty& property)
{
    const double count = property.count ? number(*property.count) : 1.0;
    if (!(count >= 0.0 && count == std::floor(count)))
        throw inputError(label_, line(), "a list of " + formatNumber(count) + " values");
    // A count of floating point may be anything; so long a list ends with the file.
    return static_cast<std::int64_t>(std::min(count, 1e18));
}

void PlyRows::end()
{
    if (form_ == PlyForm::Text ? !text_.line().empty() : at_ != bytes_.size())
        throw inputError(label_, line(), "the file goes on behind the last row that its header declares");
}

double PlyRows::decode(const PlyType& type)
{
    if (type.bytes > bytes_.size() - at_)
        throw inputError(label_, 0, "the file ends before its last row");
    std::string raw(bytes_.substr(at_, type.bytes));
    at_ += type.bytes;
    if (form_ == PlyForm::Big)
        std::reverse(raw.begin(), raw.end());
    ContentReader reader(raw);
    if (type.kind == PlyType::Kind::Float)
        return type.bytes == 8 ? reader.takeDouble() : reader.takeFloat();
    const std::uint64_t bits = reader.takeNumber(type.bytes);
    if (type.kind == PlyType::Kind::Unsigned)
        return static_cast<double>(bits);
    const auto shift = static_cast<unsigned>(64 - 8 * type.bytes);
    return static_cast<double>(static_cast<std::int64_t>(bits << shift) >> shift);
}

}  // namespace gapless
