// Balls that slide in the plane z = 0, one robot each, among obstacles: distances are known in closed form.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <gapless/multirobot/discretized_path.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/ompl/state_space_factory.h>

#include "support/scene_builder.h"

namespace gapless::test {

using Point = std::array<double, 2>;

struct Disc
{
    Point start, goal;
    double radius = 0.1;
};

struct DiscWorld
{
    std::vector<Disc> discs;
    std::vector<CollisionObject> obstacles = {};
    double half_side = 1.0;  // of the square that they slide in
    Clearances clearances = {};
};

inline CollisionObject wall(const std::string& name, const Point& centre, const Point& half)
{
    return {name, kWorld, ObjectKind::Obstacle, geometryOf(Box{Vec3(half[0], half[1], 1.0)}, at(centre[0], centre[1], 0.0)), {}};
}

inline Problem problemOf(const DiscWorld& world)
{
    KinematicModel model;
    std::vector<CollisionObject> objects;
    Problem problem;
    problem.file = "discs";
    std::vector<double> start, goal;
    for (std::size_t i = 0; i < world.discs.size(); ++i)
    {
        const std::string name = "disc_" + std::to_string(i + 1);
        BodyIndex body = kWorld;
        for (int axis = 0; axis < 2; ++axis)
        {
            Joint slide;
            slide.name = name + (axis == 0 ? "/x" : "/y");
            slide.type = JointType::Prismatic;
            slide.axis = Vec3::Unit(axis);
            slide.lower = {-world.half_side};
            slide.upper = {world.half_side};
            body = model.addBody(name + (axis == 0 ? "/carriage" : "/body"), body, Pose(), slide, static_cast<int>(i));
            problem.joints.push_back({slide.name, body, *model.body(body).variable, 1});
            start.push_back(world.discs[i].start[static_cast<std::size_t>(axis)]);
            goal.push_back(world.discs[i].goal[static_cast<std::size_t>(axis)]);
        }
        objects.push_back({name, body, ObjectKind::Link, geometryOf(Sphere{world.discs[i].radius}), {}});
    }
    objects.insert(objects.end(), world.obstacles.begin(), world.obstacles.end());
    problem.scene =
        std::make_shared<const Scene>(std::move(model), std::move(objects), AllowedCollisionMatrix(), world.clearances);
    problem.start = Eigen::Map<const Configuration>(start.data(), static_cast<Eigen::Index>(start.size()));
    problem.goal = Eigen::Map<const Configuration>(goal.data(), static_cast<Eigen::Index>(goal.size()));
    problem.has_start = true;
    return problem;
}

/// Two cars, each of one shape, whose base frames are `apart` from each other along x; start and goal are the origin.
inline Problem twoCars(const Steering& steering, const PlacedShape& shape, const Point& half_area, double apart = 0.0)
{
    KinematicModel model;
    std::vector<CollisionObject> objects;
    Problem problem;
    problem.file = "cars";
    for (int i = 0; i < 2; ++i)
    {
        const std::string name = "car_" + std::to_string(i);
        Joint base;
        base.name = name + "/base";
        base.type = JointType::Planar;
        base.lower = {-half_area[0], -half_area[1]};
        base.upper = {half_area[0], half_area[1]};
        const BodyIndex body = model.addBody(name, kWorld, at(apart * i, 0.0, 0.0), base, i);
        objects.push_back({name, body, ObjectKind::Link, geometryOf(shape.shape, shape.X_BS), {}});
        problem.joints.push_back({base.name, body, *model.body(body).variable, 3, steering});
    }
    problem.scene = std::make_shared<const Scene>(std::move(model), std::move(objects));
    problem.start = Configuration::Zero(6);
    problem.goal = problem.start;
    problem.has_start = true;
    return problem;
}

constexpr double kTolerance = 1e-3;

/// A group with roadmaps that a test fills.
struct DiscGroup
{
    explicit DiscGroup(const DiscWorld& world) : DiscGroup(problemOf(world)) {}
    explicit DiscGroup(const Problem& problem, bool share = false)
        : group(problem), roadmaps(makeRoadmaps(group, kTolerance, ValidatorKind::Adaptive, share))
    {
        table = std::make_unique<InterferenceTable>(group, roadmaps, kTolerance);
    }

    RobotRoadmap::Node add(RobotIndex robot, const Configuration& q, std::size_t neighbours)
    {
        return roadmaps[robot]->add(q, neighbours, ompl::base::plannerNonTerminatingCondition()).value();
    }

    void grow(std::size_t nodes, std::size_t neighbours)
    {
        for (const auto& roadmap : roadmaps)
            roadmap->grow(nodes, neighbours, ompl::base::plannerNonTerminatingCondition());
    }

    /// The start, or the goal, of the problem.
    Placement placement(const Configuration& whole, std::size_t neighbours)
    {
        Placement result;
        for (const RobotIndex robot : group.robots())
            result.push_back(add(robot, group.alone(robot).of(whole), neighbours));
        return result;
    }

    RobotGroup group;
    RobotRoadmaps roadmaps;
    std::unique_ptr<InterferenceTable> table;
};

}  // namespace gapless::test
