// STL, as text and as binary.
//
// Triangles without shared vertices: TriangleMesh welds those of equal coordinates, and a solid is one again. The normals say nothing
// that the order of the corners does not, and are not read.
#include <cctype>
#include <cmath>
#include <cstring>

#include "io/input_text.h"
#include "io/mesh_soup.h"
#include "io/mesh_text.h"

namespace gapless {
namespace {

constexpr std::size_t kHeaderBytes = 84, kTriangleBytes = 50;

bool isWord(std::string_view word, std::string_view lower)
{
    bool same = word.size() == lower.size();
    for (std::size_t i = 0; same && i < word.size(); ++i)
        same = std::tolower(static_cast<unsigned char>(word[i])) == lower[i];
    return same;
}

/// The name of a solid goes to the end of its line: geometry there would be lost with it.
void skipName(MeshText& text, const char* behind)
{
    const std::string_view rest = text.restOfLine();
    for (std::size_t begin = 0; begin < rest.size();)
    {
        const std::size_t end = std::min(rest.find_first_of(" \t\v\f", begin), rest.size());
        if (isWord(rest.substr(begin, end - begin), "facet"))
            throw text.error(std::string("a facet stands behind '") + behind + "' in its line; begin it in a line of its own");
        begin = end + 1;
    }
}

void requireWord(MeshText& text, std::string_view wanted, const char* where)
{
    const std::string_view word = text.word();
    if (!isWord(word, wanted))
        throw text.error((word.empty() ? "the file ends" : quotedWord(word) + " stands") + " where '" + std::string(wanted)
                         + "' must be: " + where);
}

/// STL's numbers are of single precision, whichever form they are in: corners that are one in binary are one as text.
double coordinate(MeshText& text)
{
    const std::string_view word = text.word();
    const auto value = static_cast<double>(static_cast<float>(text.number(word)));
    if (!std::isfinite(value))
        throw text.error(quotedWord(word) + " is out of the range of STL's numbers");
    return value;
}

void readFacet(MeshText& text, MeshSoup& soup, const std::string& label)
{
    requireWord(text, "normal", "a facet has a normal");
    for (int i = 0; i < 3; ++i)
        text.word();  // right or wrong, the normal is not used
    requireWord(text, "outer", "a facet is one outer loop");
    requireWord(text, "loop", "a facet is one outer loop");
    MeshElement element(soup, label);
    for (int i = 0; i < 3; ++i)
    {
        requireWord(text, "vertex", "a facet has three vertices");
        const double x = coordinate(text), y = coordinate(text), z = coordinate(text);
        addVertex(soup, Vec3(x, y, z), label, text.lineNumber());
        element.addCorner(static_cast<std::int64_t>(soup.vertices.size()) - 1, text.lineNumber());
    }
    requireWord(text, "endloop", "a facet has three vertices");
    requireWord(text, "endfacet", "a facet is one outer loop");
    element.addTriangles(text.lineNumber());
}

MeshSoup readText(std::string_view bytes, const std::string& label, std::size_t most)
{
    MeshSoup soup;
    soup.most = most;
    MeshText text(bytes, label);
    for (std::string_view word = text.word(); !word.empty(); word = text.word())
    {
        if (!isWord(word, "solid"))
            throw text.error(quotedWord(word) + " stands where 'solid' or the end of the file must be");
        skipName(text, "solid");
        for (word = text.word(); !isWord(word, "endsolid"); word = text.word())
        {
            if (!isWord(word, "facet"))
                throw text.error((word.empty() ? "the file ends" : quotedWord(word) + " stands")
                                 + " where 'facet' or 'endsolid' must be");
            readFacet(text, soup, label);
        }
        skipName(text, "endsolid");
    }
    return soup;
}

MeshSoup readBinary(std::string_view bytes, const std::string& label, std::size_t most)
{
    MeshSoup soup;
    soup.most = most;
    MeshElement element(soup, label);
    for (std::size_t at = kHeaderBytes; at < bytes.size(); at += kTriangleBytes)
    {
        float numbers[12];  // the normal, then three corners
        std::memcpy(numbers, bytes.data() + at, sizeof numbers);
        for (int k = 3; k < 12; k += 3)
        {
            const Vec3 corner(numbers[k], numbers[k + 1], numbers[k + 2]);
            if (!corner.allFinite())
                throw inputError(label, 0,
                                 "triangle " + std::to_string((at - kHeaderBytes) / kTriangleBytes)
                                     + ", counted from 0, has a coordinate that is not finite");
            addVertex(soup, corner, label, 0);
            element.addCorner(static_cast<std::int64_t>(soup.vertices.size()) - 1, 0);
        }
    }
    element.addTriangles(0);
    return soup;
}

}  // namespace

MeshSoup readStl(std::string_view bytes, const std::string& label, std::size_t most)
{
    std::size_t count = 0;
    if (bytes.size() >= kHeaderBytes)
    {
        std::uint32_t number;
        std::memcpy(&number, bytes.data() + kHeaderBytes - sizeof number, sizeof number);
        count = number;
    }
    // The header of a binary file may begin with "solid", too: its size tells, for as text the count would be over 10^8.
    if (bytes.size() >= kHeaderBytes && bytes.size() == kHeaderBytes + kTriangleBytes * count)
        return readBinary(bytes, label, most);
    const std::size_t first = std::min(bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf"), bytes.size());
    if (isWord(bytes.substr(first, 5), "solid") && bytes.find('\0') == std::string_view::npos)
        return readText(bytes, label, most);
    throw inputError(label, 0,
                     "the file has " + std::to_string(bytes.size()) + " bytes; binary STL with its " + std::to_string(count)
                         + " triangles has " + std::to_string(kHeaderBytes + kTriangleBytes * count)
                         + ", and STL as text begins with 'solid'");
}

}  // namespace gapless
