// What all roadmap files are: a header, and sections with names of four characters, each with a digest.
//
// All numbers little-endian; u: unsigned integer, f: IEEE double, of so many bits.
//
// | bytes | what |
// |---|---|
// | 8 | "gaplprm\n" |
// | u32, u32 | version, 4; s sections |
// | s times: 4, u64, u64, 32 | name of the section; where it begins and its length in bytes; its digest (content_digest.h) |
// | 32 | digest of all bytes before |
// | | the sections, one after the other, in that order |
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gapless {

/// What a section is called, and what it holds.
template <typename Bytes>
struct RoadmapSection
{
    std::string_view name;
    Bytes bytes;
};

/// Sections by their order in the file; several may be of one name. They refer to the bytes of the file.
class RoadmapSections
{
public:
    /// First whether all is as it was written, by digests. @param file for errors @throws InputError if it is damaged, or no roadmap file
    RoadmapSections(std::string_view bytes, const std::string& file);

    /// All of that name.
    std::vector<std::string_view> all(std::string_view name) const;
    bool has(std::string_view name) const { return !all(name).empty(); }
    /// @throws InputError("damaged: ...") unless there is just one
    std::string_view one(std::string_view name) const;

private:
    std::vector<RoadmapSection<std::string_view>> sections_;
};

/// Writes through a temporary file in the same folder: `file` is whole or as before.
/// @throws InputError if it cannot be written.
void writeRoadmapSections(const std::string& file, const std::vector<RoadmapSection<std::string>>& sections);

/// All of a file. @throws InputError if it cannot be read.
std::string readRoadmapBytes(const std::string& file);

}  // namespace gapless
