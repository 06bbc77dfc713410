#include "conversion/converted_shapes.h"

#include <algorithm>

#include <gapless/core/error.h>

namespace gapless_moveit {

namespace {

using gapless::InputError;
using gapless::PlacedShape;
using gapless::Pose;
using gapless::Vec3;

struct ShapeConverter
{
    const Pose& X_BS;
    double plane_reach;
    const std::string& name;
    std::vector<PlacedShape>& result;

    template <class Primitive>
    void operator()(const Primitive& primitive)
    {
        result.push_back({primitive, X_BS});
    }
    void operator()(const std::shared_ptr<const gapless::TriangleMesh>& mesh)
    {
        if (mesh)
            result.push_back({mesh, X_BS});
    }
    void operator()(const OccupiedCubes& octree)
    {
        for (const OccupiedCubes::Cube& cube : octree.cubes)
            result.push_back({gapless::Box{Vec3::Constant(0.5 * cube.side)}, {X_BS.R, X_BS * cube.centre}});
    }
    void operator()(const Plane& plane)
    {
        if (!(plane_reach > 0.0))
            throw InputError("'" + name
                             + "' is a plane on a body of the robot; planes are certified as objects of the world only");
        if (plane.offset != 0.0)
            throw InputError(
                "'" + name + "' is a plane with the offset " + std::to_string(plane.offset)
                + ", which MoveIt's messages and its FCL take with opposite signs; give the plane a pose and the offset 0");
        const double length = plane.normal.norm();
        if (!(length > 0.0) || !std::isfinite(length))
            throw InputError("'" + name + "' is a plane whose normal is zero or not finite");
        // In the model frame, which is that of the body: about the foot of the origin on the plane.
        const Vec3 n = X_BS.R * (plane.normal / length), foot = n * n.dot(X_BS.p);
        const Vec3 u = plane_reach * n.unitOrthogonal(), v = n.cross(u);
        using Triangle = gapless::TriangleMesh::Triangle;
        result.push_back({std::make_shared<const gapless::TriangleMesh>(
                              std::vector<Vec3>{foot - u - v, foot + u - v, foot + u + v, foot - u + v},
                              std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}, name),
                          Pose()});
    }
};

}  // namespace

std::vector<PlacedShape> convertShapes(const std::vector<PlacedDescribedShape>& shapes, const Pose& X_BO, double plane_reach,
                                       const std::string& name)
{
    std::vector<PlacedShape> result;
    for (const PlacedDescribedShape& placed : shapes)
    {
        const Pose X_BS = X_BO * placed.pose;
        std::visit(ShapeConverter{X_BS, plane_reach, name, result}, placed.shape);
    }
    return result;
}

bool hasPlane(const std::vector<PlacedDescribedShape>& shapes)
{
    return std::any_of(shapes.begin(), shapes.end(),
                       [](const PlacedDescribedShape& placed) { return std::holds_alternative<Plane>(placed.shape); });
}

}  // namespace gapless_moveit
