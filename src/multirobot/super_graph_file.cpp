#include "multirobot/super_graph_file.h"

#include <limits>

#include "core/content_bytes.h"
#include "io/input_text.h"
#include "planners/deflate.h"
#include "planners/roadmap_sections.h"

namespace gapless {

namespace {

constexpr std::string_view kTableSection = "TABL";
constexpr std::size_t kEntryBytes = 4 + 4 + 1 + 4 + 4 + 1;

std::string robotSection(const std::vector<std::uint32_t>& roadmap_of)
{
    ContentWriter writer;
    writer.put32(static_cast<std::uint32_t>(roadmap_of.size()));
    for (const std::uint32_t roadmap : roadmap_of)
        writer.put32(roadmap);
    return writer.bytes();
}

std::string tableSection(const std::vector<InterferenceTable::Entry>& entries)
{
    ContentWriter raw;
    for (const InterferenceTable::Entry& entry : entries)
    {
        raw.put32(static_cast<std::uint32_t>(entry.standing.value()));
        raw.put32(static_cast<std::uint32_t>(entry.moving.value()));
        raw.put8(entry.both_stand ? 1 : 0);
        raw.put32(entry.node);
        raw.put32(entry.other);
        raw.put8(entry.is_blocked ? 1 : 0);
    }
    ContentWriter writer;
    writer.put64(entries.size());
    writer.put(deflated(raw.bytes()));
    return writer.bytes();
}

void takeRobots(ContentReader reader, SuperGraphContent& content)
{
    const std::uint32_t count = reader.take32();
    if (reader.left() != std::size_t{count} * 4)
        throw InputError("damaged: its robots are not as many as their count says");
    for (std::uint32_t i = 0; i < count; ++i)
    {
        content.roadmap_of.push_back(reader.take32());
        if (content.roadmap_of.back() >= content.roadmaps.size())
            throw InputError("damaged: robot " + std::to_string(i) + " has roadmap " + std::to_string(content.roadmap_of.back())
                             + " of " + std::to_string(content.roadmaps.size()));
    }
}

bool takeFlag(ContentReader& reader)
{
    const unsigned flag = reader.take8();
    if (flag > 1)
        throw InputError("damaged: an entry of its table");
    return flag == 1;
}

RobotIndex takeRobot(ContentReader& reader, const SuperGraphContent& content)
{
    const std::uint32_t robot = reader.take32();
    if (robot >= content.roadmap_of.size())
        throw InputError("damaged: an entry of its table is of robot " + std::to_string(robot) + " of "
                         + std::to_string(content.roadmap_of.size()));
    return RobotIndex(robot);
}

void takeTable(ContentReader reader, SuperGraphContent& content)
{
    const std::uint64_t count = reader.take64();
    if (count > std::numeric_limits<std::uint64_t>::max() / kEntryBytes)
        throw InputError("damaged: its count of entries");
    const std::string raw = inflated(reader.take(reader.left()), count * kEntryBytes);
    ContentReader entries(raw);
    content.entries.resize(count);
    for (InterferenceTable::Entry& entry : content.entries)
    {
        entry.standing = takeRobot(entries, content);
        entry.moving = takeRobot(entries, content);
        entry.both_stand = takeFlag(entries);
        entry.node = entries.take32();
        entry.other = entries.take32();
        entry.is_blocked = takeFlag(entries);
    }
}

}  // namespace

void writeSuperGraph(const std::string& file, const SuperGraphContent& content)
{
    std::vector<RoadmapSection<std::string>> sections{{kKeySection, keySection(content.key)},
                                                      {kRobotSection, robotSection(content.roadmap_of)}};
    for (const RoadmapGraph& roadmap : content.roadmaps)
    {
        sections.push_back({kNodeSection, nodeSection(roadmap)});
        sections.push_back({kEdgeSection, edgeSection(roadmap)});
    }
    sections.push_back({kTableSection, tableSection(content.entries)});
    writeRoadmapSections(file, sections);
}

SuperGraphContent parseSuperGraph(std::string_view bytes, const std::string& file)
{
    const RoadmapSections sections(bytes, file);
    if (!sections.has(kRobotSection))
        throw inputError(file, 0,
                         "a roadmap file of one robot; here one of several is expected, as gapless::SuperGraph writes it");
    SuperGraphContent content;
    try
    {
        takeKey(ContentReader(sections.one(kKeySection)), content.key);
        const std::vector<std::string_view> nodes = sections.all(kNodeSection), edges = sections.all(kEdgeSection);
        if (nodes.size() != edges.size())
            throw InputError("damaged: it has not as many sections " + std::string(kNodeSection) + " as "
                             + std::string(kEdgeSection));
        content.roadmaps.resize(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i)
        {
            takeNodes(ContentReader(nodes[i]), content.roadmaps[i]);
            takeEdges(ContentReader(edges[i]), content.roadmaps[i]);
        }
        takeRobots(ContentReader(sections.one(kRobotSection)), content);
        takeTable(ContentReader(sections.one(kTableSection)), content);
    }
    catch (const InputError& error)
    {
        throw inputError(file, 0, std::string("the roadmap file is ") + error.what());
    }
    return content;
}

SuperGraphContent readSuperGraph(const std::string& file)
{
    return parseSuperGraph(readRoadmapBytes(file), file);
}

}  // namespace gapless
