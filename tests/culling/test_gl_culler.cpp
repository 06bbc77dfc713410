// The OpenGL culler: the same check as the CPU's, and what it does when the GPU fails. Skipped, loudly, where there is no OpenGL 4.3.

#include <cstdio>
#include <thread>

#include <catch2/catch.hpp>

#include <gapless/culling/cpu_swept_volume_culler.h>
#include <gapless/culling/gl/gl_swept_volume_culler.h>
#include <gapless/culling/motion_culling.h>

#include "culling/culler_check.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr unsigned kOutOfMemory = 0x0505, kContextLost = 0x0507;

std::shared_ptr<const Scene> wallScene(int posts = 1)
{
    SceneBuilder builder;
    const BodyIndex slide = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("ball", slide, Sphere{0.1});
    for (int k = 0; k < posts; ++k)
        builder.obstacle("post " + std::to_string(k), Cylinder{0.05, 1.0}, at(k, 0, 0));
    return builder.build();
}

std::unique_ptr<GlSweptVolumeCuller> createGl(const std::shared_ptr<const Scene>& scene, GlCullerOptions options = {})
{
    std::string why_not;
    return GlSweptVolumeCuller::create(std::make_shared<StaticObstacles>(scene), why_not, std::move(options));
}

// False, after saying why, where nothing can be tested.
bool haveGl()
{
    std::string why_not;
    const auto culler = GlSweptVolumeCuller::create(std::make_shared<StaticObstacles>(wallScene()), why_not);
    if (!culler)
    {
        std::printf("SKIPPED, no OpenGL culler: %s\n", why_not.c_str());
        WARN("SKIPPED, no OpenGL culler: " << why_not);
    }
    return culler != nullptr;
}

CullerCheckOptions options(std::uint64_t seed, long triples)
{
    CullerCheckOptions result;
    result.seed = seed;
    result.triples = triples / kShare;
    result.motions_at_once = 64;
    result.obstacles = 60;
    return result;
}

std::unique_ptr<Culler> makeGl(const std::shared_ptr<const StaticObstacles>& obstacles)
{
    std::string why_not;
    std::unique_ptr<GlSweptVolumeCuller> culler = GlSweptVolumeCuller::create(obstacles, why_not);
    INFO(why_not);
    REQUIRE(culler);
    return culler;
}

void requireSound(const char* what, const CullerCheckOptions& check)
{
    const CullerCheckResult result = checkCuller(makeGl, check);
    std::printf("OpenGL, %s\n", describe(what, result).c_str());
    INFO(result.first_wrong);
    REQUIRE(result.triples >= check.triples);
    CHECK(result.wrong == 0);
    CHECK(result.disagreements == 0);
    CHECK(result.culled > 0);
    CHECK(result.sampled_hits > 0);
}

std::vector<std::pair<Configuration, Configuration>> slides(int count)
{
    Random random(5);
    std::vector<std::pair<Configuration, Configuration>> motions;
    for (int i = 0; i < count; ++i)
        motions.emplace_back(configuration({random.uniform(-50, 100)}), configuration({random.uniform(-50, 100)}));
    return motions;
}

}  // namespace

TEST_CASE("the OpenGL culler culls no triple that a sample hits", "[culling][gl]")
{
    if (!haveGl())
        return;
    requireSound("steps of 1", options(31, 60000));
    CullerCheckOptions o = options(32, 60000);
    o.step = 3.0;
    o.clearance = 0.02;
    requireSound("steps of 3, clearance 0.02", o);
}

TEST_CASE("the OpenGL culler culls no triple that a sample hits: a kilometre from the origin, and millimetre robots",
          "[culling][gl]")
{
    if (!haveGl())
        return;
    CullerCheckOptions o = options(33, 40000);
    o.base_offset = 1e3;
    requireSound("offset 1e3", o);
    o = options(34, 40000);
    o.scale = 1e-3;
    requireSound("scale 1e-3", o);
}

TEST_CASE("the OpenGL culler without the growth for the chord is caught", "[culling][gl]")
{
    if (!haveGl())
        return;
    CullerCheckOptions o = options(35, 200000);
    o.step = 2.0;
    o.sweep.max_pieces = 1;
    o.tamper = [](SweptVolumeBatch& batch) {
        for (SweptVolume& volume : batch.volumes)
            volume.radius -= volume.chord;
    };
    CHECK(checkCuller(makeGl, o).wrong > 0);
}

