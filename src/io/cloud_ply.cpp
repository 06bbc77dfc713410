// Point clouds of PLY: the element `vertex` of a file without faces.
#include "io/cloud_points.h"
#include "io/input_text.h"
#include "io/ply_rows.h"

namespace gapless {
namespace {

Vec3 readVertex(const PlyElement& element, PlyRows& rows)
{
    Vec3 point = Vec3::Zero();
    rows.beginRow();
    for (const PlyProperty& property : element.properties)
        for (std::int64_t i = rows.count(property); i > 0; --i)
        {
            const double value = rows.number(property.type, true);
            if (const int axis = axisOf(property); axis >= 0)
                point[axis] = value;
        }
    rows.endRow();
    return point;
}

}  // namespace

PointCloud readPlyCloud(std::string_view bytes, const std::string& label, std::size_t most)
{
    MeshText text(bytes, label);
    CloudPoints points(label, most);
    const PlyHeader header = readPlyHeader(text);
    PlyRows rows(header.form, text, label);
    for (const PlyElement& element : header.elements)
    {
        if (element.rows == 0)
            continue;
        const bool vertices = element.name == "vertex";
        if (element.name == "face")
            throw inputError(label, element.line, "the file has faces; give it as a mesh, not as points");
        if (!vertices && !drawsNothing(element))
            throw inputError(label, element.line,
                             "the element '" + element.name + "' is not taken; a cloud is of the element 'vertex'");
        if (element.properties.empty())
            throw inputError(label, element.line, "the element '" + element.name + "' has no properties");
        if (vertices && !hasPoint(element))
            throw inputError(label, element.line, "a vertex must have each of the properties x, y and z once");
        for (std::int64_t row = 0; row < element.rows; ++row)
        {
            const Vec3 point = readVertex(element, rows);
            if (vertices)
                points.add(point, rows.line());
        }
    }
    rows.end();
    return points.take();
}

}  // namespace gapless
