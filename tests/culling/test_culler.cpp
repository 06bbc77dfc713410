// What every culler owes beyond surfaces: insides of solids, pairs that may touch, clearances of pairs, other scenes.

#include <catch2/catch.hpp>

#include <gapless/core/error.h>
#include <gapless/culling/cpu_swept_volume_culler.h>
#include <gapless/culling/motion_culling.h>

#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// A ball on a slide along x, from the origin.
SceneBuilder ballOnSlide()
{
    SceneBuilder builder;
    const BodyIndex slide = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("ball", slide, Sphere{0.1});
    return builder;
}

struct Answer
{
    bool any;
    std::vector<bool> by_obstacle;
};

Answer ask(const std::shared_ptr<const Scene>& scene, double from, double to)
{
    const auto obstacles = std::make_shared<StaticObstacles>(scene);
    const CpuSweptVolumeCuller culler(obstacles);
    MotionSweeper sweeper(scene);
    SweptVolumeBatch batch;
    sweeper.add(Motion(scene->model(), configuration({from}), configuration({to})), batch);
    std::vector<char> may_hit;
    ObstacleHits hits;
    culler.cull(batch, may_hit);
    culler.cullPairs(batch, hits);
    REQUIRE(may_hit.size() == 1);
    Answer answer{may_hit[0] != 0, {}};
    for (int k = 0; k < obstacles->count(); ++k)
        answer.by_obstacle.push_back(hits.mayHit(0, ObstacleIndex(k)));
    return answer;
}

}  // namespace

TEST_CASE("a link that moves inside a solid mesh, far from its surface, is not culled", "[culling]")
{
    SceneBuilder solid = ballOnSlide();
    solid.obstacle("block", boxMesh(Vec3(5, 5, 5)));
    CHECK(ask(solid.build(), -1, 1).any);
    CHECK(ask(solid.build(), -1, 1).by_obstacle == std::vector<bool>{true});
    CHECK_FALSE(ask(solid.build(), 6, 8).any);

    SceneBuilder hollow = ballOnSlide();
    hollow.obstacle("room", hollowBoxMesh(Vec3(5, 5, 5), Vec3(4, 4, 4)));
    CHECK_FALSE(ask(hollow.build(), -1, 1).any);
    CHECK(ask(hollow.build(), -1, 4.2).any);

    SceneBuilder primitive = ballOnSlide();
    primitive.obstacle("block", Box{Vec3(5, 5, 5)});
    CHECK(ask(primitive.build(), -1, 1).any);
}

TEST_CASE("an obstacle inside the volume that a link sweeps is not culled", "[culling]")
{
    SceneBuilder builder = ballOnSlide();
    builder.obstacle("crumb", boxMesh(Vec3(1e-3, 1e-3, 1e-3)), at(1, 0, 0));
    CHECK(ask(builder.build(), 0, 2).any);
}

TEST_CASE("the answer is given for each obstacle", "[culling]")
{
    SceneBuilder builder = ballOnSlide();
    for (int k = 0; k < 70; ++k)
        builder.obstacle("post " + std::to_string(k), Cylinder{0.05, 1.0}, at(k, 0, 0));
    const Answer answer = ask(builder.build(), 10.5, 40.5);
    CHECK(answer.any);
    for (int k = 0; k < 70; ++k)
        CHECK(answer.by_obstacle[static_cast<std::size_t>(k)] == (k > 10 && k < 41));
}

TEST_CASE("pairs that may touch are left out", "[culling]")
{
    SceneBuilder builder = ballOnSlide();
    builder.obstacle("floor", Box{Vec3(5, 5, 0.1)}).obstacle("wall", Box{Vec3(0.1, 5, 5)}, at(3, 0, 0));
    builder.allowed.allow("ball", "floor");
    const Answer free = ask(builder.build(), -1, 1);
    CHECK_FALSE(free.any);
    CHECK(ask(builder.build(), -1, 4).by_obstacle == std::vector<bool>{false, true});
}

TEST_CASE("clearances count, strictly", "[culling]")
{
    // The ball passes the post's surface at a distance of 0.1.
    SceneBuilder builder = ballOnSlide();
    builder.obstacle("post", Sphere{0.3}, at(0, 0.5, 0));
    CHECK_FALSE(ask(builder.build(), -1, 1).any);
    builder.clearances.all = 0.0999;
    CHECK_FALSE(ask(builder.build(), -1, 1).any);
    builder.clearances.all = 0.1;
    CHECK(ask(builder.build(), -1, 1).any);
    builder.clearances.all = 0.0;
    builder.clearances.pairs.push_back({"post", "ball", 0.2});
    CHECK(ask(builder.build(), -1, 1).any);
}

TEST_CASE("volumes of another scene are refused", "[culling]")
{
    SceneBuilder builder = ballOnSlide();
    builder.obstacle("post", Sphere{0.3}, at(0, 0.5, 0));
    const auto one = builder.build(), other = builder.build();
    MotionSweeper sweeper(one);
    SweptVolumeBatch batch;
    sweeper.add(Motion(one->model(), configuration({0}), configuration({1})), batch);
    const CpuSweptVolumeCuller culler(std::make_shared<StaticObstacles>(other));
    std::vector<char> may_hit;
    ObstacleHits hits;
    CHECK_THROWS_AS(culler.cull(batch, may_hit), InputError);
    CHECK_THROWS_AS(culler.cullPairs(batch, hits), InputError);
}

TEST_CASE("a scene without obstacles, or without motions, has nothing to hit", "[culling]")
{
    const auto scene = ballOnSlide().build();
    const CpuSweptVolumeCuller culler(std::make_shared<StaticObstacles>(scene));
    CHECK(linksMayHitObstacles(culler, {{configuration({0}), configuration({1})}}) == std::vector<char>{0});
    CHECK(linksMayHitObstacles(culler, {}).empty());
}

TEST_CASE("many motions are answered in their order, and a configuration that does not fit is refused", "[culling]")
{
    SceneBuilder builder = ballOnSlide();
    builder.obstacle("wall", triangleMesh(Vec3(5, -9, -9), Vec3(5, 9, -9), Vec3(5, 0, 9)));
    const auto scene = builder.build();
    const CpuSweptVolumeCuller culler(std::make_shared<StaticObstacles>(scene));
    std::vector<std::pair<Configuration, Configuration>> motions;
    std::vector<char> expected;
    Random random(3);
    for (int i = 0; i < 20000; ++i)
    {
        const double from = random.uniform(0, 10), to = random.uniform(0, 10);
        motions.emplace_back(configuration({from}), configuration({to}));
        expected.push_back(std::min(from, to) < 5.1 && std::max(from, to) > 4.9);
    }
    const std::vector<char> result = linksMayHitObstacles(culler, motions);
    int different = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        CHECK(result[i] >= expected[i]);
        different += result[i] != expected[i];
    }
    CHECK(different < 20);
    motions.push_back({configuration({0, 1}), configuration({0, 1})});
    CHECK_THROWS_AS(linksMayHitObstacles(culler, motions), InputError);
    MotionSweeper others(builder.build());
    CHECK_THROWS_AS(linksMayHitObstacles(culler, others, {}), InputError);
}
