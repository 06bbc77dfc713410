// A <mesh> names its points through three references: a primitive's input VERTEX leads to <vertices>, whose input POSITION leads to a
// <source>, whose accessor says where in a <float_array> X, Y and Z are. The indices of all inputs of a corner stand side by side in <p>,
// as many as the largest offset plus one; those of VERTEX are the ones taken. All else that a corner may have, normals, texture, colours,
// is passed over with its indices.
//
// The counts are compared with what is there: of a file that was cut or edited, half a mesh must not be taken for one.
#include "io/collada_geometry.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/input_text.h"
#include "io/mesh_text.h"
#include "io/xml_checked.h"

namespace gapless {
namespace {

using tinyxml2::XMLElement;

/// All text between an element's tags, comments left out; tinyxml2's GetText() ends at the first comment.
std::string textOf(const XMLElement& element, const std::string& label)
{
    std::string text;
    for (const tinyxml2::XMLNode* child = element.FirstChild(); child; child = child->NextSibling())
    {
        if (child->ToElement())
            throw inputError(label, child->GetLineNum(),
                             "<" + std::string(child->Value()) + "> in <" + element.Name() + "> is not taken");
        if (const tinyxml2::XMLText* part = child->ToText())
            text += std::string(part->Value()) + " ";
    }
    return text;
}

template <class Number, class Parse>
std::vector<Number> numbersOf(const XMLElement& element, const std::string& label, const Parse& parse)
{
    const std::string content = textOf(element, label);
    MeshText text(content, label, element.GetLineNum());
    std::vector<Number> numbers;
    for (std::string_view word = text.word(); !word.empty(); word = text.word())
        numbers.push_back(parse(text, word));
    return numbers;
}

std::vector<std::int64_t> integersOf(const XMLElement& element, const std::string& label)
{
    return numbersOf<std::int64_t>(element, label,
                                   [](const MeshText& text, std::string_view word) { return text.integer(word); });
}

std::int64_t countOf(const XMLElement& element, const char* attribute, const std::string& label,
                     std::optional<std::int64_t> left_out = {})
{
    const char* value = element.Attribute(attribute);
    if (!value && left_out)
        return *left_out;
    const auto count = value ? parseNumber(value) : std::nullopt;
    if (!count || *count != std::floor(*count) || *count < 0.0 || *count > 0x1p31)
        throw inputError(label, element.GetLineNum(),
                         std::string("<") + element.Name() + "> has " + attribute + "=\"" + (value ? value : "")
                             + "\"; it must be an integer from 0 to 2^31");
    return static_cast<std::int64_t>(*count);
}

/// The points that a <source> holds: its accessor tells where in the array the parameters X, Y and Z are.
void readPoints(const XMLElement& source, const ColladaIds& ids, MeshSoup& soup)
{
    const std::string& label = ids.label();
    const XMLElement* technique = source.FirstChildElement("technique_common");
    const XMLElement* accessor = technique ? technique->FirstChildElement("accessor") : nullptr;
    if (!accessor)
        throw inputError(label, source.GetLineNum(), "the positions' <source> has no <accessor>");
    const XMLElement& array = ids.follow(*accessor, "source", "float_array");
    const std::vector<double> numbers = colladaNumbers(array, label, static_cast<std::size_t>(countOf(array, "count", label)));
    const std::int64_t count = countOf(*accessor, "count", label), stride = countOf(*accessor, "stride", label, 1),
                       offset = countOf(*accessor, "offset", label, 0);
    std::optional<std::int64_t> axes[3];
    std::int64_t at = 0;
    for (const XMLElement* param = accessor->FirstChildElement("param"); param; param = param->NextSiblingElement("param"), ++at)
    {
        const std::string name = param->Attribute("name") ? param->Attribute("name") : "";
        if (name == "X" || name == "Y" || name == "Z")
            axes[name[0] - 'X'] = at;
    }
    if (!axes[0] || !axes[1] || !axes[2] || at > stride)
        throw inputError(label, accessor->GetLineNum(),
                         "the positions' <accessor> must have params X, Y and Z within its stride");
    // count, stride, offset <= 2^31: no overflow.
    if (count > 0 && offset + count * stride > static_cast<std::int64_t>(numbers.size()))
        throw inputError(label, accessor->GetLineNum(), "the positions' <accessor> reads past its array");
    for (std::int64_t i = 0; i < count; ++i)
    {
        const double* row = numbers.data() + offset + i * stride;
        addVertex(soup, Vec3(row[*axes[0]], row[*axes[1]], row[*axes[2]]), label, accessor->GetLineNum());
    }
}

/// Where the corners' indices are among those of a primitive, and how many each corner has.
struct Layout
{
    std::size_t offset = 0, stride = 0;
};

Layout layoutOf(const XMLElement& primitive, const XMLElement* vertices, const ColladaIds& ids)
{
    Layout layout;
    bool found = false;
    for (const XMLElement* input = primitive.FirstChildElement("input"); input; input = input->NextSiblingElement("input"))
    {
        const auto offset = static_cast<std::size_t>(countOf(*input, "offset", ids.label()));
        layout.stride = std::max(layout.stride, offset + 1);
        if (requireAttribute(*input, "semantic", ids.label()) != "VERTEX")
            continue;
        if (found || &ids.follow(*input, "source", "vertices") != vertices)
            throw inputError(ids.label(), input->GetLineNum(), "the input VERTEX must be one, the <vertices> of the same <mesh>");
        found = true;
        layout.offset = offset;
    }
    if (!found)
        throw inputError(ids.label(), primitive.GetLineNum(), std::string("<") + primitive.Name() + "> has no input VERTEX");
    return layout;
}

class Primitive
{
public:
    Primitive(const XMLElement& primitive, const XMLElement* vertices, const ColladaIds& ids, MeshSoup& soup)
        : primitive_(primitive),
          name_(primitive.Name()),
          line_(primitive.GetLineNum()),
          ids_(ids),
          layout_(layoutOf(primitive, vertices, ids)),
          element_(soup, ids.label())
    {}

