// Robots and scenes written in a few lines of code.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gapless/collision/scene.h>

namespace gapless::test {

inline Pose at(double x, double y, double z)
{
    return {Mat3::Identity(), Vec3(x, y, z)};
}

inline std::shared_ptr<const TriangleMesh> meshOf(std::vector<Vec3> vertices, std::vector<TriangleMesh::Triangle> triangles)
{
    return std::make_shared<TriangleMesh>(std::move(vertices), std::move(triangles), "test mesh");
}

inline std::vector<Vec3> boxVertices(const Vec3& half, const Vec3& centre = Vec3::Zero())
{
    std::vector<Vec3> v;
    for (int i = 0; i < 8; ++i)
        v.push_back(centre + Vec3(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z()));
    return v;
}

/// Outward facing triangles of a box whose vertices are boxVertices().
inline std::vector<TriangleMesh::Triangle> boxTriangles(int first = 0, bool inward = false)
{
    std::vector<TriangleMesh::Triangle> out = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                               {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    for (auto& t : out)
    {
        for (auto& i : t)
            i += first;
        if (inward)
            std::swap(t[1], t[2]);
    }
    return out;
}

inline std::shared_ptr<const TriangleMesh> boxMesh(const Vec3& half, const Vec3& centre = Vec3::Zero())
{
    return meshOf(boxVertices(half, centre), boxTriangles());
}

/// The box mesh with a box-shaped cavity in it: winding number 1 in the wall, 0 in the cavity.
inline std::shared_ptr<const TriangleMesh> hollowBoxMesh(const Vec3& half, const Vec3& cavity)
{
    auto vertices = boxVertices(half);
    for (const Vec3& v : boxVertices(cavity))
        vertices.push_back(v);
    auto triangles = boxTriangles();
    for (const auto& t : boxTriangles(8, true))
        triangles.push_back(t);
    return meshOf(vertices, triangles);
}

inline std::shared_ptr<const TriangleMesh> triangleMesh(const Vec3& a, const Vec3& b, const Vec3& c)
{
    return meshOf({a, b, c}, {{0, 1, 2}});
}

inline std::shared_ptr<const CollisionGeometry> geometryOf(const Shape& shape, const Pose& X_BS = {})
{
    return std::make_shared<CollisionGeometry>(std::vector<PlacedShape>{{shape, X_BS}}, "test geometry");
}

class SceneBuilder
{
public:
    /// Adds a body of robot 0.
    BodyIndex joint(BodyIndex parent, const Pose& X_PJ, JointType type, const Vec3& axis = Vec3::UnitZ(),
                    std::optional<Mimic> mimic = {})
    {
        Joint j;
        j.name = "joint_" + std::to_string(model.bodies().size());
        j.type = type;
        j.axis = axis;
        j.mimic = mimic;
        return model.addBody("body_" + std::to_string(model.bodies().size()), parent, X_PJ, j, 0);
    }
    /// A link on a body, below the first link of the nearest body above that has one; links of one body are siblings.
    SceneBuilder& link(const std::string& name, BodyIndex body, std::vector<PlacedShape> shapes)
    {
        objects.push_back({name, body, ObjectKind::Link, std::make_shared<CollisionGeometry>(shapes, name), {}, linkAbove(body)});
        return *this;
    }
    SceneBuilder& link(const std::string& name, BodyIndex body, const Shape& shape, const Pose& X_BS = {})
    {
        return link(name, body, std::vector<PlacedShape>{{shape, X_BS}});
    }
    SceneBuilder& obstacle(const std::string& name, const Shape& shape, const Pose& X_WS = {})
    {
        objects.push_back({name,
                           kWorld,
                           ObjectKind::Obstacle,
                           std::make_shared<CollisionGeometry>(std::vector<PlacedShape>{{shape, X_WS}}, name),
                           {}});
        return *this;
    }
    std::shared_ptr<const Scene> build() const { return std::make_shared<Scene>(model, objects, allowed, clearances); }

    std::string linkAbove(BodyIndex body) const
    {
        while ((body = model.body(body).parent) != kWorld)
            for (const CollisionObject& object : objects)
                if (object.kind == ObjectKind::Link && object.body == body)
                    return object.name;
        return {};
    }

    KinematicModel model;
    std::vector<CollisionObject> objects;
    AllowedCollisionMatrix allowed;
    Clearances clearances;
};

inline Configuration configuration(std::initializer_list<double> values)
{
    Configuration q(static_cast<Eigen::Index>(values.size()));
    Eigen::Index i = 0;
    for (double v : values)
        q[i++] = v;
    return q;
}

}  // namespace gapless::test
