// Rounding: obstacles that a ball penetrates by far less than single precision can tell are never culled, by any culler.

#include <cstdio>

#include <catch2/catch.hpp>

#include <gapless/culling/cpu_swept_volume_culler.h>
#ifdef GAPLESS_HAVE_GL
#include <gapless/culling/gl/gl_swept_volume_culler.h>
#endif

#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

struct Outcome
{
    long penetrated = 0, culled_wrongly = 0, clear = 0, culled_rightly = 0;
};

// A ball slides through (x, 0, 0); triangles and boxes face it at a distance of its radius, less or more `gap`. Their corners are far
// away along the plane, so that the nearest point is in the middle of the face.
template <class Make>
Outcome slideBeside(Make make, double extent, double gap)
{
    constexpr double kRadius = 0.1;
    constexpr int kObstacles = 400;
    Random random(61);
    SceneBuilder builder;
    const BodyIndex slide = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("ball", slide, Sphere{kRadius});
    std::vector<double> at;
    for (int k = 0; k < kObstacles; ++k)
    {
        at.push_back(random.uniform(-extent, extent));
        const Vec3 angle = random.direction();
        // Across the slide, so that the distance is the same all along.
        const Vec3 n = Vec3(0.0, angle.y(), angle.z()).normalized();
        const Vec3 nearest = Vec3(at.back(), 0.0, 0.0) + (kRadius + (k % 2 ? gap : -gap)) * n;
        const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
        const double size = random.uniform(0.01, 0.1);
        const std::string name = "obstacle " + std::to_string(k);
        if (k % 3 == 0)
        {
            Mat3 R;
            R << u, v, n;
            builder.obstacle(name, Box{Vec3(size, size, 0.5 * size)}, {R, nearest + 0.5 * size * n});
        }
        else
            builder.obstacle(name, triangleMesh(nearest + size * u, nearest + size * (v - u), nearest - size * (u + v)));
    }
    const auto scene = builder.build();
    const auto obstacles = std::make_shared<StaticObstacles>(scene);
    const std::unique_ptr<Culler> culler = make(obstacles);
    REQUIRE(culler);
    MotionSweeper sweeper(scene);
    SweptVolumeBatch batch;
    for (const double x : at)
        sweeper.add(Motion(scene->model(), configuration({x - 0.02}), configuration({x + 0.02})), batch);
    ObstacleHits hits;
    culler->cullPairs(batch, hits);
    Outcome outcome;
    for (int k = 0; k < kObstacles; ++k)
    {
        const bool culled = !hits.mayHit(static_cast<std::size_t>(k), ObstacleIndex(k));
        ++(k % 2 ? outcome.clear : outcome.penetrated);
        if (culled)
            ++(k % 2 ? outcome.culled_rightly : outcome.culled_wrongly);
    }
    return outcome;
}

std::unique_ptr<Culler> makeCpu(const std::shared_ptr<const StaticObstacles>& obstacles)
{
    return std::make_unique<CpuSweptVolumeCuller>(obstacles);
}

#ifdef GAPLESS_HAVE_GL
std::unique_ptr<Culler> makeGl(const std::shared_ptr<const StaticObstacles>& obstacles)
{
    std::string why_not;
    return GlSweptVolumeCuller::create(obstacles, why_not);
}
#endif

}  // namespace

TEST_CASE("the CPU culler culls nothing that is penetrated by nanometres, but what is clear by them", "[culling]")
{
    for (const double extent : {1.0, 1e3})
    {
        const Outcome outcome = slideBeside(makeCpu, extent, 1e-9);
        CHECK(outcome.penetrated >= 200);
        CHECK(outcome.culled_wrongly == 0);
        CHECK(outcome.culled_rightly > outcome.clear / 2);
    }
}

#ifdef GAPLESS_HAVE_GL
TEST_CASE("the OpenGL culler culls nothing that is penetrated by nanometres, where floats are a tenth of a millimetre apart",
          "[culling][gl]")
{
    SceneBuilder builder;
    std::string why_not;
    if (!GlSweptVolumeCuller::create(std::make_shared<StaticObstacles>(builder.build()), why_not))
    {
        std::printf("SKIPPED, no OpenGL culler: %s\n", why_not.c_str());
        WARN("SKIPPED, no OpenGL culler: " << why_not);
        return;
    }
    for (const double extent : {1.0, 1e3})
    {
        const Outcome outcome = slideBeside(makeGl, extent, 1e-9);
        CHECK(outcome.penetrated >= 200);
        CHECK(outcome.culled_wrongly == 0);
    }
    // Clear by more than the error terms.
    const Outcome outcome = slideBeside(makeGl, 1.0, 1e-4);
    CHECK(outcome.culled_wrongly == 0);
    CHECK(outcome.culled_rightly > outcome.clear / 2);
}
#endif