    void read()
    {
        const bool one_list = name_ == "triangles" || name_ == "lines" || name_ == "polylist";
        const std::int64_t declared = countOf(primitive_, "count", ids_.label());
        std::int64_t lists = 0, parts = 0;
        for (const XMLElement* child = primitive_.FirstChildElement(); child; child = child->NextSiblingElement())
        {
            const std::string name = child->Name();
            if (name == "p")
            {
                ++lists;
                parts += readList(*child);
            }
            else if (name != "input" && name != "vcount" && name != "extra")
                throw inputError(
                    ids_.label(), child->GetLineNum(),
                    "<" + name + "> in <" + name_ + "> is not taken" + (name == "ph" ? "; cut polygons with holes" : ""));
        }
        if (parts != declared || (one_list && lists > 1))
            throw inputError(
                ids_.label(), line_,
                "<" + name_ + "> declares a count of " + std::to_string(declared) + ", but has " + std::to_string(parts));
    }

private:
    /// Adds what a <p> draws; how many elements of the count that is.
    std::int64_t readList(const XMLElement& list)
    {
        const std::vector<std::int64_t> indices = integersOf(list, ids_.label());
        const int line = list.GetLineNum();
        if (indices.size() % layout_.stride != 0)
            throw inputError(
                ids_.label(), line,
                "<p> has " + std::to_string(indices.size()) + " indices; a corner takes " + std::to_string(layout_.stride));
        const std::size_t corners = indices.size() / layout_.stride;
        const auto addCorners = [&](std::size_t first, std::size_t count) {
            for (std::size_t i = first; i < first + count; ++i)
                element_.addCorner(indices[i * layout_.stride + layout_.offset], line);
        };
        if (name_ == "polylist")
            return readPolygons(corners, addCorners, line);
        addCorners(0, corners);
        if (name_ == "triangles")
            element_.addTriangles(line);
        else if (name_ == "lines")
            element_.addLines(line);
        else if (name_ == "linestrips")
            element_.addPolyline(line);
        else if (name_ == "tristrips")
            element_.addStrip(line);
        else if (name_ == "trifans")
            element_.addFan(line);
        else
            element_.addPolygon(line);
        return static_cast<std::int64_t>(name_ == "triangles" ? corners / 3 : name_ == "lines" ? corners / 2 : 1);
    }

    template <class AddCorners>
    std::int64_t readPolygons(std::size_t corners, const AddCorners& addCorners, int line)
    {
        const XMLElement* vcount = primitive_.FirstChildElement("vcount");
        const std::vector<std::int64_t> sizes = vcount ? integersOf(*vcount, ids_.label()) : std::vector<std::int64_t>();
        std::size_t first = 0;
        for (const std::int64_t size : sizes)
        {
            if (size < 0 || static_cast<std::size_t>(size) > corners - first)
                throw inputError(ids_.label(), line, "<vcount> has more corners than <p>");
            addCorners(first, static_cast<std::size_t>(size));
            element_.addPolygon(line);
            first += static_cast<std::size_t>(size);
        }
        if (first != corners)
            throw inputError(ids_.label(), line, "<p> has more corners than <vcount>");
        return static_cast<std::int64_t>(sizes.size());
    }