TEST_CASE("the OpenGL culler answers for each obstacle, for thousands of motions at once, about as sharply as the CPU",
          "[culling][gl]")
{
    if (!haveGl())
        return;
    const auto scene = wallScene(70);
    const auto obstacles = std::make_shared<StaticObstacles>(scene);
    const auto gpu = createGl(scene);
    const CpuSweptVolumeCuller cpu(obstacles);
    MotionSweeper sweeper(scene);
    SweptVolumeBatch batch;
    for (const auto& [q0, q1] : slides(5000))
        sweeper.add(Motion(scene->model(), q0, q1), batch);
    ObstacleHits from_gpu, from_cpu;
    gpu->cullPairs(batch, from_gpu);
    cpu.cullPairs(batch, from_cpu);
    CHECK(gpu->usesGpu());
    long different = 0, hits = 0;
    for (std::size_t v = 0; v < batch.volumes.size(); ++v)
        for (int k = 0; k < obstacles->count(); ++k)
        {
            const ObstacleIndex obstacle(k);
            hits += from_gpu.mayHit(v, obstacle);
            different += from_gpu.mayHit(v, obstacle) != from_cpu.mayHit(v, obstacle);
        }
    CHECK(hits > 1000);
    CHECK(different <= hits / 1000);
}

TEST_CASE("volumes too far out for floats are not culled", "[culling][gl]")
{
    if (!haveGl())
        return;
    const auto scene = wallScene();
    const auto gpu = createGl(scene);
    const auto motion = std::make_pair(configuration({2e6}), configuration({2.1e6}));
    const auto near = std::make_pair(configuration({2e3}), configuration({2.1e3}));
    CHECK(linksMayHitObstacles(*gpu, {near, motion, near}) == std::vector<char>{0, 1, 0});
}

TEST_CASE("a context that is lost or runs out of memory during use falls back to the CPU with the same answers", "[culling][gl]")
{
    if (!haveGl())
        return;
    const auto scene = wallScene(20);
    const auto motions = slides(300);
    const CpuSweptVolumeCuller cpu(std::make_shared<StaticObstacles>(scene));
    const std::vector<char> expected = linksMayHitObstacles(cpu, motions);
    for (const unsigned failure : {kContextLost, kOutOfMemory, 0x0502u})
        // The three checks of a batch: at its start, after copying, after culling.
        for (int healthy = 0; healthy < 3; ++healthy)
        {
            int checks = 0;
            std::optional<int> fail_at;
            GlCullerOptions gl_options;
            gl_options.status_hook = [&](unsigned status) { return ++checks == fail_at ? failure : status; };
            const auto gpu = createGl(scene, gl_options);
            REQUIRE(gpu);
            CHECK(gpu->usesGpu());
            fail_at = checks + 1 + healthy;
            CHECK(linksMayHitObstacles(*gpu, motions) == expected);
            CHECK_FALSE(gpu->usesGpu());
            CHECK(linksMayHitObstacles(*gpu, motions) == expected);
        }
}

TEST_CASE("a GPU that fails while the culler is made is no culler, with a reason", "[culling][gl]")
{
    if (!haveGl())
        return;
    GlCullerOptions gl_options;
    gl_options.status_hook = [](unsigned) { return kOutOfMemory; };
    std::string why_not;
    CHECK_FALSE(GlSweptVolumeCuller::create(std::make_shared<StaticObstacles>(wallScene()), why_not, gl_options));
    CHECK(why_not.find("out of memory") != std::string::npos);
}

TEST_CASE("several threads may ask one OpenGL culler", "[culling][gl]")
{
    if (!haveGl())
        return;
    const auto scene = wallScene(20);
    const auto motions = slides(200);
    const auto gpu = createGl(scene);
    const std::vector<char> expected = linksMayHitObstacles(*gpu, motions);
    std::vector<std::vector<char>> results(3);
    std::vector<std::thread> threads;
    for (std::vector<char>& result : results)
        threads.emplace_back([&] {
            for (int i = 0; i < 5; ++i)
                result = linksMayHitObstacles(*gpu, motions);
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const std::vector<char>& result : results)
        CHECK(result == expected);
    CHECK(gpu->usesGpu());
}
