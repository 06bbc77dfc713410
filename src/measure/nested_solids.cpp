#include "measure/nested_solids.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gapless/kinematics/motion.h>

namespace gapless::test {
namespace {

/// A closed shell of radius about `radius` (of its circumscribed ball) about the origin; `inward`: its normals point inwards.
std::pair<std::vector<Vec3>, std::vector<TriangleMesh::Triangle>> shell(Random& random, double radius, bool inward)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    const Mat3 R = random.rotation();
    switch (random.index(3))
    {
        case 0:
            vertices = boxVertices(Vec3::Constant(radius / std::sqrt(3.0)));
            triangles = boxTriangles();
            break;
        case 1:
            vertices = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
            for (Vec3& v : vertices)
                v *= radius / std::sqrt(3.0);
            triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
            break;
        default:
            for (int i = 0; i < 3; ++i)
                for (const double sign : {radius, -radius})
                    vertices.emplace_back(sign * Vec3::Unit(i));
            triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
            break;
    }
    // Turned, so that no edge lies along an axis, but sometimes not: rays along x then meet edges and faces.
    if (random.chance(0.8))
        for (Vec3& v : vertices)
            v = R * v;
    // The tetrahedron's order is checked here rather than by eye.
    double volume = 0.0;
    for (const auto& t : triangles)
        volume += vertices[static_cast<std::size_t>(t[0])].dot(
            vertices[static_cast<std::size_t>(t[1])].cross(vertices[static_cast<std::size_t>(t[2])]));
    if ((volume < 0.0) != inward)
        for (auto& t : triangles)
            std::swap(t[1], t[2]);
    return {vertices, triangles};
}

/// The shapes of one object, gathered shell by shell.
struct Solid
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    std::vector<PlacedShape> shapes;

    void add(const std::vector<Vec3>& v, const std::vector<TriangleMesh::Triangle>& t, const Pose& X)
    {
        const auto first = static_cast<std::int32_t>(vertices.size());
        for (const Vec3& x : v)
            vertices.push_back(X * x);
        for (const auto& triangle : t)
            triangles.push_back({triangle[0] + first, triangle[1] + first, triangle[2] + first});
    }
    /// What was added since becomes one mesh.
    void closeMesh()
    {
        if (!triangles.empty())
            shapes.push_back({meshOf(std::exchange(vertices, {}), std::exchange(triangles, {})), Pose{}});
    }
};

}  // namespace

Case randomCase(Random& random)
{
    Case out;
    SceneBuilder builder;
    const int joints = 1 + random.index(4);
    const BodyIndex first = kWorld.next();
    for (int i = 0; i < joints; ++i)
    {
        constexpr std::array<JointType, 6> kTypes{JointType::Revolute, JointType::Continuous, JointType::Prismatic,
                                                  JointType::Planar,   JointType::Floating,   JointType::Fixed};
        const JointType type =
            i == 0 ? kTypes[static_cast<std::size_t>(random.index(5))] : kTypes[static_cast<std::size_t>(random.index(6))];
        const BodyIndex parent = i == 0 || random.chance(0.2) ? kWorld : BodyIndex(builder.model.bodies().size() - 1);
        std::optional<Mimic> mimic;
        if (i > 0 && random.chance(0.1) && (type == JointType::Revolute || type == JointType::Prismatic)
            && builder.model.body(first).joint.type == JointType::Prismatic && !builder.model.body(first).joint.mimic)
            mimic = Mimic{first, random.uniform(-2, 2), random.uniform(-0.3, 0.3)};
        builder.joint(parent, random.pose(0.4), type, type == JointType::Planar ? Vec3(Vec3::UnitZ()) : random.direction(),
                      mimic);
    }
    out.q0 = randomConfiguration(builder.model, random, 1.0);
    out.q1 = nearbyConfiguration(builder.model, random, out.q0, random.logUniform(1e-3, 2.0));
    out.t = random.chance(0.3) ? random.index(2) : random.unit();
    const Motion motion(builder.model, out.q0, out.q1);

    const int links = 1 + random.index(2), obstacles = 1 + random.index(2);
    std::vector<Solid> solids(static_cast<std::size_t>(links + obstacles));
    std::vector<BodyIndex> body(solids.size(), kWorld);
    const int last = static_cast<int>(builder.model.bodies().size()) - 1;
    for (int i = 0; i < links; ++i)
        body[static_cast<std::size_t>(i)] = BodyIndex(last - (i == 0 ? 0 : random.index(last)));

    const int nests = 1 + random.index(2);
    for (int nest = 0; nest < nests; ++nest)
    {
        const Vec3 p_W = motion.worldPose(body[0], out.t) * random.inCube(0.3);
        double radius = random.logUniform(0.05, 0.6);
        const int shells = 1 + random.index(6);
        // A wall is two shells of one object, the inner one inward; at random the rule is broken.
        auto owner = static_cast<std::size_t>(random.index(static_cast<int>(solids.size())));
        bool inward = false;
        for (int k = 0; k < shells; ++k)
        {
            Solid& solid = solids[owner];
            Pose X_WS{Mat3::Identity(), p_W + random.inCube(0.05 * radius)};
            const auto [v, t] = shell(random, radius, inward != random.chance(0.1));
            solid.add(v, t, motion.worldPose(body[owner], out.t).inverse() * X_WS);
            if (random.chance(0.4))
                solid.closeMesh();
            radius *= random.uniform(random.chance(0.2) ? 0.6 : 0.1, random.chance(0.3) ? 1.1 : 0.6);
            if (!inward && random.chance(0.6))
                inward = true;
            else
            {
                inward = false;
                owner = static_cast<std::size_t>(random.index(static_cast<int>(solids.size())));
            }
        }
        // Something that may lie in the innermost.
        if (random.chance(0.3))
            solids[owner].shapes.push_back(
                {random.chance(0.5) ? Shape(Sphere{0.3 * radius}) : Shape(Box{Vec3::Constant(0.2 * radius)}),
                 motion.worldPose(body[owner], out.t).inverse() * Pose{random.rotation(), p_W}});
    }
    for (std::size_t i = 0; i < solids.size(); ++i)
    {
        solids[i].closeMesh();
        if (random.chance(0.1))
            solids[i].shapes.push_back({randomShape(random, 0.1), random.pose(0.5)});
        if (!solids[i].shapes.empty())
        {
            const bool is_link = i < static_cast<std::size_t>(links);
            builder.objects.push_back({(is_link ? "link_" : "obstacle_") + std::to_string(i),
                                       body[i],
                                       is_link ? ObjectKind::Link : ObjectKind::Obstacle,
                                       std::make_shared<CollisionGeometry>(solids[i].shapes, "shells"),
                                       {}});
        }
    }
    builder.clearances.all = random.chance(0.3) ? random.logUniform(1e-6, 0.02) : 0.0;
    out.scene = builder.build();
    return out;
}

}  // namespace gapless::test
