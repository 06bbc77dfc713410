// ArticulatedCollision against SegmentCertifier, dense sampling and itself, on random scenes and on real robots.
// GAPLESS_ARTICULATED_MOTIONS sets how many motions per real robot (1000 is the long run: 5,000 motions, half of them colliding).
#include <cstdlib>

#include <catch2/catch.hpp>

#include "certify/articulated_agreement.h"
#include "support/peer_data.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/io/problem_description.h>

using namespace gapless;
using namespace gapless::test;

namespace {

ArticulatedResult articulated(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                              const ArticulatedOptions& options, const Budget& budget)
{
    return ArticulatedCollision(scene, options).check(q0, q1, budget);
}

void compareEverything(const ArticulatedMotion& motion, const ArticulatedOptions& options, Agreement& sums)
{
    compareStages(solvingEquations, motion, options, compareAll(articulated, motion, options, sums), sums, true);
}

void expectNone(const Agreement& sums)
{
    for (const std::string& violation : sums.violations)
        FAIL_CHECK(violation);
}

/// Meshes, boxes, balls, a pole and a capsule about the robot, in YAML.
std::string obstaclesAround(Random& random, const std::string& mesh)
{
    std::string out = "obstacles:\n";
    for (int i = 0; i < 6; ++i)
    {
        const Vec3 p = random.direction() * random.uniform(0.5, 1.2) + Vec3(0, 0, 0.5);
        const std::string pose = "pose: {xyz: [" + digits(p.x()) + ", " + digits(p.y()) + ", " + digits(p.z())
                                 + "], rpy: [0.3, -0.4, " + std::to_string(i) + "]}}\n";
        const std::string shapes[] = {"mesh: '" + mesh + "', scale: [0.0003, 0.0003, 0.0003]", "box: [0.2, 0.3, 0.02]",
                                      "sphere: 0.06", "cylinder: {radius: 0.02, length: 0.8}",
                                      "capsule: {radius: 0.01, length: 0.6}"};
        out += "  - {name: o" + std::to_string(i) + ", " + shapes[i % 5] + ", " + pose;
    }
    return out;
}

}  // namespace

TEST_CASE("ArticulatedCollision contradicts neither SegmentCertifier nor samples nor itself on random scenes")
{
    Agreement sums;
    forRandomMotions(kSanitized ? 40 : 400, [&](const ArticulatedMotion& motion, const ArticulatedOptions& options) {
        compareEverything(motion, options, sums);
    });
    sums.print("random scenes");
    expectNone(sums);
    CHECK(sums.free >= sums.motions / 10);
    CHECK(sums.proved >= sums.motions / 10);
}

TEST_CASE("One instance used for many motions answers as a fresh one for each")
{
    std::shared_ptr<const Scene> scene;
    std::unique_ptr<ArticulatedCollision> used;
    Budget few;
    few.steps = 3;
    forRandomMotions(200, [&](const ArticulatedMotion& motion, const ArticulatedOptions&) {
        if (scene != motion.scene)
        {
            scene = motion.scene;
            used = std::make_unique<ArticulatedCollision>(scene);
        }
        INFO(motion.name << " q0 " << digits(motion.q0) << " q1 " << digits(motion.q1));
        (void)used->check(motion.q1, motion.q0, few);  // given up, so that something is left behind
        const ArticulatedResult first = used->check(motion.q0, motion.q1), again = used->check(motion.q0, motion.q1);
        const ArticulatedResult fresh = ArticulatedCollision(scene).check(motion.q0, motion.q1);
        CHECK(isSame(first, fresh));
        CHECK(isSame(again, fresh));
        ArticulatedCollision taken = std::move(*used);
        CHECK(isSame(taken.check(motion.q0, motion.q1), fresh));
        *used = std::move(taken);
    });
}

TEST_CASE("A check that is resumed step by step ends with the answer of one that is not interrupted")
{
    forRandomMotions(100, [&](const ArticulatedMotion& motion, const ArticulatedOptions& options) {
        INFO(motion.name << " q0 " << digits(motion.q0) << " q1 " << digits(motion.q1));
        ArticulatedCollision whole(motion.scene, options), stepped(motion.scene, options);
        const ArticulatedResult expected = whole.check(motion.q0, motion.q1);
        CHECK(whole.isDone());
        CHECK(isSame(whole.resume(), expected));
        Budget few;
        few.steps = 0;
        double proven = 0.0;
        ArticulatedResult result = stepped.check(motion.q0, motion.q1, few);
        for (int calls = 0; !stepped.isDone() && calls < 1000000; ++calls)
        {
            CHECK(result.verdict == Verdict::Undecided);
            CHECK(result.last_valid >= proven);
            proven = result.last_valid;
            few.steps = calls < 20 ? 1 : 20;
            result = stepped.resume(few);
        }
        CHECK(stepped.isDone());
        CHECK(isSame(result, expected));
    });
}

