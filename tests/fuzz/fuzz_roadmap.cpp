// Any bytes are a roadmap file or an InputError, also where all digests are right: those are put in here, or nothing else would get through.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <gapless/core/error.h>

#include "core/content_bytes.h"
#include "multirobot/super_graph_file.h"
#include "planners/roadmap_file.h"
#include "roadmap/roadmap_library.h"

namespace {

constexpr std::size_t kTable = 16, kEntry = 4 + 8 + 8 + 32, kDigestAt = 4 + 8 + 8;

void put(std::string& bytes, std::size_t at, const gapless::Digest& digest)
{
    if (at + digest.size() <= bytes.size())
        bytes.replace(at, digest.size(), gapless::asText(digest));
}

void seal(std::string& bytes)
{
    if (bytes.size() < kTable)
        return;
    const std::size_t sections = gapless::ContentReader(std::string_view(bytes).substr(12)).take32();
    const std::size_t table_end = kTable + std::min<std::size_t>(sections, 64) * kEntry;
    for (std::size_t at = kTable; at + kEntry <= std::min(bytes.size(), table_end); at += kEntry)
    {
        gapless::ContentReader place(std::string_view(bytes).substr(at + 4));
        const std::uint64_t begin = place.take64(), length = place.take64();
        if (begin <= bytes.size() && length <= bytes.size() - begin)
            put(bytes, at + kDigestAt, gapless::digestOf(std::string_view(bytes).substr(begin, length)));
    }
    if (table_end <= bytes.size())
        put(bytes, table_end, gapless::digestOf(std::string_view(bytes).substr(0, table_end)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string bytes(reinterpret_cast<const char*>(data), size);
    for (int round = 0; round < 2; ++round, seal(bytes))
    {
        const auto read = [&bytes](auto parse) {
            try
            {
                parse(bytes);
            }
            catch (const gapless::InputError&)
            {
                // Bad input is refused by this exception and no other.
            }
        };
        read([](const std::string& text) { gapless::makeLoaded("fuzz.gdrm", gapless::parseRoadmap(text, "fuzz.gdrm")); });
        read([](const std::string& text) { gapless::parseSuperGraph(text, "fuzz.gdrm"); });
    }
    return 0;
}
