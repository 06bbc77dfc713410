#include <catch2/catch.hpp>

#include "apps/viewer/window_quality.h"

using namespace gapless::viewer;

TEST_CASE("Only several slow pictures in a row are too slow")
{
    QualityWatch watch;
    for (int round = 0; round < 3; ++round)
    {
        for (int k = 0; k < 4; ++k)
            CHECK_FALSE(watch.isTooSlow(0.06));
        CHECK_FALSE(watch.isTooSlow(0.01));
    }
    for (int k = 0; k < 4; ++k)
        CHECK_FALSE(watch.isTooSlow(0.06));
    CHECK(watch.isTooSlow(0.06));
    CHECK_FALSE(watch.isTooSlow(0.06));
}

TEST_CASE("Quality falls from multisampling to fewer pixels, and never below half of them")
{
    CHECK(firstFastQuality("llvmpipe (LLVM 15.0.6, 256 bits)").samples == 0);
    FastQuality quality = firstFastQuality("a GPU");
    CHECK(quality.samples == 4);
    CHECK(quality.scale == 1.0);
    quality = lowerQuality(quality);
    CHECK(quality.samples == 0);
    CHECK(quality.scale == 1.0);
    for (int k = 0; k < 20; ++k)
    {
        const FastQuality next = lowerQuality(quality);
        CHECK((next.scale < quality.scale || next.scale == 0.5));
        CHECK(next.scale >= 0.5);
        quality = next;
    }
    CHECK(quality.scale == 0.5);
}
