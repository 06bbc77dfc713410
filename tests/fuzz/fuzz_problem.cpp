// Any text is a problem description or an InputError. The parse stage opens no files.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <gapless/core/error.h>
#include <gapless/io/problem_description.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try
    {
        gapless::parseProblem(text, "fuzz.yaml");
    }
    catch (const gapless::InputError&)
    {
        // Bad input is refused by this exception and no other.
    }
    return 0;
}
