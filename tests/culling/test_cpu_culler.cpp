// The CPU culler: "no" is a proof. Checked by sampling, on a million triples over the cases.

#include <cstdio>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>
#include <gapless/culling/cpu_swept_volume_culler.h>
#include <gapless/culling/motion_culling.h>

#include "culling/culler_check.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

std::unique_ptr<Culler> makeCpu(const std::shared_ptr<const StaticObstacles>& obstacles)
{
    return std::make_unique<CpuSweptVolumeCuller>(obstacles);
}

void requireSound(const char* what, const CullerCheckOptions& options)
{
    const CullerCheckResult result = checkCuller(makeCpu, options);
    std::printf("%s\n", describe(what, result).c_str());
    INFO(result.first_wrong);
    REQUIRE(result.triples >= options.triples);
    CHECK(result.wrong == 0);
    CHECK(result.disagreements == 0);
    // A check that nothing is culled in proves nothing.
    CHECK(result.culled > 0);
    CHECK(result.sampled_hits > 0);
}

CullerCheckOptions options(std::uint64_t seed, long triples)
{
    CullerCheckOptions result;
    result.seed = seed;
    result.triples = triples / kShare;
    return result;
}

}  // namespace

TEST_CASE("the CPU culler culls no triple that a sample hits: motions of one radian", "[culling]")
{
    requireSound("steps of 1", options(1, 300000));
}

TEST_CASE("the CPU culler culls no triple that a sample hits: motions of three radians", "[culling]")
{
    CullerCheckOptions o = options(2, 150000);
    o.step = 3.0;
    requireSound("steps of 3", o);
    o = options(3, 100000);
    o.step = 3.0;
    o.sweep.max_pieces = 1;
    requireSound("steps of 3, one piece", o);
}

TEST_CASE("the CPU culler culls no triple that a sample hits: revolute and prismatic joints alone, short motions", "[culling]")
{
    CullerCheckOptions o = options(4, 150000);
    o.floating_and_planar = false;
    o.step = 0.2;
    requireSound("arms, steps of 0.2", o);
}

TEST_CASE("the CPU culler culls no triple that a sample comes too near: clearances", "[culling]")
{
    CullerCheckOptions o = options(5, 150000);
    o.clearance = 0.05;
    requireSound("clearance 0.05", o);
}

TEST_CASE("the CPU culler culls no triple that a sample hits: a kilometre from the origin, and millimetre robots", "[culling]")
{
    CullerCheckOptions o = options(6, 100000);
    o.base_offset = 1e3;
    requireSound("offset 1e3", o);
    o = options(7, 50000);
    o.scale = 1e-3;
    requireSound("scale 1e-3", o);
    o.base_offset = 1e6;
    o.seed = 8;
    requireSound("scale 1e-3, offset 1e6", o);
}

TEST_CASE("a culler without the growth for the chord is caught", "[culling]")
{
    CullerCheckOptions o = options(9, 300000);
    o.step = 2.0;
    o.sweep.max_pieces = 1;
    o.tamper = [](SweptVolumeBatch& batch) {
        for (SweptVolume& volume : batch.volumes)
            volume.radius -= volume.chord;
    };
    const CullerCheckResult result = checkCuller(makeCpu, o);
    std::printf("broken culler caught after %ld triples\n", result.triples);
    CHECK(result.wrong > 0);
}

TEST_CASE("a culler with the motion cut into pieces, but grown for fewer, is caught too", "[culling]")
{
    CullerCheckOptions o = options(10, 1000000);
    o.step = 3.0;
    o.sweep.chord_share = 4.0;
    o.tamper = [](SweptVolumeBatch& batch) {
        for (SweptVolume& volume : batch.volumes)
            volume.radius -= 0.75 * volume.chord;
    };
    const CullerCheckResult result = checkCuller(makeCpu, o);
    std::printf("culler with a quarter of the growth caught after %ld triples\n", result.triples);
    CHECK(result.wrong > 0);
}
