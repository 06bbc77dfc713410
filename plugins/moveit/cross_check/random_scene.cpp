#include "random_scene.h"

#include <cmath>

#include <geometric_shapes/shapes.h>
#include <octomap/OcTree.h>

namespace gapless_moveit {

namespace {

using Random = std::mt19937_64;

double uniform(Random& random, double low, double high)
{
    return std::uniform_real_distribution<double>(low, high)(random);
}

Eigen::Isometry3d randomPose(Random& random, double reach)
{
    std::normal_distribution<double> normal;
    const auto shift = [&] { return uniform(random, -reach, reach); };
    Eigen::Quaterniond turn(normal(random), normal(random), normal(random), normal(random));
    return Eigen::Translation3d(shift(), shift(), shift()) * turn.normalized();
}

/// A tetrahedron: closed, or with a face missing.
shapes::ShapeConstPtr randomMesh(Random& random, double size)
{
    const bool open = random() % 2 == 0;
    auto mesh = std::make_shared<shapes::Mesh>(4, open ? 3 : 4);
    const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const unsigned int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (unsigned int i = 0; i < 12; ++i)
        mesh->vertices[i] = size * (corners[i / 3][i % 3] - 0.25 + uniform(random, -0.1, 0.1));
    for (unsigned int i = 0; i < 3 * mesh->triangle_count; ++i)
        mesh->triangles[i] = faces[i / 3][i % 3];
    mesh->computeTriangleNormals();
    mesh->computeVertexNormals();
    return mesh;
}

shapes::ShapeConstPtr randomOctree(Random& random, double size)
{
    const auto octree = std::make_shared<octomap::OcTree>(0.05);
    for (int i = 0; i < 40; ++i)
        octree->updateNode(
            octomap::point3d(static_cast<float>(uniform(random, -size, size)), static_cast<float>(uniform(random, -size, size)),
                             static_cast<float>(uniform(random, -size, size))),
            i % 4 != 0);
    octree->prune();
    return std::make_shared<shapes::OcTree>(octree);
}

shapes::ShapeConstPtr randomShape(Random& random, double size, bool of_world)
{
    const auto extent = [&] { return uniform(random, 0.2, 1.0) * size; };
    switch (random() % (of_world ? 7 : 5))
    {
        case 0: return std::make_shared<shapes::Box>(extent(), extent(), extent());
        case 1: return std::make_shared<shapes::Sphere>(0.5 * extent());
        case 2: return std::make_shared<shapes::Cylinder>(0.5 * extent(), extent());
        case 3: return std::make_shared<shapes::Cone>(0.5 * extent(), extent());
        case 4: return randomMesh(random, size);
        case 5: return randomOctree(random, size);
        default:
            return std::make_shared<shapes::Plane>(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1), 0.0);
    }
}

}  // namespace

planning_scene::PlanningScenePtr randomScene(const moveit::core::RobotModelConstPtr& model, const std::string& link,
                                             Random& random)
{
    const auto scene = std::make_shared<planning_scene::PlanningScene>(model);
    const int objects = 1 + static_cast<int>(random() % 3);
    for (int i = 0; i < objects; ++i)
    {
        const std::string name = "object_" + std::to_string(i);
        const bool is_double = random() % 2 == 0;
        bool has_plane = false;
        for (int k = 0; k < (is_double && !has_plane ? 2 : 1); ++k)
        {
            // FCL crashes where a plane is registered together with another shape.
            const shapes::ShapeConstPtr shape = randomShape(random, 0.3, k == 0);
            has_plane = shape->type == shapes::PLANE;
            // A plane through the robot is in collision with everything: it goes behind the base.
            Eigen::Isometry3d pose = randomPose(random, 0.9);
            if (shape->type == shapes::PLANE)
            {
                const auto& plane = static_cast<const shapes::Plane&>(*shape);
                pose = Eigen::Translation3d(uniform(random, 0.5, 0.9) * Eigen::Vector3d(plane.a, plane.b, plane.c).normalized());
            }
            scene->getWorldNonConst()->addToObject(name, shape, pose);
        }
    }
    const double padding = random() % 2 ? uniform(random, 0.0, 0.04) : 0.0,
                 scale = random() % 3 ? 1.0 : uniform(random, 1.0, 1.2);
    scene->getCollisionEnvNonConst()->setPadding(padding);
    scene->getCollisionEnvNonConst()->setScale(scale);
    scene->propogateRobotPadding();

    moveit::core::RobotState& state = scene->getCurrentStateNonConst();
    state.setToDefaultValues();
    if (random() % 4)
        state.attachBody("attached", randomPose(random, 0.1), {randomShape(random, 0.15, false)}, {randomPose(random, 0.05)},
                         std::set<std::string>{link}, link);
    state.update();
    collision_detection::AllowedCollisionMatrix& matrix = scene->getAllowedCollisionMatrixNonConst();
    const std::vector<std::string>& links = model->getLinkModelNamesWithCollisionGeometry();
    matrix.setEntry(links[random() % links.size()], "object_0", true);
    if (random() % 2)
        matrix.setDefaultEntry(links[random() % links.size()], true);
    return scene;
}

}  // namespace gapless_moveit
