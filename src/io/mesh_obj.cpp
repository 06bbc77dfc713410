// Wavefront OBJ: vertices, faces, lines and points.
//
// Two passes over the text: an index may be of a vertex further down, so all vertices are read first. The second pass counts them again,
// since a negative index counts back from the vertices that stand before it.
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include "io/mesh_soup.h"
#include "io/mesh_text.h"

namespace gapless {
namespace {

using Words = std::vector<std::string_view>;

/// They name, group or paint what other statements draw.
const std::set<std::string_view> kStatementsWithoutGeometry = {
    "vt",     "vn",     "g",     "s",        "o",        "mg",  "mtllib",     "usemtl",
    "maplib", "usemap", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj"};

/// The words of the next statement: a backslash at the end of a line joins the next one to it.
Words statement(MeshText& text)
{
    Words words = text.line('#');
    while (!words.empty() && words.back().back() == '\\')
    {
        words.back().remove_suffix(1);
        if (words.back().empty())
            words.pop_back();
        const Words& next = text.line('#');
        words.insert(words.end(), next.begin(), next.end());
        if (next.empty())
            break;
    }
    return words;
}

/// x y z, with a weight that must be 1, a colour, or both.
Vec3 vertexOf(const Words& words, const MeshText& text)
{
    const std::size_t count = words.size() - 1;
    if (count != 3 && count != 4 && count != 6 && count != 7)
        throw text.error("a vertex has " + std::to_string(count) + " numbers; it must have three");
    for (std::size_t i = 4; i < words.size(); ++i)
        if (const double value = text.number(words[i]); i == 4 && (count == 4 || count == 7) && value != 1.0)
            throw text.error("a vertex has the weight " + std::string(words[i]) + "; only a weight of 1 is taken");
    return text.point(words, 1);
}

/// "7", "7/1", "7//2" or "7/1/2", where a negative number counts back from the last vertex read.
std::int64_t cornerOf(std::string_view word, const MeshText& text, std::size_t vertices)
{
    const std::int64_t index = text.integer(word.substr(0, word.find('/')));
    if (index == 0)
        throw text.error("a corner is the vertex 0; OBJ counts from 1");
    return index > 0 ? index - 1 : static_cast<std::int64_t>(vertices) + index;
}

}  // namespace

MeshSoup readObj(std::string_view bytes, const std::string& label, std::size_t most)
{
    // A face may stand before its vertices.
    MeshSoup soup;
    soup.most = most;
    MeshText first(bytes, label);
    for (Words words = statement(first); !words.empty(); words = statement(first))
        if (words[0] == "v")
            addVertex(soup, vertexOf(words, first), label, first.lineNumber());

    MeshText text(bytes, label);
    MeshElement element(soup, label);
    std::size_t vertices = 0, faces = 0;
    std::optional<std::pair<std::int64_t, std::int64_t>> declared;
    for (Words words = statement(text); !words.empty(); words = statement(text))
    {
        const std::string_view name = words[0];
        const int line = text.lineNumber();
        if (name == "v")
            ++vertices;
        else if (name == "f" || name == "fo" || name == "l" || name == "p")
        {
            for (std::size_t i = 1; i < words.size(); ++i)
                element.addCorner(cornerOf(words[i], text, vertices), line);
            if (name == "l")
                element.addPolyline(line);
            else if (name == "p")
                element.addPoints();
            else
            {
                element.addPolygon(line);
                ++faces;
            }
        }
        // FCL's files begin with the numbers of vertices and faces.
        else if (words.size() == 2 && vertices == 0 && faces == 0 && !declared
                 && std::isdigit(static_cast<unsigned char>(name[0])) != 0)
            declared = {text.integer(name), text.integer(words[1])};
        else if (kStatementsWithoutGeometry.count(name) == 0)
            throw text.error("the statement " + quotedWord(name) + " is not taken; a mesh is of vertices 'v' and faces 'f'");
    }
    if (declared && *declared != std::pair(static_cast<std::int64_t>(vertices), static_cast<std::int64_t>(faces)))
        throw text.error("the file has " + std::to_string(vertices) + " vertices and " + std::to_string(faces)
                         + " faces, and declares others at its head");
    return soup;
}

}  // namespace gapless
