// Any bytes are a cloud or map, or an InputError. The first byte chooses the format: 0 PCD, 1 PLY, 2 XYZ, 3 and 4 OctoMap with unknown space free
// and occupied.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <gapless/core/error.h>

#include "io/cloud_points.h"
#include "io/octree_cubes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    constexpr std::size_t kMost = 100000;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    try
    {
        switch (data[0] % 5)
        {
            case 0: gapless::readPcdCloud(bytes, "fuzz.pcd", kMost); break;
            case 1: gapless::readPlyCloud(bytes, "fuzz.ply", kMost); break;
            case 2: gapless::readXyzCloud(bytes, "fuzz.xyz", kMost); break;
            case 3: (void)gapless::readBinaryOctree(bytes, "fuzz.bt", gapless::UnknownSpace::Free, kMost); break;
            default: (void)gapless::readBinaryOctree(bytes, "fuzz.bt", gapless::UnknownSpace::Occupied, kMost);
        }
    }
    catch (const gapless::InputError&)
    {
        // Bad input is refused by this exception and no other.
    }
    return 0;
}
