// Any bytes are a cloud, a map or a depth image, or an InputError. The first byte chooses the format: 0 PCD, 1 PLY, 2 XYZ, 3 and 4 OctoMap with unknown
// space free and occupied, 5 PGM and 6 PFM. Of a depth image balls and cubes are made as well.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <gapless/core/error.h>

#include "io/cloud_points.h"
#include "io/depth_pixels.h"
#include "io/octree_cubes.h"

namespace {

void takeImage(const gapless::DepthImage& image)
{
    constexpr std::size_t kMost = 20000;
    gapless::DepthSensor sensor;
    sensor.camera = {50.0, 60.0, 0.5 * image.width, 0.5 * image.height};
    sensor.radius = 0.01;
    static_cast<void>(gapless::seenBalls(image, sensor, "image", kMost));
    static_cast<void>(gapless::unseenCubes(image, sensor, {}, {{-1.0, -1.0, 0.0}, {1.0, 1.0, 2.0}, 0.05}, "image", kMost));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    constexpr std::size_t kMost = 100000;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    try
    {
        switch (data[0] % 7)
        {
            case 0: gapless::readPcdCloud(bytes, "fuzz.pcd", kMost); break;
            case 1: gapless::readPlyCloud(bytes, "fuzz.ply", kMost); break;
            case 2: gapless::readXyzCloud(bytes, "fuzz.xyz", kMost); break;
            case 3: (void)gapless::readBinaryOctree(bytes, "fuzz.bt", gapless::UnknownSpace::Free, kMost); break;
            case 4: (void)gapless::readBinaryOctree(bytes, "fuzz.bt", gapless::UnknownSpace::Occupied, kMost); break;
            case 5: takeImage(gapless::readPgmDepth(bytes, "fuzz.pgm", 1e-3)); break;
            default: takeImage(gapless::readPfmDepth(bytes, "fuzz.pfm", 1.0));
        }
    }
    catch (const gapless::InputError&)
    {
        // Bad input is refused by this exception and no other.
    }
    return 0;
}