    const XMLElement& primitive_;
    std::string name_;
    int line_;
    const ColladaIds& ids_;
    Layout layout_;
    MeshElement element_;
};

}  // namespace

ColladaIds::ColladaIds(const XMLElement& root, const std::string& label) : label_(label)
{
    std::vector<const XMLElement*> open = {&root};
    while (!open.empty())
    {
        const XMLElement* element = open.back();
        open.pop_back();
        if (const char* id = element->Attribute("id"))
            elements_[id].push_back(element);
        for (const XMLElement* child = element->FirstChildElement(); child; child = child->NextSiblingElement())
            open.push_back(child);
    }
}

const XMLElement& ColladaIds::follow(const XMLElement& from, const char* attribute, const char* name) const
{
    const std::string reference = requireAttribute(from, attribute, label_);
    const std::string where = std::string("<") + from.Name() + "> refers to '" + reference + "'";
    if (reference[0] != '#')
        throw inputError(label_, from.GetLineNum(), where + ", which is not in this file; it must be '#' and an id");
    const auto found = elements_.find(std::string_view(reference).substr(1));
    const XMLElement* target = nullptr;
    if (found != elements_.end())
        for (const XMLElement* element : found->second)
            if (std::string_view(element->Name()) == name)
            {
                if (target)
                    throw inputError(label_, from.GetLineNum(), where + ", which two elements have as their id");
                target = element;
            }
    if (!target)
        throw inputError(label_, from.GetLineNum(), where + ", but the file has no <" + name + "> with that id");
    return *target;
}

std::vector<double> colladaNumbers(const XMLElement& element, const std::string& label)
{
    return numbersOf<double>(element, label, [](const MeshText& text, std::string_view word) { return text.number(word); });
}

std::vector<double> colladaNumbers(const XMLElement& element, const std::string& label, std::size_t count)
{
    std::vector<double> numbers = colladaNumbers(element, label);
    if (numbers.size() != count)
        throw inputError(label, element.GetLineNum(),
                         std::string("<") + element.Name() + "> has " + std::to_string(numbers.size()) + " numbers; it must have "
                             + std::to_string(count));
    return numbers;
}

MeshSoup readColladaMesh(const XMLElement& geometry, const ColladaIds& ids, std::size_t most)
{
    const std::string& label = ids.label();
    MeshSoup soup;
    soup.most = most;
    const XMLElement* mesh = nullptr;
    for (const XMLElement* child = geometry.FirstChildElement(); child; child = child->NextSiblingElement())
    {
        const std::string name = child->Name();
        if (name == "mesh" && !mesh)
            mesh = child;
        else if (name != "asset" && name != "extra")
            throw inputError(label, child->GetLineNum(), "<" + name + "> in <geometry> is not taken; one <mesh> is");
    }
    if (!mesh)
        throw inputError(label, geometry.GetLineNum(), "<geometry> has no <mesh>");
    const XMLElement* vertices = mesh->FirstChildElement("vertices");
    const XMLElement* positions = nullptr;
    for (const XMLElement* input = vertices ? vertices->FirstChildElement("input") : nullptr; input;
         input = input->NextSiblingElement("input"))
        if (requireAttribute(*input, "semantic", label) == "POSITION" && !positions)
            positions = input;
    if (!positions || vertices->NextSiblingElement("vertices"))
        throw inputError(label, mesh->GetLineNum(), "<mesh> must have one <vertices> with an input POSITION");
    readPoints(ids.follow(*positions, "source", "source"), ids, soup);
    static const std::vector<std::string> kPrimitives = {"triangles", "polylist",   "polygons", "tristrips",
                                                         "trifans",   "linestrips", "lines"};
    for (const XMLElement* child = mesh->FirstChildElement(); child; child = child->NextSiblingElement())
    {
        const std::string name = child->Name();
        if (std::find(kPrimitives.begin(), kPrimitives.end(), name) != kPrimitives.end())
            Primitive(*child, vertices, ids, soup).read();
        else if (name != "source" && name != "vertices" && name != "extra")
            throw inputError(label, child->GetLineNum(), "<" + name + "> in <mesh> is not taken");
    }
    return soup;
}

}  // namespace gapless
