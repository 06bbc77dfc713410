// Any text is a trajectory of two joints, as YAML and as CSV, or an InputError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <gapless/core/error.h>
#include <gapless/io/trajectory_file.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const char* label : {"fuzz.yaml", "fuzz.csv"})
        try
        {
            static_cast<void>(gapless::parseTrajectory(text, label, {"joint_1", "joint_2"}));
        }
        catch (const gapless::InputError&)
        {
            // Bad input is refused by this exception and no other.
        }
    return 0;
}
