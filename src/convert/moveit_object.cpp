#include "convert/moveit_object.h"

#include "core/lower_case.h"
#include "io/input_text.h"

namespace gapless {
namespace {

using nlohmann::json;

json list(const Vec3& v)
{
    return json::array({v.x(), v.y(), v.z()});
}

std::vector<double> readDimensions(const YamlMap& map, const std::string& of, std::size_t count, const char* meaning)
{
    const YamlNode& node = map.require("dimensions");
    std::vector<double> values = readNumbers(node, map.label(), "dimensions of " + of, count);
    for (const double value : values)
        if (!(value > 0.0))
            throw inputError(
                map.label(), node.line,
                "dimensions of " + of + " has " + formatNumber(value) + "; they are " + meaning + ", each greater than 0");
    return values;
}

json readPrimitive(const YamlNode& node, const std::string& label, const std::string& of)
{
    const YamlMap map(node, label, "a primitive of " + of, {"type", "dimensions", "polygon"});
    const YamlNode& type_node = map.require("type");
    const std::string type = lowerCase(readName(type_node, label, "type"));
    // The numbers are those of shape_msgs/SolidPrimitive.
    if (type == "box" || type == "1")
    {
        const auto size = readDimensions(map, "a box of " + of, 3, "the sizes along x, y, z");
        return {{"type", "box"}, {"size", size}};
    }
    if (type == "sphere" || type == "2")
        return {{"type", "sphere"}, {"radius", readDimensions(map, "a sphere of " + of, 1, "the radius")[0]}};
    for (const auto& [name, number] : {std::pair("cylinder", "3"), std::pair("cone", "4")})
        if (type == name || type == number)
        {
            const auto size = readDimensions(map, std::string("a ") + name + " of " + of, 2, "height and radius");
            return {{"type", name}, {"length", size[0]}, {"radius", size[1]}};
        }
    if (type == "prism" || type == "5")
        throw inputError(label, type_node.line,
                         "'" + type_node.text + "' of " + of + " has no exact counterpart; give a mesh, or a box around it");
    throw inputError(label, type_node.line,
                     "unknown primitive type '" + type_node.text + "' of " + of + "; known are box, sphere, cylinder and cone");
}

json readTriangle(const YamlNode& node, const std::string& label, const std::string& of, std::size_t vertices)
{
    const YamlNode* indices = &node;
    if (node.kind == YamlNode::Kind::Map)
        indices = &YamlMap(node, label, "a triangle of " + of, {"vertex_indices"}).require("vertex_indices");
    json triangle = json::array();
    for (const double index : readNumbers(*indices, label, "a triangle of " + of, 3))
    {
        if (index < 0.0 || index >= static_cast<double>(vertices)
            || index != static_cast<double>(static_cast<std::size_t>(index)))
            throw inputError(label, indices->line,
                             "a triangle of " + of + " has the vertex index " + formatNumber(index) + ", but there are "
                                 + std::to_string(vertices) + " vertices");
        triangle.push_back(static_cast<std::size_t>(index));
    }
    return triangle;
}

json readMesh(const YamlNode& node, const std::string& label, const std::string& of)
{
    const YamlMap map(node, label, "a mesh of " + of, {"resource", "dimensions", "triangles", "vertices"});
    if (const YamlNode* resource = given(map, "resource"))
    {
        json shape = {{"type", "mesh"}, {"resource", readName(*resource, label, "resource")}, {"scale", {1.0, 1.0, 1.0}}};
        if (given(map, "dimensions"))
            shape["scale"] = readDimensions(map, "a mesh of " + of, 3, "the scales along x, y, z");
        return shape;
    }
    json vertices = json::array(), triangles = json::array();
    for (const auto& vertex : readList(map.require("vertices"), label, "vertices of " + of))
        vertices.push_back(list(readPoint(*vertex, label, "a vertex of " + of)));
    for (const auto& triangle : readList(map.require("triangles"), label, "triangles of " + of))
        triangles.push_back(readTriangle(*triangle, label, of, vertices.size()));
    if (triangles.empty())
        throw inputError(label, node.line, "a mesh of " + of + " has no triangles; give some, or a resource");
    return {{"type", "mesh"}, {"vertices", vertices}, {"triangles", triangles}};
}

/// Shapes under one key with the poses under another. As in newer MoveIt all poses may be left out: they are then zero.
void readShapes(const YamlMap& map, const std::string& of, const char* shapes_key, const char* poses_key,
                json (*read)(const YamlNode&, const std::string&, const std::string&), std::vector<MoveitShape>& shapes)
{
    const auto& items = listOf(map, shapes_key);
    const auto& poses = listOf(map, poses_key);
    if (poses.size() != items.size() && !poses.empty())
        throw inputError(map.label(), given(map, poses_key)->line,
                         of + " has " + std::to_string(poses.size()) + " " + poses_key + " for " + std::to_string(items.size())
                             + " " + shapes_key + "; give one for each");
    for (std::size_t i = 0; i < items.size(); ++i)
    {
        MoveitShape shape;
        shape.line = items[i]->line;
        shape.shape = read(*items[i], map.label(), of);
        if (!poses.empty())
            shape.pose = readMessagePose(*poses[i], map.label(), "a pose of " + of);
        shapes.push_back(std::move(shape));
    }
}

}  // namespace

MoveitObject readMoveitObject(const YamlNode& node, const std::string& label)
{
    const YamlMap map(node, label, "a collision object",
                      {"header", "pose", "id", "type", "primitives", "primitive_poses", "meshes", "mesh_poses", "planes",
                       "plane_poses", "subframe_names", "subframe_poses", "operation"});
    MoveitObject object;
    object.line = node.line;
    object.id = readName(map.require("id"), label, "id");
    const std::string of = "object '" + object.id + "'";
    if (const YamlNode* operation = given(map, "operation"))
        if (const std::string name = lowerCase(readName(*operation, label, "operation")); name != "add" && name != "0")
            throw inputError(label, operation->line,
                             of + " has the operation '" + name + "'; only objects to be added can be converted");
    if (!listOf(map, "planes").empty())
        throw inputError(label, given(map, "planes")->line,
                         of + " has a plane, which is no body; give a box that is large enough");
    object.frame = readFrame(map);
    if (const YamlNode* pose = given(map, "pose"))
        object.pose = readMessagePose(*pose, label, "pose of " + of);
    readShapes(map, of, "primitives", "primitive_poses", readPrimitive, object.shapes);
    readShapes(map, of, "meshes", "mesh_poses", readMesh, object.shapes);
    if (object.shapes.empty())
        throw inputError(label, node.line, of + " has no shape; give primitives or meshes");
    return object;
}

}  // namespace gapless
