#include "planners/roadmap_sections.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "core/content_bytes.h"
#include "io/input_text.h"
#include "io/write_file.h"

namespace fs = std::filesystem;

namespace gapless {

namespace {

constexpr std::string_view kMagic = "gaplprm\n";
constexpr std::uint32_t kVersion = 4;
constexpr std::size_t kDigestBytes = std::tuple_size_v<Digest>;
/// Of the table of sections, per section.
constexpr std::size_t kPlaceBytes = 4 + 8 + 8 + kDigestBytes;

struct PlaceInFile
{
    std::string_view name;
    std::uint64_t begin = 0, length = 0;
    Digest digest{};
};

/// @throws InputError that ends "the roadmap file is ..."
std::vector<RoadmapSection<std::string_view>> takeSections(std::string_view bytes)
{
    ContentReader reader(bytes.substr(kMagic.size() + 4));
    const std::uint32_t count = reader.take32();
    if (count > reader.left() / kPlaceBytes)
        throw InputError("cut short or damaged: " + std::to_string(count) + " sections");
    std::vector<PlaceInFile> places(count);
    for (PlaceInFile& place : places)
    {
        place.name = reader.take(4);
        place.begin = reader.take64();
        place.length = reader.take64();
        place.digest = reader.takeDigest();
    }
    std::uint64_t end = bytes.size() - reader.left() + kDigestBytes;
    if (reader.takeDigest() != digestOf(bytes.substr(0, end - kDigestBytes)))
        throw InputError("cut short or damaged: the checksum of its header does not match");
    std::vector<RoadmapSection<std::string_view>> sections;
    for (const PlaceInFile& place : places)
    {
        if (place.begin != end || place.length > bytes.size() - end)
            throw InputError("cut short");
        end += place.length;
        sections.push_back({place.name, bytes.substr(place.begin, place.length)});
        if (digestOf(sections.back().bytes) != place.digest)
            throw InputError("damaged: the checksum of its section " + std::string(place.name) + " does not match");
    }
    if (end != bytes.size())
        throw InputError("longer than its header says: it is damaged");
    return sections;
}

}  // namespace

RoadmapSections::RoadmapSections(std::string_view bytes, const std::string& file)
{
    if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size()))
        throw inputError(file, 0, "not a roadmap file of gapless");
    if (bytes.size() < kMagic.size() + std::size_t{8} + kDigestBytes)
        throw inputError(file, 0, "the roadmap file is cut short");
    const std::uint32_t version = ContentReader(bytes.substr(kMagic.size())).take32();
    if (version != kVersion)
        throw inputError(
            file, 0,
            "a roadmap file of version " + std::to_string(version) + "; this program reads version " + std::to_string(kVersion));
    try
    {
        sections_ = takeSections(bytes);
    }
    catch (const InputError& error)
    {
        throw inputError(file, 0, std::string("the roadmap file is ") + error.what());
    }
}

std::vector<std::string_view> RoadmapSections::all(std::string_view name) const
{
    std::vector<std::string_view> found;
    for (const auto& section : sections_)
        if (section.name == name)
            found.push_back(section.bytes);
    return found;
}

std::string_view RoadmapSections::one(std::string_view name) const
{
    const std::vector<std::string_view> found = all(name);
    if (found.size() != 1)
        throw InputError("damaged: it has "
                         + (found.empty() ? std::string("no section ") : std::to_string(found.size()) + " sections ")
                         + std::string(name));
    return found.front();
}

void writeRoadmapSections(const std::string& file, const std::vector<RoadmapSection<std::string>>& sections)
{
    ContentWriter writer;
    writer.put(kMagic);
    writer.put32(kVersion);
    writer.put32(static_cast<std::uint32_t>(sections.size()));
    std::uint64_t begin = writer.bytes().size() + sections.size() * kPlaceBytes + kDigestBytes;
    for (const auto& section : sections)
    {
        writer.put(section.name);
        writer.put64(begin);
        writer.put64(section.bytes.size());
        writer.put(digestOf(section.bytes));
        begin += section.bytes.size();
    }
    writer.put(digestOf(writer.bytes()));
    for (const auto& section : sections)
        writer.put(section.bytes);
    writeTextFile(file, writer.bytes());
}

std::string readRoadmapBytes(const std::string& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status))
        throw inputError(file, 0, "no such roadmap file");
    if (!fs::is_regular_file(status))
        throw inputError(file, 0, "not a file; a roadmap file is expected");
    std::ifstream in(file, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in.is_open() || in.bad())
        throw inputError(file, 0, "the roadmap file cannot be read; check its permissions");
    return bytes;
}

}  // namespace gapless
