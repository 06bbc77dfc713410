// Links hang at random places and hold random shapes and meshes (tests/support/random_scene.h), so some pairs always overlap, and of those of a
// long chain some pair nearly always does. The pairs that overlap most often in random configurations are therefore exempt, as many as it takes.
#include "measure/random_chain.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gapless/certify/static_checker.h>

#include "support/random_scene.h"

namespace gapless {

namespace {

using test::Random;

constexpr double kOffset = 0.25, kLinkSize = 0.12, kObstacleSize = 0.4;  // metres
constexpr double kSlide = 0.3;                                           // half the way of what slides, metres
constexpr double kClearance = 0.01;                                      // of a third of the scenes, metres

Joint randomJoint(Random& random, const KinematicModel& model, const std::vector<BodyIndex>& masters)
{
    constexpr JointType kTypes[] = {JointType::Revolute,   JointType::Revolute,  JointType::Revolute, JointType::Revolute,
                                    JointType::Continuous, JointType::Prismatic, JointType::Planar,   JointType::Floating};
    Joint joint;
    joint.type = kTypes[random.index(8)];
    joint.axis = random.direction();
    const std::size_t slides = joint.type == JointType::Floating    ? 3
                               : joint.type == JointType::Planar    ? 2
                               : joint.type == JointType::Prismatic ? 1
                                                                    : 0;
    joint.lower.assign(slides, -kSlide);
    joint.upper.assign(slides, kSlide);
    if (joint.type == JointType::Revolute && random.chance(0.8))
    {
        joint.lower = {-random.uniform(0.2, M_PI)};
        joint.upper = {random.uniform(0.2, M_PI)};
    }
    if (joint.type == JointType::Revolute && !masters.empty() && random.chance(0.15))
    {
        const BodyIndex master = masters[static_cast<std::size_t>(random.index(static_cast<int>(masters.size())))];
        joint.mimic = Mimic{master, static_cast<double>(random.index(5) - 2), random.uniform(-0.5, 0.5)};
        joint.name = "mimic_of_" + model.body(master).joint.name + "_";
    }
    joint.name += "joint_" + std::to_string(model.bodies().size());
    return joint;
}

Configuration drawWithinLimits(const KinematicModel& model, Random& random)
{
    Configuration q = test::randomConfiguration(model, random, kSlide);
    for (const Body& body : model.bodies())
        for (std::size_t k = 0; body.variable && k < body.joint.lower.size(); ++k)
            q[*body.variable + static_cast<int>(k)] = random.uniform(body.joint.lower[k], body.joint.upper[k]);
    return q;
}

/// Until those left overlap about once in a configuration, all together, and none of them in most.
void exemptOften(test::SceneBuilder& builder, Random& random)
{
    constexpr int kLooks = 40;
    const StaticChecker checker(builder.build(), 1e-3);
    const Scene& scene = checker.scene();
    std::vector<std::pair<int, PairIndex>> overlaps;
    for (const PairIndex pair : scene.pairs().indices())
        overlaps.emplace_back(0, pair);
    int all = 0;
    for (int look = 0; look < kLooks; ++look)
    {
        const std::vector<ClosePair> distances = checker.distances(drawWithinLimits(scene.model(), random));
        for (auto& [count, pair] : overlaps)
            if (distances[pair.value()].distance <= scene.pair(pair).clearance + checker.tolerance())
            {
                ++count;
                ++all;
            }
    }
    std::stable_sort(overlaps.begin(), overlaps.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto next = overlaps.begin(); next != overlaps.end() && (all > kLooks || 2 * next->first > kLooks); ++next)
    {
        all -= next->first;
        const ObjectPair& pair = scene.pair(next->second);
        builder.allowed.allow(scene.object(pair.a).name, scene.object(pair.b).name);
    }
}

}  // namespace

Problem randomChain(int joints, std::uint64_t seed)
{
    Random random(seed);
    test::SceneBuilder builder;
    std::vector<BodyIndex> masters;
    Problem problem;
    BodyIndex parent = kWorld;
    for (int i = 0; i < joints; ++i)
    {
        const Joint joint = randomJoint(random, builder.model, masters);
        parent = builder.model.addBody("body_" + std::to_string(i), parent, random.pose(kOffset), joint, 0);
        const Body& body = builder.model.body(parent);
        if (body.variable)
            problem.joints.push_back({joint.name, parent, *body.variable, variableCount(joint.type)});
        if (body.variable && (joint.type == JointType::Revolute || joint.type == JointType::Continuous))
            masters.push_back(parent);
        if (i + 1 < joints && random.chance(0.2))
            continue;
        std::vector<PlacedShape> shapes;
        for (int s = 1 + random.index(2); s > 0; --s)
            shapes.push_back({test::randomShape(random, kLinkSize), random.pose(0.5 * kLinkSize)});
        builder.link("link_" + std::to_string(i), parent, shapes);
    }
    test::addRandomObstacles(builder, random, 4 + random.index(8), 0.5 + kOffset * std::sqrt(joints), kObstacleSize,
                             Vec3::Zero());
    if (random.chance(1.0 / 3.0))
        builder.clearances.all = kClearance;
    exemptOften(builder, random);
    problem.file = "chain of " + std::to_string(joints) + " joints";
    problem.scene = builder.build();
    problem.start = problem.scene->model().defaultConfiguration();
    return problem;
}

}  // namespace gapless
