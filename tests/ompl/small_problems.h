// Small problems made in memory for the tests of the OMPL layer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gapless/io/problem.h>

#include "support/scene_builder.h"

namespace gapless::test {

inline std::shared_ptr<const CollisionGeometry> ball(double radius)
{
    return std::make_shared<const CollisionGeometry>(std::vector<PlacedShape>{{Sphere{radius}, Pose()}}, "ball");
}

/// A capsule from the origin along x.
inline std::shared_ptr<const CollisionGeometry> rod(double length, double radius)
{
    Pose X;
    X.R = Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitY()).toRotationMatrix();
    X.p = Vec3(length / 2, 0, 0);
    return std::make_shared<const CollisionGeometry>(std::vector<PlacedShape>{{Capsule{radius, length / 2}, X}}, "rod");
}

/// A vertical capsule through `at`, 2 m long.
inline std::shared_ptr<const CollisionGeometry> post(const Vec3& at, double radius)
{
    Pose X;
    X.p = at;
    return std::make_shared<const CollisionGeometry>(std::vector<PlacedShape>{{Capsule{radius, 1.0}, X}}, "post");
}

inline Joint joint(const std::string& name, JointType type, const Vec3& axis, std::vector<double> lower = {},
                   std::vector<double> upper = {})
{
    Joint j;
    j.name = name;
    j.type = type;
    j.axis = axis;
    j.lower = std::move(lower);
    j.upper = std::move(upper);
    return j;
}

/// All joints of the model plan. `start` is the default configuration.
inline Problem problemOf(KinematicModel model, std::vector<CollisionObject> objects)
{
    Problem problem;
    problem.file = "memory";
    for (const BodyIndex i : model.bodies().indices())
        if (const Body& body = model.body(i); body.variable)
            problem.joints.push_back({body.joint.name, i, *body.variable, variableCount(body.joint.type)});
    problem.start = model.defaultConfiguration();
    problem.scene = std::make_shared<const Scene>(std::move(model), std::move(objects));
    return problem;
}

/// An arm of two rods of 1 m in the xy plane, joints within +-3 rad, and a post of the given radius at (x, y).
inline Problem armAndPost(double x, double y, double post_radius)
{
    KinematicModel model;
    const BodyIndex upper =
        model.addBody("upper", kWorld, Pose(), joint("shoulder", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    const BodyIndex lower =
        model.addBody("lower", upper, at(1, 0, 0), joint("elbow", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    return problemOf(std::move(model), {{"upper", upper, ObjectKind::Link, rod(1.0, 0.02), {}},
                                        {"lower", lower, ObjectKind::Link, rod(1.0, 0.02), {}, "upper"},
                                        {"post", kWorld, ObjectKind::Obstacle, post(Vec3(x, y, 0), post_radius), {}}});
}

/// A chain with one joint of each type: revolute, continuous, prismatic, planar, floating.
inline Problem oneOfEach()
{
    KinematicModel model;
    const BodyIndex a =
        model.addBody("a", kWorld, at(0.1, 0.2, 0.3), joint("turn", JointType::Revolute, Vec3(1, 2, 3), {-3}, {3}), 0);
    const BodyIndex b = model.addBody("b", a, at(0.5, 0, 0), joint("wheel", JointType::Continuous, Vec3(0, 1, 1)), 0);
    const BodyIndex c = model.addBody("c", b, at(0, 0.5, 0), joint("slide", JointType::Prismatic, Vec3(1, 0, 1), {-1}, {2}), 0);
    const BodyIndex d = model.addBody("d", c, at(0, 0, 0.5), joint("plane", JointType::Planar, Vec3(0, 1, 0)), 0);
    const BodyIndex e = model.addBody("e", d, at(0.5, 0, 0), joint("free", JointType::Floating, Vec3::UnitZ()), 0);
    return problemOf(std::move(model), {{"a", a, ObjectKind::Link, ball(0.05), {}},
                                        {"b", b, ObjectKind::Link, ball(0.05), {}, "a"},
                                        {"c", c, ObjectKind::Link, ball(0.05), {}, "b"},
                                        {"d", d, ObjectKind::Link, ball(0.05), {}, "c"},
                                        {"e", e, ObjectKind::Link, ball(0.05), {}, "d"},
                                        {"post", kWorld, ObjectKind::Obstacle, post(Vec3(9, 9, 0), 0.1), {}}});
}

}  // namespace gapless::test