TEST_CASE("A check of many pairs gets on in the smallest steps")
{
    SceneBuilder builder;
    // Along a diagonal, where the box about the whole way meets all posts beside it, and so near that balls that cover it do as well.
    builder.link("drum", builder.joint(kWorld, {}, JointType::Prismatic, Vec3(1, 1, 0).normalized()), Cylinder{0.125, 0.125});
    for (int i = 0; i < 40; ++i)
        builder.obstacle("post " + std::to_string(i), Cylinder{0.0625, 1.0}, at(0.0625 * i, 0.0625 * i + 0.28, 0));
    ArticulatedCollision collision(builder.build());
    Budget one;
    one.steps = 1;
    ArticulatedResult result = collision.check(configuration({0}), configuration({5}), one);
    int calls = 0;
    for (; !collision.isDone() && calls < 10000; ++calls)
        result = collision.resume(one);
    CHECK(calls > 1);
    CHECK(result.verdict == Verdict::Free);
}

TEST_CASE("Contact points are a witness for tolerances that are small against the clearance")
{
    Random random(7);
    for (int i = 0; i < 60; ++i)
    {
        SceneBuilder builder;
        builder.link("triangle", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()),
                     meshOf({random.inCube(0.5), random.inCube(0.5), random.inCube(0.5)}, {{0, 1, 2}}));
        builder.obstacle("cone", Cone{0.5, 0.25}, {random.rotation(), Vec3(4, 0, 0)});
        builder.clearances.all = 0.5;
        ArticulatedOptions options;
        options.tolerance = 1e-6;
        INFO(i);
        CHECK(ArticulatedCollision(builder.build(), options).check(configuration({0}), configuration({4})).verdict
              == Verdict::Collision);
    }
}

TEST_CASE("Options out of range and configurations that do not fit are refused")
{
    SceneBuilder builder;
    builder.link("ball", builder.joint(kWorld, {}, JointType::Prismatic), Sphere{1}).obstacle("other", Sphere{1}, at(0, 0, 4));
    const auto scene = builder.build();
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    for (double wrong : {0.0, -1e-3, 1.5, nan, infinity})
    {
        ArticulatedOptions options;
        options.time_tolerance = wrong;
        CHECK_THROWS_AS(ArticulatedCollision(scene, options), InputError);
    }
    for (double wrong : {0.0, -1e-3, nan, infinity})
    {
        ArticulatedOptions options;
        options.tolerance = wrong;
        CHECK_THROWS_AS(ArticulatedCollision(scene, options), InputError);
    }
    ArticulatedOptions whole;
    whole.time_tolerance = 1.0;
    ArticulatedCollision collision(scene, whole);
    CHECK(collision.check(configuration({0}), configuration({1})).verdict == Verdict::Free);
    CHECK(collision.check(configuration({0}), configuration({8})).verdict == Verdict::Collision);
    CHECK_THROWS_AS(collision.check(configuration({0, 1}), configuration({1})), InputError);
    CHECK_THROWS_AS(collision.check(configuration({0}), configuration({nan})), InputError);
    CHECK(collision.check(configuration({0}), configuration({1})).verdict == Verdict::Free);
}

TEST_CASE("ArticulatedCollision contradicts neither SegmentCertifier nor samples nor itself on real robots among obstacles")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    const char* wanted = std::getenv("GAPLESS_ARTICULATED_MOTIONS");
    const int motions = wanted ? std::atoi(wanted) : kSanitized ? 2 : 60;
    Agreement all;
    for (const char* robot : {"irb2400", "panda", "ur5_bare", "puma560", "iiwa14"})
    {
        Random random(815);
        const std::string base = *folder + "/robots/" + robot + "/" + robot;
        const Problem problem = buildProblem(parseProblem("robots: [{urdf: '" + base + ".urdf', srdf: '" + base + ".srdf'}]\n"
                                                              + obstaclesAround(random, *folder + "/meshes/fcl/rob.obj"),
                                                          *folder + "/p.yaml"));
        const KinematicModel& model = problem.scene->model();
        const StaticChecker ends(problem.scene, 1e-3);
        Agreement sums;
        ArticulatedMotion motion;
        motion.scene = problem.scene;
        while (sums.motions < motions)
        {
            motion.name = std::string(robot) + " motion " + std::to_string(sums.motions);
            // Every second one collides.
            const bool collides = sums.motions % 2 != 0;
            for (int tries = 0; tries < 1000; ++tries)
            {
                motion.q0 = randomWithinLimits(model, random);
                if (ends.check(motion.q0) != Verdict::Free)
                    continue;
                const Configuration towards = randomWithinLimits(model, random);
                const double step = random.uniform(0.2, 3.0);
                motion.q1 = motion.q0 + (towards - motion.q0) * std::min(1.0, step / (towards - motion.q0).cwiseAbs().maxCoeff());
                SegmentCertifier certifier(motion.scene, motion.q0, motion.q1);
                if ((certifier.run() == Verdict::Collision) == collides)
                    break;
            }
            ArticulatedOptions options;
            options.tolerance = 1e-6;
            options.time_tolerance = random.logUniform(1e-8, 1e-4);
            compareEverything(motion, options, sums);
        }
        sums.print(robot);
        expectNone(sums);
        all.motions += sums.motions;
        all.free += sums.free;
        all.proved += sums.proved;
    }
    CHECK(all.free >= all.motions / 4);
    CHECK(all.proved >= all.motions / 4);
}
