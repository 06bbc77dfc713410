#include "arm_roadmap.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace gapless::test {

Problem problemOf(const ArmWorld& world)
{
    KinematicModel model;
    // Of the robot, or what is on it would be none of its own links.
    const BodyIndex foot = world.base > 0.0 ? model.addBody("foot", kWorld, Pose(), Joint(), 0) : kWorld;
    const BodyIndex upper =
        model.addBody("upper", foot, Pose(), joint("shoulder", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    const BodyIndex lower =
        model.addBody("lower", upper, at(1, 0, 0), joint("elbow", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    std::vector<CollisionObject> objects{{"upper", upper, ObjectKind::Link, rod(1.0, world.radius), {}},
                                         {"lower", lower, ObjectKind::Link, rod(1.0, world.radius), {}, "upper"}};
    std::vector<ObjectIndex> fixed;
    for (const Post& p : world.posts)
    {
        if (p.fixed)
            fixed.emplace_back(objects.size());
        objects.push_back({p.name, kWorld, ObjectKind::Obstacle, post(Vec3(p.x, p.y, 0), p.radius), {}});
    }
    if (world.part > 0.0)
        objects.push_back({"part",
                           model.addBody("tip", lower, at(1, 0, 0), Joint(), 0),
                           ObjectKind::Attached,
                           ball(world.part),
                           {"lower", "upper"}});
    if (world.base > 0.0)
    {
        objects.push_back({"base", foot, ObjectKind::Link, ball(world.base), {}});
        objects[0].parent_link = "base";
    }
    Clearances clearances;
    clearances.all = world.clearance;
    clearances.self = world.self;
    Problem problem = problemOf(model, objects);
    problem.scene = std::make_shared<const Scene>(std::move(model), std::move(objects), AllowedCollisionMatrix(), clearances);
    problem.fixed = fixed;
    return problem;
}

RoadmapBuildOptions smallRoadmap()
{
    RoadmapBuildOptions options;
    options.nodes = 250;
    options.neighbors = 6;
    options.cell = 0.1;
    return options;
}

std::string contentOfFile(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::shared_ptr<const LoadedRoadmap> armRoadmap(const Problem& problem, const std::string& file,
                                                const RoadmapBuildOptions& options)
{
    if (!buildRoadmap(problem, file, options).is_complete)
        throw std::runtime_error("the roadmap is not complete");
    return loadRoadmap(file);
}

}  // namespace gapless::test
