// PLY, as text and as binary of either byte order.
//
// The header says what each row is made of; Rows gives out its numbers one by one, whether they are words or bytes, and everything behind
// it is one code for all three forms. A `float` is rounded to one in a text as well, so that a mesh is the same in each form. Faces are
// kept until the end, since their element may stand before the vertices'. Indices come as doubles, which hold all of PLY's integers.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include "io/input_text.h"
#include "io/mesh_soup.h"
#include "io/mesh_text.h"

namespace gapless {
namespace {

/// How scanners' and modellers' programs call what draws nothing.
const std::set<std::string> kElementsWithoutGeometry = {"camera", "material"};

struct Type
{
    std::size_t bytes = 0;
    enum class Kind
    {
        Signed,
        Unsigned,
        Float
    } kind = Kind::Signed;
};

struct Property
{
    std::string name;
    Type type;
    std::optional<Type> count;  ///< of a list
};

struct Element
{
    std::string name;
    std::int64_t rows = 0;
    std::vector<Property> properties;
    int line = 0;
};

enum class Form
{
    Text,
    Little,
    Big
};

struct Header
{
    Form form = Form::Text;
    std::vector<Element> elements;
};

Type typeOf(std::string_view name, const MeshText& text)
{
    using Kind = Type::Kind;
    static const std::map<std::string_view, Type> kTypes = {
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

Header readHeader(MeshText& text)
{
    Header header;
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
            header.form = words[1] == "ascii" ? Form::Text : words[1] == "binary_little_endian" ? Form::Little : Form::Big;
        }
        else if (words[0] == "element" && words.size() == 3)
        {
            header.elements.push_back({std::string(words[1]), text.integer(words[2]), {}, text.lineNumber()});
            if (header.elements.back().rows < 0)
                throw text.error("an element with a negative number of rows");
        }
        else if (words[0] == "property" && !header.elements.empty() && words.size() > 1
                 && words.size() == (words[1] == "list" ? 5U : 3U))
        {
            Property property{std::string(words.back()), typeOf(words[words.size() - 2], text), std::nullopt};
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

/// The numbers of the rows, whatever the form of the file.
class Rows
{
public:
    Rows(Form form, MeshText& text, const std::string& label) : form_(form), text_(text), bytes_(text.rest()), label_(label) {}

    void beginRow()
    {
        if (form_ != Form::Text)
            return;
        words_ = &text_.line();
        next_ = 0;
    }

    void endRow()
    {
        if (form_ == Form::Text && next_ != words_->size())
            throw text_.error("the row has " + std::to_string(words_->size()) + " values; the header makes it "
                              + std::to_string(next_));
    }

    double number(const Type& type)
    {
        if (form_ != Form::Text)
            return decode(type);
        if (next_ >= words_->size())
            throw text_.error(words_->empty() ? "the file ends before its last row" : "the row ends before its last value");
        const double value = text_.number((*words_)[next_++]);
        if (type.kind != Type::Kind::Float && value != std::nearbyint(value))
            throw text_.error("a fraction stands where an integer must be");
        return type.kind == Type::Kind::Float && type.bytes == 4 ? static_cast<double>(static_cast<float>(value)) : value;
    }

    int line() const { return form_ == Form::Text ? text_.lineNumber() : 0; }

    void end()
    {
        if (form_ == Form::Text ? !text_.line().empty() : at_ != bytes_.size())
            throw inputError(label_, line(), "the file goes on behind the last row that its header declares");
    }

private:
    double decode(const Type& type)
    {
        if (type.bytes > bytes_.size() - at_)
            throw inputError(label_, 0, "the file ends before its last row");
        std::array<unsigned char, 8> raw{};
        std::memcpy(raw.data(), bytes_.data() + at_, type.bytes);
        at_ += type.bytes;
        if (form_ == Form::Big)
            std::reverse(raw.begin(), raw.begin() + static_cast<std::ptrdiff_t>(type.bytes));
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < type.bytes; ++i)
            bits |= static_cast<std::uint64_t>(raw[i]) << (8 * i);
        if (type.kind == Type::Kind::Unsigned)
            return static_cast<double>(bits);
        if (type.kind == Type::Kind::Signed)
        {
            const auto shift = static_cast<unsigned>(64 - 8 * type.bytes);
            return static_cast<double>(static_cast<std::int64_t>(bits << shift) >> shift);
        }
        if (type.bytes == 8)
        {
            double value;
            std::memcpy(&value, &bits, sizeof value);
            return value;
        }
        const auto narrow = static_cast<std::uint32_t>(bits);
        float value;
        std::memcpy(&value, &narrow, sizeof value);
        return static_cast<double>(value);
    }

    Form form_;
    MeshText& text_;
    std::string_view bytes_;
    const std::string& label_;
    std::size_t at_ = 0;
    const std::vector<std::string_view>* words_ = nullptr;
    std::size_t next_ = 0;
};

class PlyReader
{
public:
    PlyReader(std::string_view bytes, const std::string& label, std::size_t most)
        : text_(bytes, label), label_(label), element_(soup_, label)
    {
        soup_.most = most;
    }

    MeshSoup read()
    {
        const Header header = readHeader(text_);
        Rows rows(header.form, text_, label_);
        for (const Element& element : header.elements)
            readElement(element, rows);
        rows.end();
        // Faces may stand before the vertices.
        for (const Face& face : faces_)
        {
            for (const std::int64_t corner : face.corners)
                element_.addCorner(corner, face.line);
            element_.addPolygon(face.line);
        }
        return std::move(soup_);
    }

private:
    struct Face
    {
        std::vector<std::int64_t> corners;
        int line = 0;
    };

    void readElement(const Element& element, Rows& rows)
    {
        const bool vertices = element.name == "vertex", faces = element.name == "face";
        if (element.rows > 0 && element.properties.empty())
            throw inputError(label_, element.line, "the element '" + element.name + "' has no properties");
        if (element.rows > 0 && !vertices && !faces && kElementsWithoutGeometry.count(element.name) == 0)
            throw inputError(label_, element.line,
                             "the element '" + element.name + "' is not taken; a mesh is of the elements 'vertex' and 'face'");
        std::array<int, 3> axes = {0, 0, 0};
        int lists = 0;
        for (const Property& property : element.properties)
        {
            for (std::size_t k = 0; k < 3; ++k)
                axes[k] += !property.count && property.name == std::string(1, "xyz"[k]);
            lists += property.count && isCorners(property.name);
        }
        if (vertices && axes != std::array<int, 3>{1, 1, 1})
            throw inputError(label_, element.line, "a vertex must have each of the properties x, y and z once");
        if (faces && element.rows > 0 && lists != 1)
            throw inputError(label_, element.line, "a face must have one list 'vertex_indices'");
        for (std::int64_t row = 0; row < element.rows; ++row)
            readRow(element, vertices, faces, rows);
    }

    static bool isCorners(const std::string& name) { return name == "vertex_indices" || name == "vertex_index"; }

    void readRow(const Element& element, bool vertices, bool faces, Rows& rows)
    {
        Vec3 vertex = Vec3::Zero();
        Face face;
        rows.beginRow();
        for (const Property& property : element.properties)
        {
            const double count = property.count ? rows.number(*property.count) : 1.0;
            if (!(count >= 0.0 && count == std::floor(count)))
                throw inputError(label_, rows.line(), "a list of " + formatNumber(count) + " values");
            const bool corners = faces && property.count && isCorners(property.name);
            for (double i = 0.0; i < count; i += 1.0)
            {
                const double value = rows.number(property.type);
                if (corners && !(std::abs(value) < 1e15 && value == std::floor(value)))
                    throw inputError(label_, rows.line(), "a corner of a face is the vertex " + formatNumber(value));
                if (corners)
                    face.corners.push_back(static_cast<std::int64_t>(value));
                if (vertices && !property.count && property.name.size() == 1 && property.name[0] >= 'x'
                    && property.name[0] <= 'z')
                    vertex[property.name[0] - 'x'] = value;
            }
        }
        rows.endRow();
        face.line = rows.line();
        if (vertices && !vertex.allFinite())
            throw inputError(label_, rows.line(),
                             "vertex " + std::to_string(soup_.vertices.size()) + ", counted from 0, is not finite");
        if (vertices)
            addVertex(soup_, vertex, label_, rows.line());
        if (!faces)
            return;
        // Refused here, not once all are read: rows of next to nothing would take far more memory than the file.
        if (face.corners.size() < 3)
            throw inputError(label_, face.line,
                             "a face has " + std::to_string(face.corners.size()) + " corners; it needs at least 3");
        if (faces_.size() >= soup_.most)
            throw inputError(label_, face.line,
                             "the mesh has more than " + std::to_string(faces_.size())
                                 + " faces, which is what the memory given allows; allow more, or simplify it");
        faces_.push_back(std::move(face));
    }

    MeshText text_;
    const std::string& label_;
    MeshSoup soup_;
    MeshElement element_;
    std::vector<Face> faces_;
};

}  // namespace

MeshSoup readPly(std::string_view bytes, const std::string& label, std::size_t most)
{
    return PlyReader(bytes, label, most).read();
}

}  // namespace gapless
