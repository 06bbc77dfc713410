// Any bytes are a mesh or an InputError. The first byte chooses the format: 0 STL, 1 OBJ, 2 PLY, 3 DAE.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <gapless/core/error.h>

#include "io/mesh_soup.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    constexpr std::size_t kMost = 100000;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto readers = {gapless::readStl, gapless::readObj, gapless::readPly, gapless::readCollada};
    try
    {
        readers.begin()[data[0] % readers.size()](bytes, "fuzz.mesh", kMost);
    }
    catch (const gapless::InputError&)
    {
        // Bad input is refused by this exception and no other.
    }
    return 0;
}
