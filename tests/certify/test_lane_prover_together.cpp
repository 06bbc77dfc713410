// Several objects on one body, which lane_prover_together.cpp looks at as one: what is of one pair alone still counts.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "certify/lane_prover.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// What is left of a motion's pairs, by the names of their objects. @param least set to the bound of the others' distance
std::vector<std::string> leftOf(const Scene& scene, const Configuration& q0, const Configuration& q1, double* least = nullptr)
{
    LaneProver::prepare(scene);
    LaneProver& prover = LaneProver::ofThread();
    const Motion motion(scene.model(), q0, q1);
    prover.reset(scene, motion);
    std::vector<PairIndex> open(scene.pairs().indices().begin(), scene.pairs().indices().end());
    const double bound = prover.prove(open);
    if (least)
        *least = bound;
    std::vector<std::string> names;
    for (const PairIndex i : open)
        names.push_back(scene.object(scene.pair(i).a).name + " " + scene.object(scene.pair(i).b).name);
    return names;
}

bool holds(const std::vector<std::string>& names, const std::string& name)
{
    return std::any_of(names.begin(), names.end(), [&](const std::string& x) { return x.find(name) != std::string::npos; });
}

/// A hand that slides along y and carries a row of balls along x, and a body that slides along y beside it.
struct Hand
{
    SceneBuilder b;
    BodyIndex hand = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY());
    BodyIndex other = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY());

    Hand(int count, double radius, double apart, const Vec3& first)
    {
        for (int i = 0; i < count; ++i)
            b.objects.push_back({"ball_" + std::to_string(i),
                                 hand,
                                 ObjectKind::Link,
                                 geometryOf(Sphere{radius}, at(first.x() + apart * i, first.y(), first.z())),
                                 {},
                                 {}});
    }
    void addOther(const Shape& shape, const Pose& X = {})
    {
        b.objects.push_back({"other", other, ObjectKind::Link, geometryOf(shape, X), {}, {}});
    }
};

}  // namespace

TEST_CASE("The clearance of one pair counts, whatever the others of its body ask for")
{
    for (const int which : {0, 3, 7})
        for (const bool has_clearance : {false, true})
        {
            Hand hand(8, 0.02, 0.05, {0, 0, 0});
            hand.addOther(Sphere{0.1}, at(0.05 * which, 0, 0.17));  // 0.05 m above that one
            if (has_clearance)
                hand.b.clearances.pairs.push_back({"ball_" + std::to_string(which), "other", 0.06});
            double least = 0.0;
            const auto left = leftOf(*hand.b.build(), configuration({-0.01, 0}), configuration({0.01, 0}), &least);
            CAPTURE(which, has_clearance, left.size(), least);
            // Its neighbours are farther away.
            CHECK(least <= (has_clearance ? 0.06 : 0.05));
            CHECK(least > 0.0);
            CHECK(left.size() == (has_clearance ? 1 : 0));
            CHECK(holds(left, "ball_" + std::to_string(which)) == has_clearance);
        }
}

TEST_CASE("Objects of one body that are inside another all the time are not taken off")
{
    Random random(81);
    for (int round = 0; round < 50; ++round)
    {
        const double half = random.logUniform(0.2, 2.0);
        Hand hand(6, 0.004, 0.01, random.inCube(0.8 * half) - Vec3(0.05, 0, 0));
        hand.addOther(boxMesh(Vec3::Constant(half)));
        CAPTURE(round, half);
        CHECK(leftOf(*hand.b.build(), configuration({0, -0.01}), configuration({0.01, 0})).size() == 6);
    }
}

TEST_CASE("A set that stands still is not thought too large to be inside of what moves, if it is not")
{
    // The box's diagonal is longer than the room is wide, the box is not.
    for (const double width : {0.2, 0.5, 0.9, 0.99})
    {
        SceneBuilder b;
        b.link("room", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), boxMesh(Vec3::Constant(1)));
        b.obstacle("crate", Box{Vec3(width, width, width)});
        CAPTURE(width);
        CHECK(leftOf(*b.build(), configuration({-0.001}), configuration({0.001})).size() == 1);
    }
}

TEST_CASE("A box about several objects is kept as far from what stands still as the tube of each of them asks for")
{
    // Of an arm that may turn by a radian the ball at its end comes to the post, the first one at its axis stays where it is.
    SceneBuilder b;
    const BodyIndex arm = b.joint(kWorld, {}, JointType::Revolute);
    for (const double x : {0.0, 0.1, 3.0})
        b.objects.push_back({"ball_" + std::to_string(x), arm, ObjectKind::Link, geometryOf(Sphere{0.02}, at(x, 0, 0)), {}, {}});
    b.obstacle("post", Sphere{0.02}, at(3 * std::cos(1.0), 3 * std::sin(1.0), 0));
    const auto scene = b.build();
    for (const bool has_tube : {false, true})
    {
        Motion motion;
        const Configuration still = configuration({0});
        if (has_tube)
            motion.resetTube(scene->model(), still, still, configuration({1.0}));
        else
            motion.reset(scene->model(), still, still);
        LaneProver::prepare(*scene);
        LaneProver prover;
        prover.reset(*scene, motion);
        std::vector<PairIndex> left;
        static_cast<void>(prover.cull(still, still, false, left));
        static_cast<void>(prover.prove(left));
        CAPTURE(has_tube, left.size());
        CHECK(left.size() == (has_tube ? 1 : 0));
    }
}
