// Scenes with two robots, and their coordination squares.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gapless/certify/coordination_square.h>

#include "support/random_scene.h"

namespace gapless::test {

struct TwoRobots
{
    SceneBuilder builder;

    BodyIndex joint(int robot, BodyIndex parent, const Pose& X_PJ, JointType type, const Vec3& axis = Vec3::UnitZ())
    {
        Joint j;
        j.name = "joint_" + std::to_string(builder.model.bodies().size());
        j.type = type;
        j.axis = axis;
        return builder.model.addBody("body_" + std::to_string(builder.model.bodies().size()), parent, X_PJ, j, robot);
    }
    /// A robot that is one ball on a straight line; its one variable is how far.
    TwoRobots& ballOnLine(int robot, const Vec3& from, const Vec3& along, double radius)
    {
        builder.link("ball_" + std::to_string(robot),
                     joint(robot, kWorld, {Mat3::Identity(), from}, JointType::Prismatic, along.normalized()), Sphere{radius});
        return *this;
    }
    /// A robot that is one shape on the end of an arm, which turns about z.
    TwoRobots& shapeOnCircle(int robot, const Vec3& centre, double arm, const Shape& shape)
    {
        builder.link("shape_" + std::to_string(robot), joint(robot, kWorld, {Mat3::Identity(), centre}, JointType::Revolute),
                     shape, at(arm, 0, 0));
        return *this;
    }
};

/// The square of two straight motions of robots 0 and 1.
struct StraightSquare
{
    std::shared_ptr<const Scene> scene;
    Configuration from, to;  ///< of both robots
    std::shared_ptr<const RobotPair> robots;
    std::shared_ptr<RobotCurve> a, b;
    CoordinationSquare square;

    StraightSquare(std::shared_ptr<const Scene> of, const Configuration& q0, const Configuration& q1, double tolerance = 1e-9)
        : scene(std::move(of)),
          from(q0),
          to(q1),
          robots(std::make_shared<RobotPair>(scene, 0, 1)),
          a(std::make_shared<RobotCurve>(scene, 0, q0, q1)),
          b(std::make_shared<RobotCurve>(scene, 1, q0, q1)),
          square(robots, a, b, tolerance)
    {}
};

/// The leaves of a map in a state.
inline std::vector<CoordinationMap::Cell> leavesOf(const CoordinationMap& map, CoordinationMap::State state)
{
    std::vector<CoordinationMap::Cell> leaves;
    std::copy_if(map.cells().begin(), map.cells().end(), std::back_inserter(leaves),
                 [&](const CoordinationMap::Cell& c) { return c.children == 0 && c.state == state; });
    return leaves;
}

}  // namespace gapless::test
