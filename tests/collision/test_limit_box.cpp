// LimitBox::distanceNearLast(): what it says of one configuration after another, by what was apart at the last, against all pairs of leaves.
#include <algorithm>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/geometry/convex_distance.h>

#include "collision/limit_box.h"
#include "support/chain_between.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/sanitized.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr int kFewer = kSanitized ? 6 : 1;

/// Two links of several pieces, with two joints between them.
std::shared_ptr<const Scene> randomArm(Random& random)
{
    SceneBuilder b;
    const auto limited = [&](BodyIndex parent, const Pose& X) {
        Joint joint;
        joint.name = "joint_" + std::to_string(b.model.bodies().size());
        joint.type = random.chance(0.7) ? JointType::Revolute : JointType::Prismatic;
        joint.axis = random.direction();
        joint.lower = {-1.0};
        joint.upper = {1.0};
        return b.model.addBody(joint.name, parent, X, joint, 0);
    };
    const auto shapes = [&] {
        std::vector<PlacedShape> placed;
        for (int k = 2 + random.index(4); k > 0; --k)
            placed.push_back({randomShape(random, 0.3), random.pose(0.5)});
        return placed;
    };
    const BodyIndex base = b.joint(kWorld, {}, JointType::Revolute);
    b.link("base", base, shapes());
    b.link("tool", limited(limited(base, random.pose(0.5)), random.pose(random.uniform(0.5, 1.5))), shapes());
    for (CollisionObject& object : b.objects)
        object.parent_link.clear();
    return b.build();
}

/// Of the leaves: what it is at least, and what it is at most, within a percent.
struct Distance
{
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
};

Distance distanceOfLeaves(const RelativeChain& pair, const Configuration& q)
{
    const Motion motion(pair.chain, q, q);
    const PairPose X = pairPose(motion.worldPose(pair.a.body, 0.0), motion.worldPose(pair.b.body, 0.0));
    Distance least;
    for (const Convex& a : pair.a.geometry->leaves())
        for (const Convex& b : pair.b.geometry->leaves())
        {
            const auto d = convexDistance(a.placed(X.R_A, Vec3::Zero()), b.placed(X.R_B, X.p_AB), Vec3::Zero(), 0.0);
            least = {std::min(least.lower, d.lower), std::min(least.upper, d.upper)};
        }
    return least;
}

}  // namespace

TEST_CASE("Begun with what was apart at the last configuration, a bound is one at this, and apart is what is farther than asked")
{
    Random random(41);
    int apart = 0, near = 0, wrongly_near = 0;
    for (int round = 0; round < 60 / kFewer; ++round)
    {
        const auto scene = randomArm(random);
        REQUIRE(scene->pairs().size() == 1);
        const ObjectPair& objects = scene->pair(PairIndex(0));
        const RelativeChain pair(scene->model(), scene->object(objects.a), scene->object(objects.b));
        REQUIRE(pair.isEligible());
        std::uint64_t spent = 0;
        LimitBox box(pair, spent);
        Configuration q = configuration({random.uniform(-1, 1), random.uniform(-1, 1)});
        for (int step = 0; step < 60; ++step)
        {
            for (Eigen::Index k = 0; k < 2; ++k)
                q[k] = std::clamp(q[k] + random.uniform(-0.1, 0.1), -1.0, 1.0);
            const Distance distance = distanceOfLeaves(pair, q);
            // Mostly a bit less than there is, so that fronts are large.
            const double threshold = std::max(0.0, distance.lower * random.uniform(0.7, 1.02));
            const GreedyDistance d = box.distanceNearLast({}, q, threshold);
            CAPTURE(round, step, threshold, distance.lower, distance.upper);
            if (d.outcome == GreedyDistance::Outcome::Apart)
            {
                CHECK(d.lower > threshold);
                CHECK(d.lower <= distance.upper);
                ++apart;
            }
            else
            {
                CHECK(d.upper >= distance.lower);
                ++near;
                wrongly_near += distance.lower > threshold;
            }
        }
    }
    CAPTURE(apart, near, wrongly_near);
    CHECK(apart > 1000 / kFewer);
    CHECK(near > 100 / kFewer);
    CHECK(wrongly_near == 0);
}

TEST_CASE("Of many node pairs that are asked about in turn, each has a bound of its own")
{
    // Two trees of 319 nodes: of pairs with one node in common, too, many share a place.
    constexpr int kBalls = 160, kPlaces = 256, kBeyond = 2 * kBalls - 1 - kPlaces;
    Random random(42);
    const auto balls = [&] {
        SeenObject object;
        for (int k = 0; k < kBalls; ++k)
            object.shapes.push_back({Sphere{random.uniform(0.01, 0.05)}, {Mat3::Identity(), random.inCube(1.0)}});
        return object;
    };
    SeenObject a = balls(), b = balls();
    a.joint = {JointType::Revolute, Vec3::Zero(), Vec3::UnitZ(), -1.0, 1.0};
    b.joint = {JointType::Prismatic, Vec3::Zero(), Vec3::UnitX(), -0.5, 0.5};
    const ChainOf chain(a, b, Layout::Branched);
    std::uint64_t spent = 0;
    LimitBox box(*chain, spent);
    Configuration q = configuration({0, 0});
    int apart = 0, checked = 0;
    for (int k = 0; k < 60000 / kFewer; ++k)
    {
        if (k % 2000 == 0)
            q = configuration({random.uniform(-1, 1), random.uniform(-0.5, 0.5)});
        const auto node = [&] { return NodeIndex(random.index(kBeyond) + kPlaces * random.index(2)); };
        NodePair nodes;
        nodes.a = node();
        nodes.b = node();
        const GreedyDistance d = box.distanceNearLast(nodes, q, 0.0);
        if (d.outcome != GreedyDistance::Outcome::Apart || ++apart % 4 != 0)
            continue;
        CAPTURE(k, nodes.a.value(), nodes.b.value());
        CHECK(d.lower <= distanceOf(*chain, nodes, q) + 1e-12);
        ++checked;
    }
    CHECK(checked > 1000 / kFewer);
}
