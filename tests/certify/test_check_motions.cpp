// Batches of motions: the answers of one at a time, in their order.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>

#include <gapless/certify/check_motions.h>
#include <gapless/core/error.h>

#include "support/random_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Motions = std::vector<std::pair<Configuration, Configuration>>;

std::shared_ptr<const Scene> sceneWithObstacles(Random& random)
{
    SceneBuilder builder;
    addRandomRobot(builder, random);
    addRandomObstacles(builder, random, 6, 1.0, 0.3, Vec3::Zero());
    return builder.build();
}

Motions randomMotions(const Scene& scene, Random& random, std::size_t count)
{
    Motions motions;
    for (std::size_t i = 0; i < count; ++i)
    {
        const Configuration q = randomConfiguration(scene.model(), random, 1.0);
        motions.emplace_back(q, nearbyConfiguration(scene.model(), random, q, 0.3));
    }
    return motions;
}

}  // namespace

TEST_CASE("A batch has the verdicts of its motions one by one, in their order, on any number of threads")
{
    MotionBatchOptions options;
    options.validator = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    options.threads = GENERATE(0u, 1u, 3u, 8u);
    CAPTURE(toString(options.validator), options.threads);
    Random random(20);
    int free = 0, colliding = 0;
    for (int s = 0; s < 8; ++s)
    {
        const auto scene = sceneWithObstacles(random);
        const Motions motions = randomMotions(*scene, random, 150);
        const std::vector<Verdict> verdicts = checkMotions(scene, motions, options);
        REQUIRE(verdicts.size() == motions.size());
        const auto certifier = makeMotionCertifier(options.validator, scene, options.certify);
        for (std::size_t i = 0; i < motions.size(); ++i)
        {
            CAPTURE(s, i);
            certifier->reset(motions[i].first, motions[i].second);
            CHECK(verdicts[i] == certifier->run());
            free += verdicts[i] == Verdict::Free;
            colliding += verdicts[i] == Verdict::Collision;
        }
    }
    CHECK(free > 100);
    CHECK(colliding > 100);
}

TEST_CASE("A batch that is interrupted keeps what was decided, and one motion's budget is not the next one's")
{
    Random random(21);
    const auto scene = sceneWithObstacles(random);
    const Motions motions = randomMotions(*scene, random, 400);
    MotionBatchOptions options;
    options.threads = GENERATE(1u, 4u);
    const std::vector<Verdict> all = checkMotions(scene, motions, options);

    std::atomic<int> asked{0};
    options.budget.interrupted = [&] { return ++asked > 100; };
    const std::vector<Verdict> some = checkMotions(scene, motions, options);
    REQUIRE(some.size() == motions.size());
    std::size_t decided = 0;
    for (std::size_t i = 0; i < some.size(); ++i)
        if (some[i] != Verdict::Undecided)
        {
            CHECK(some[i] == all[i]);
            ++decided;
        }
    CHECK(decided > 0);
    CHECK(decided <= 100);

    options.budget = {};
    options.budget.steps = 1;
    options.certify.last_valid_resolution = 1e-6;  // which takes more of them
    const std::vector<Verdict> begun = checkMotions(scene, motions, options);
    const auto certifier = makeMotionCertifier(options.validator, scene, options.certify);
    for (std::size_t i = 0; i < motions.size(); ++i)
    {
        certifier->reset(motions[i].first, motions[i].second);
        CHECK(begun[i] == certifier->run(options.budget));
    }
    CHECK(std::count(begun.begin(), begun.end(), Verdict::Undecided) > 0);
}

TEST_CASE("Nothing of a batch is judged where one of its configurations does not fit, or an option is none")
{
    Random random(22);
    const auto scene = sceneWithObstacles(random);
    Motions motions = randomMotions(*scene, random, 10);
    CHECK(checkMotions(scene, {}).empty());
    MotionBatchOptions options;
    std::atomic<int> asked{0};
    options.budget.interrupted = [&] { return ++asked > 0; };
    motions.back().second.conservativeResize(motions.back().second.size() - 1);
    CHECK_THROWS_AS(checkMotions(scene, motions, options), InputError);
    CHECK(asked == 0);
    options.validator = ValidatorKind::Discrete;
    CHECK_THROWS_AS(checkMotions(scene, {}, options), InputError);
    options.validator = ValidatorKind::Adaptive;
    options.certify.tolerance = -1.0;
    CHECK_THROWS_AS(checkMotions(scene, {}, options), InputError);
}
