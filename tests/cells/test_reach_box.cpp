// reachBox(): no object on a body that moves leaves it, whatever the values of the joints.
#include <gapless/cells/reach_box.h>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>

#include "cells/cell_contract.h"
#include "support/random_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

Joint jointOf(const std::string& name, JointType type, const Vec3& axis, std::vector<double> lower = {},
              std::vector<double> upper = {}, std::optional<Mimic> mimic = {})
{
    Joint joint;
    joint.name = name;
    joint.type = type;
    joint.axis = axis;
    joint.lower = std::move(lower);
    joint.upper = std::move(upper);
    joint.mimic = mimic;
    return joint;
}

}  // namespace

TEST_CASE("A robot does not leave the box of its reach, at its limits either", "[cells]")
{
    Random random(61);
    for (int i = 0; i < 100; ++i)
    {
        SceneBuilder b;
        const BodyIndex stand =
            b.model.addBody("stand", kWorld, random.pose(3.0), jointOf("stands", JointType::Fixed, Vec3::UnitZ()));
        const double low = random.uniform(-2, 0), high = random.uniform(0, 0.5);
        const BodyIndex turn =
            b.model.addBody("turn", stand, random.pose(0.5), jointOf("turn", JointType::Revolute, random.direction()));
        const BodyIndex slide = b.model.addBody("slide", turn, random.pose(0.5),
                                                jointOf("slide", JointType::Prismatic, random.direction(), {low}, {high}));
        const Mimic mimic{slide, random.uniform(-2, 2), random.uniform(-1, 1)};
        const BodyIndex follow = b.model.addBody("follow", slide, random.pose(0.5),
                                                 jointOf("follow", JointType::Prismatic, random.direction(), {}, {}, mimic));
        const BodyIndex plane = b.model.addBody("plane", follow, random.pose(0.2),
                                                jointOf("plane", JointType::Planar, Vec3::UnitZ(), {-1, -0.5}, {0.5, 2}));
        const BodyIndex free = b.model.addBody(
            "free", stand, random.pose(0.5), jointOf("free", JointType::Floating, Vec3::UnitZ(), {-1, -2, -0.5}, {0.5, 0.1, 1}));
        for (const BodyIndex body : {turn, slide, follow, plane, free})
            b.link("link " + std::to_string(body.value()), body, randomShape(random, 0.3), random.pose(0.3));
        b.obstacle("far away", Sphere{0.1}, at(50, 0, 0));
        const auto scene = b.build();
        const AxisAlignedBox box = reachBox(*scene);
        CHECK((box.high - box.low).maxCoeff() < 30.0);
        for (int k = 0; k < 200; ++k)
        {
            Configuration q = randomConfiguration(scene->model(), random, 1.0);
            for (const Body& body : scene->model().bodies())
                for (std::size_t v = 0; body.variable && v < body.joint.lower.size(); ++v)
                    q[*body.variable + static_cast<int>(v)] = random.chance(0.5) ? body.joint.lower[v] : body.joint.upper[v];
            const Motion still(scene->model(), q, q);
            for (const CollisionObject& object : scene->objects())
            {
                if (scene->model().body(object.body).is_static)
                    continue;
                const Vec3 p = still.worldPose(object.body, 0.0) * pointOf(*object.geometry, random);
                REQUIRE((p.array() >= box.low.array()).all());
                REQUIRE((p.array() <= box.high.array()).all());
            }
        }
    }
    // One joint's shift, and nothing else, stretched out: the box is sharp in that direction.
    SceneBuilder b;
    const BodyIndex slide =
        b.model.addBody("slide", kWorld, at(1, 0, 0), jointOf("slide", JointType::Prismatic, Vec3::UnitX(), {0}, {2}));
    b.link("ball", slide, Sphere{0.5});
    CHECK(reachBox(*b.build()).high.x() == Approx(3.5));
}

TEST_CASE("What shifts without limits, or does not move, has no box of its reach", "[cells]")
{
    SceneBuilder loose;
    loose.link("ball", loose.joint(kWorld, {}, JointType::Prismatic), Sphere{0.1});
    CHECK_THROWS_WITH(reachBox(*loose.build()), Catch::Contains("shifts without limits"));
    SceneBuilder still;
    still.obstacle("ball", Sphere{0.1});
    CHECK_THROWS_AS(reachBox(*still.build()), InputError);
}
