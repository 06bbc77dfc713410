// Meshes of PLY. Faces are kept until the end, since their element may stand before the vertices'.
#include <algorithm>
#include <cmath>

#include "io/input_text.h"
#include "io/mesh_soup.h"
#include "io/ply_rows.h"

namespace gapless {
namespace {

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
        const PlyHeader header = readPlyHeader(text_);
        PlyRows rows(header.form, text_, label_);
        for (const PlyElement& element : header.elements)
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

    void readElement(const PlyElement& element, PlyRows& rows)
    {
        const bool vertices = element.name == "vertex", faces = element.name == "face";
        if (element.rows > 0 && element.properties.empty())
            throw inputError(label_, element.line, "the element '" + element.name + "' has no properties");
        if (element.rows > 0 && !vertices && !faces && !drawsNothing(element))
            throw inputError(label_, element.line,
                             "the element '" + element.name + "' is not taken; a mesh is of the elements 'vertex' and 'face'");
        const auto lists = std::count_if(element.properties.begin(), element.properties.end(), isCorners);
        if (vertices && !hasPoint(element))
            throw inputError(label_, element.line, "a vertex must have each of the properties x, y and z once");
        if (faces && element.rows > 0 && lists != 1)
            throw inputError(label_, element.line, "a face must have one list 'vertex_indices'");
        for (std::int64_t row = 0; row < element.rows; ++row)
            readRow(element, vertices, faces, rows);
    }

    static bool isCorners(const PlyProperty& property)
    {
        return property.count && (property.name == "vertex_indices" || property.name == "vertex_index");
    }

    void readRow(const PlyElement& element, bool vertices, bool faces, PlyRows& rows)
    {
        Vec3 vertex = Vec3::Zero();
        Face face;
        rows.beginRow();
        for (const PlyProperty& property : element.properties)
        {
            const bool corners = faces && isCorners(property);
            const int axis = vertices ? axisOf(property) : -1;
            for (std::int64_t i = rows.count(property); i > 0; --i)
            {
                const double value = rows.number(property.type);
                if (corners && !(std::abs(value) < 1e15 && value == std::floor(value)))
                    throw inputError(label_, rows.line(), "a corner of a face is the vertex " + formatNumber(value));
                if (corners)
                    face.corners.push_back(static_cast<std::int64_t>(value));
                if (axis >= 0)
                    vertex[axis] = value;
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
