// Random robots (trees with every joint type), random obstacles and random motions.
#pragma once

#include "random_input.h"
#include "scene_builder.h"

namespace gapless::test {

/// A closed mesh (tetrahedron, box) or a surface (fan of triangles, some degenerate).
inline std::shared_ptr<const TriangleMesh> randomMesh(Random& random, double size)
{
    switch (random.index(3))
    {
        case 0:
            return boxMesh(Vec3(random.uniform(0.1, 1) * size, random.uniform(0.1, 1) * size, random.uniform(0.1, 1) * size),
                           random.inCube(0.3 * size));
        case 1:
        {
            const Vec3 c = random.inCube(0.3 * size);
            std::vector<Vec3> v;
            for (int i = 0; i < 4; ++i)
                v.push_back(c + random.direction() * size);
            return meshOf(v, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
        }
        default:
        {
            std::vector<Vec3> v = {random.inCube(size), random.inCube(size)};
            std::vector<TriangleMesh::Triangle> t;
            const int count = 1 + random.index(6);
            for (int i = 0; i < count; ++i)
            {
                // A third of them slivers or degenerate.
                const double kind = random.unit();
                v.push_back(kind < 0.1   ? v[0]
                            : kind < 0.3 ? Vec3(0.5 * v[0] + 0.5 * v.back() + random.inCube(1e-9 * size))
                                         : random.inCube(size));
                t.push_back({0, i + 1, i + 2});
            }
            return meshOf(v, t);
        }
    }
}

inline Shape randomShape(Random& random, double size)
{
    switch (random.index(8))
    {
        case 0: return Box{Vec3(random.uniform(0.05, 1) * size, random.uniform(0.05, 1) * size, random.uniform(0.05, 1) * size)};
        case 1: return Sphere{random.uniform(0.1, 1) * size};
        case 2: return Cylinder{random.uniform(0.05, 0.7) * size, random.uniform(0.05, 1) * size};
        case 3: return Capsule{random.uniform(0.05, 0.5) * size, random.uniform(0.05, 1) * size};
        case 4: return Cone{random.uniform(0.05, 0.7) * size, random.uniform(0.05, 1) * size};
        default: return randomMesh(random, size);
    }
}

struct RandomRobotOptions
{
    int min_bodies = 1, max_bodies = 6;
    bool floating_and_planar = true;
    double base_offset = 0.0;
    double scale = 1.0;
};

/// Adds a tree of moving bodies to the builder; every joint type occurs.
inline void addRandomRobot(SceneBuilder& builder, Random& random, const RandomRobotOptions& options = {})
{
    const int bodies = options.min_bodies + random.index(options.max_bodies - options.min_bodies + 1);
    std::vector<BodyIndex> own, masters;
    for (int i = 0; i < bodies; ++i)
    {
        const BodyIndex parent = own.empty() || random.chance(0.1)
                                     ? kWorld
                                     : own[own.size() - 1 - static_cast<std::size_t>(random.index(own.size() > 1 ? 2 : 1))];
        Pose X = random.pose(0.5 * options.scale);
        if (parent == kWorld)
            X.p += Vec3(options.base_offset, -options.base_offset, 0.5 * options.base_offset);
        const double kind = random.unit();
        JointType type = JointType::Revolute;
        if (kind < 0.15)
            type = JointType::Continuous;
        else if (kind < 0.35)
            type = JointType::Prismatic;
        else if (kind < 0.42)
            type = JointType::Fixed;
        else if (kind < 0.5 && options.floating_and_planar)
            type = JointType::Planar;
        else if (kind < 0.6 && options.floating_and_planar)
            type = JointType::Floating;
        std::optional<Mimic> mimic;
        if (!masters.empty() && (type == JointType::Revolute || type == JointType::Prismatic) && random.chance(0.2))
        {
            const BodyIndex master = masters[static_cast<std::size_t>(random.index(static_cast<int>(masters.size())))];
            // A slide that follows a continuous joint would jump at its wrap: the model refuses it.
            if (type == JointType::Revolute || builder.model.body(master).joint.type != JointType::Continuous)
                mimic = Mimic{master, static_cast<double>(random.index(5) - 2), random.uniform(-0.5, 0.5) * options.scale};
        }
        const bool planar = type == JointType::Planar;
        own.push_back(builder.joint(parent, X, type, planar ? Vec3(Vec3::UnitZ()) : random.direction(), mimic));
        if (!mimic && (type == JointType::Revolute || type == JointType::Continuous || type == JointType::Prismatic))
            masters.push_back(own.back());
        if (random.chance(0.8))
        {
            std::vector<PlacedShape> shapes;
            for (int s = 1 + random.index(2); s > 0; --s)
                shapes.push_back({randomShape(random, 0.3 * options.scale), random.pose(0.3 * options.scale)});
            builder.link("link_" + std::to_string(own.back().value()), own.back(), shapes);
        }
    }
}

inline void addRandomObstacles(SceneBuilder& builder, Random& random, int count, double spread, double size, const Vec3& about)
{
    for (int i = 0; i < count; ++i)
    {
        Pose X = random.pose(spread);
        X.p += about;
        builder.obstacle("obstacle_" + std::to_string(i), randomShape(random, size), X);
    }
}

/// A configuration with angles in (-pi, pi), translations within `extent` metres.
inline Configuration randomConfiguration(const KinematicModel& model, Random& random, double extent)
{
    Configuration q(model.configurationSize());
    for (const Body& body : model.bodies())
    {
        if (!body.variable)
            continue;
        const int v = *body.variable;
        switch (body.joint.type)
        {
            case JointType::Fixed: break;
            case JointType::Revolute:
            case JointType::Continuous: q[v] = random.uniform(-3.14, 3.14); break;
            case JointType::Prismatic: q[v] = random.uniform(-extent, extent); break;
            case JointType::Planar:
                q[v] = random.uniform(-extent, extent);
                q[v + 1] = random.uniform(-extent, extent);
                q[v + 2] = random.uniform(-3.14, 3.14);
                break;
            case JointType::Floating:
                for (int i = 0; i < 3; ++i)
                    q[v + i] = random.uniform(-extent, extent);
                q.segment<4>(v + 3) = random.quaternion().coeffs();
                break;
        }
    }
    return q;
}

/// A second configuration at most `step` from q (radians, metres) in every variable.
inline Configuration nearbyConfiguration(const KinematicModel& model, Random& random, const Configuration& q, double step)
{
    Configuration out = q;
    for (const Body& body : model.bodies())
    {
        if (!body.variable)
            continue;
        const int count = variableCount(body.joint.type), v = *body.variable;
        for (int i = 0; i < std::min(count, 3); ++i)
            out[v + i] += random.uniform(-step, step);
        if (body.joint.type == JointType::Continuous)
            out[v] = std::remainder(out[v], 2 * M_PI);
        if (body.joint.type == JointType::Planar)
            out[v + 2] = std::remainder(out[v + 2], 2 * M_PI);
        if (body.joint.type == JointType::Floating)
        {
            const Eigen::Quaterniond turn(Eigen::AngleAxisd(random.uniform(-step, step), random.direction()));
            out.segment<4>(v + 3) = (turn * Eigen::Quaterniond(Eigen::Vector4d(q.segment<4>(v + 3)))).normalized().coeffs();
        }
    }
    return out;
}

/// Of a robot whose joints have one variable each.
inline Configuration randomWithinLimits(const KinematicModel& model, Random& random)
{
    Configuration q = model.defaultConfiguration();
    for (const Body& body : model.bodies())
        if (body.variable)
        {
            const bool limited = !body.joint.lower.empty();
            q[*body.variable] = random.uniform(limited ? body.joint.lower[0] : -3.14, limited ? body.joint.upper[0] : 3.14);
        }
    return q;
}

}  // namespace gapless::test
