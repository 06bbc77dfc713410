// PLY's header, and the numbers of its rows, as text and as binary of either byte order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh_text.h"

namespace gapless {

struct PlyType
{
    std::size_t bytes = 0;
    enum class Kind
    {
        Signed,
        Unsigned,
        Float
    } kind = Kind::Signed;
};

struct PlyProperty
{
    std::string name;
    PlyType type;
    std::optional<PlyType> count;  ///< of a list
};

struct PlyElement
{
    std::string name;
    std::int64_t rows = 0;
    std::vector<PlyProperty> properties;
    int line = 0;
};

enum class PlyForm
{
    Text,
    Little,
    Big
};

struct PlyHeader
{
    PlyForm form = PlyForm::Text;
    std::vector<PlyElement> elements;
};

/// What comes before the rows. @throws InputError
PlyHeader readPlyHeader(MeshText& text);

/// Whether an element is one of scanners' and modellers' programs that draws nothing.
bool drawsNothing(const PlyElement& element);
/// Whether each of the properties x, y and z is there once, not as a list.
bool hasPoint(const PlyElement& element);
/// 0 to 2 for x, y and z, -1 for any other property.
int axisOf(const PlyProperty& property);

/// The numbers of the rows, one by one, whatever the form of the file. A `float` is rounded to one in a text as well, so that a file is
/// the same in each form; numbers are finite in a text, and whatever they are in a binary file.
class PlyRows
{
public:
    /// `text` is behind the header.
    PlyRows(PlyForm form, MeshText& text, const std::string& label) : form_(form), text_(text), bytes_(text.rest()), label_(label)
    {}

    void beginRow();
    void endRow();
    /// @param any whether "nan" and "inf" are taken in a text, too
    double number(const PlyType& type, bool any = false);
    /// How many values a property has in this row: 1, or of a list what it begins with.
    std::int64_t count(const PlyProperty& property);
    /// Of the row, 0 in a binary file.
    int line() const { return form_ == PlyForm::Text ? text_.lineNumber() : 0; }
    /// @throws InputError if the file goes on.
    void end();

private:
    double decode(const PlyType& type);

    PlyForm form_;
    MeshText& text_;
    std::string_view bytes_;
    const std::string& label_;
    std::size_t at_ = 0;
    const std::vector<std::string_view>* words_ = nullptr;
    std::size_t next_ = 0;
};

}  // namespace gapless
