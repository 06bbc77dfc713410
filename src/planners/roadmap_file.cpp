#include "planners/roadmap_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>

#include <ompl/base/ScopedState.h>

#include <gapless/cells/coded_cells.h>

#include "core/content_bytes.h"
#include "io/input_text.h"
#include "io/write_file.h"
#include "planners/deflate.h"

namespace ob = ompl::base;
namespace fs = std::filesystem;

namespace gapless {

namespace {

using State = EdgeProof::State;
static_assert(static_cast<int>(State::Open) == 0 && static_cast<int>(State::Free) == 1 && static_cast<int>(State::Colliding) == 2,
              "the numbers that files hold");

constexpr std::string_view kMagic = "gaplprm\n", kKeySection = "KEY_", kNodeSection = "NODE", kEdgeSection = "EDGE",
                           kSelfSection = "SELF", kCellSection = "CELL";
constexpr std::uint32_t kVersion = 4;
constexpr std::size_t kDigestBytes = std::tuple_size_v<Digest>;
constexpr std::size_t kEdgeBytes = 2 * 4 + 1;
constexpr std::size_t kMostSections = 16;

std::string readBytes(const std::string& file)
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

std::string_view viewOf(const std::vector<std::uint8_t>& bytes, std::size_t begin, std::size_t end)
{
    return {reinterpret_cast<const char*>(bytes.data()) + begin, end - begin};
}

std::string keySection(const SceneKey& key)
{
    ContentWriter writer;
    writer.put32(key.proof_version);
    writer.putDouble(key.tolerance);
    writer.put64(key.entries.size());
    for (const SceneKey::Entry& entry : key.entries)
    {
        writer.put8(static_cast<unsigned>(entry.part));
        writer.putText(entry.name);
        writer.putText(entry.other);
        writer.put(entry.digest);
        if (entry.part == SceneKey::Part::Pair)
            writer.putDouble(entry.clearance);
    }
    return writer.bytes();
}

std::string nodeSection(const RoadmapContent& content)
{
    ContentWriter writer;
    writer.put32(content.dimension);
    writer.put64(content.milestoneCount());
    for (const double value : content.milestones)
        writer.putDouble(value);
    return writer.bytes();
}

std::string edgeSection(const std::vector<RoadmapContent::Edge>& edges)
{
    ContentWriter raw;
    for (const RoadmapContent::Edge& edge : edges)
    {
        raw.put32(edge.a);
        raw.put32(edge.b);
        raw.put8(static_cast<unsigned>(edge.state));
    }
    ContentWriter writer;
    writer.put64(edges.size());
    writer.put(deflated(raw.bytes()));
    return writer.bytes();
}

std::string selfSection(const RoadmapContent& content)
{
    ContentWriter raw;
    for (const RoadmapContent::Edge& edge : content.edges)
        raw.put8(edge.raises);
    ContentWriter writer;
    writer.put32(static_cast<std::uint32_t>(content.raises.size()));
    for (const double raise : content.raises)
        writer.putDouble(raise);
    writer.put(deflated(raw.bytes()));
    return writer.bytes();
}

std::string cellSection(const RoadmapContent::Cells& cells, std::size_t edges)
{
    ContentWriter writer;
    const WorkspaceGrid& grid = cells.grid;
    for (int k = 0; k < 3; ++k)
        writer.putDouble(grid.plane(k, 0));
    writer.putDouble(grid.cell());
    for (const int n : grid.count())
        writer.put32(static_cast<std::uint32_t>(n));
    CellSet set;
    std::size_t end = 0;
    for (std::size_t e = 0; e < edges;)
    {
        const std::size_t begin = end, last = std::min(edges, e + kEdgesPerBlock);
        for (; e < last; ++e)
            end = decodeCells(grid, cells.codes, end, set);
        const std::string packed = deflated(viewOf(cells.codes, begin, end));
        writer.put32(static_cast<std::uint32_t>(end - begin));
        writer.put32(static_cast<std::uint32_t>(packed.size()));
        writer.put(packed);
    }
    return writer.bytes();
}

void takeKey(ContentReader reader, SceneKey& key)
{
    key.proof_version = reader.take32();
    key.tolerance = reader.takeDouble();
    for (std::uint64_t left = reader.take64(); left > 0; --left)
    {
        SceneKey::Entry entry;
        const unsigned part = reader.take8();
        if (part > static_cast<unsigned>(SceneKey::Part::Pair))
            throw InputError("damaged: an entry of its key is of kind " + std::to_string(part));
        entry.part = static_cast<SceneKey::Part>(part);
        entry.name = reader.takeText();
        entry.other = reader.takeText();
        entry.digest = reader.takeDigest();
        if (entry.part == SceneKey::Part::Pair)
            entry.clearance = reader.takeDouble();
        if (!kClearanceRange.contains(entry.clearance))
            throw InputError("damaged: a clearance in its key");
        key.entries.push_back(std::move(entry));
    }
    if (reader.left() > 0)
        throw InputError("damaged: its key is longer than its count says");
}

void takeNodes(ContentReader reader, RoadmapContent& content)
{
    content.dimension = reader.take32();
    const std::uint64_t count = reader.take64(), numbers = reader.left() / 8;
    if (reader.left() % 8 != 0
        || (count == 0 ? numbers != 0 : content.dimension == 0 || numbers % count != 0 || numbers / count != content.dimension))
        throw InputError("damaged: its milestones are not as many as its count says");
    content.milestones.resize(numbers);
    for (double& value : content.milestones)
        value = reader.takeDouble();
}

void takeEdges(ContentReader reader, RoadmapContent& content)
{
    const std::uint64_t count = reader.take64();
    if (count > std::numeric_limits<std::uint64_t>::max() / kEdgeBytes)
        throw InputError("damaged: its count of edges");
    const std::string raw = inflated(reader.take(reader.left()), count * kEdgeBytes);
    ContentReader edges(raw);
    content.edges.resize(count);
    for (RoadmapContent::Edge& edge : content.edges)
    {
        edge.a = edges.take32();
        edge.b = edges.take32();
        const unsigned state = edges.take8();
        const auto here = [&] { return "edge " + std::to_string(&edge - content.edges.data()) + ": "; };
        if (edge.a >= content.milestoneCount() || edge.b >= content.milestoneCount() || edge.a == edge.b)
            throw InputError("damaged: " + here() + "it joins milestones " + std::to_string(edge.a) + " and "
                             + std::to_string(edge.b) + " of " + std::to_string(content.milestoneCount()));
        if (state > static_cast<unsigned>(State::Colliding))
            throw InputError("damaged: " + here() + "unknown state " + std::to_string(state));
        edge.state = static_cast<State>(state);
    }
}

void takeSelf(ContentReader reader, RoadmapContent& content)
{
    const std::uint32_t count = reader.take32();
    if (count > kMostRaises)
        throw InputError("damaged: it has " + std::to_string(count) + " raises of clearances");
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const double raise = reader.takeDouble(), before = content.raises.empty() ? 0.0 : content.raises.back();
        if (!(raise > before && raise <= std::numeric_limits<double>::max()))
            throw InputError("damaged: its raises of clearances do not ascend");
        content.raises.push_back(raise);
    }
    const std::string raw = inflated(reader.take(reader.left()), content.edges.size());
    ContentReader raises(raw);
    for (RoadmapContent::Edge& edge : content.edges)
    {
        edge.raises = static_cast<std::uint8_t>(raises.take8());
        if (edge.raises > count)
            throw InputError("damaged: edge " + std::to_string(&edge - content.edges.data()) + ": it has "
                             + std::to_string(edge.raises) + " of " + std::to_string(count) + " raises of clearances");
    }
}

void takeCells(ContentReader reader, RoadmapContent& content)
{
    Vec3 low;
    for (int k = 0; k < 3; ++k)
        low[k] = reader.takeDouble();
    const double cell = reader.takeDouble();
    std::array<int, 3> count{};
    for (int& n : count)
        n = static_cast<int>(std::min<std::uint32_t>(reader.take32(), std::numeric_limits<int>::max()));
    RoadmapContent::Cells cells{WorkspaceGrid(low, cell, count), {}};
    std::vector<std::size_t> ends;
    for (std::size_t e = 0; e < content.edges.size(); e += kEdgesPerBlock)
    {
        const std::size_t size = reader.take32();
        const std::size_t packed = reader.take32();
        const std::string codes = inflated(reader.take(packed), size);
        cells.codes.insert(cells.codes.end(), codes.begin(), codes.end());
        ends.push_back(cells.codes.size());
    }
    if (reader.left() > 0)
        throw InputError("damaged: it has more cells than edges");
    content.cells = std::move(cells);
}

/// What is wrong with a state of the space; empty if nothing is.
std::string flawOf(const ob::State* state, const ob::SpaceInformation& si, const StateMapping& mapping)
{
    try
    {
        mapping.toConfiguration(state);
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return si.satisfiesBounds(state) ? "" : "it is outside of the bounds of the space";
}

/// By name, each as it was written. @throws InputError that ends "the roadmap file is ..."
std::map<std::string_view, std::string_view> takeSections(std::string_view bytes)
{
    ContentReader reader(bytes.substr(kMagic.size() + 4));
    const std::uint32_t count = reader.take32();
    if (count > kMostSections)
        throw InputError("cut short or damaged: " + std::to_string(count) + " sections");
    struct Place
    {
        std::string_view name;
        std::uint64_t begin = 0, length = 0;
        Digest digest{};
    };
    std::vector<Place> places(count);
    for (Place& place : places)
    {
        place.name = reader.take(4);
        place.begin = reader.take64();
        place.length = reader.take64();
        place.digest = reader.takeDigest();
    }
    std::uint64_t end = bytes.size() - reader.left() + kDigestBytes;
    if (reader.takeDigest() != digestOf(bytes.substr(0, end - kDigestBytes)))
        throw InputError("cut short or damaged: the checksum of its header does not match");
    std::map<std::string_view, std::string_view> sections;
    for (const Place& place : places)
    {
        if (place.begin != end || place.length > bytes.size() - end)
            throw InputError("cut short");
        end += place.length;
        sections[place.name] = bytes.substr(place.begin, place.length);
        if (digestOf(sections[place.name]) != place.digest)
            throw InputError("damaged: the checksum of its section " + std::string(place.name) + " does not match");
    }
    if (end != bytes.size())
        throw InputError("longer than its header says: it is damaged");
    for (const std::string_view name : {kKeySection, kNodeSection, kEdgeSection})
        if (sections.find(name) == sections.end())
            throw InputError("damaged: it has no section " + std::string(name));
    return sections;
}

}  // namespace

void writeRoadmap(const std::string& file, const RoadmapContent& content)
{
    std::vector<std::pair<std::string_view, std::string>> sections{
        {kKeySection, keySection(content.key)}, {kNodeSection, nodeSection(content)}, {kEdgeSection, edgeSection(content.edges)}};
    if (!content.raises.empty())
        sections.emplace_back(kSelfSection, selfSection(content));
    if (content.cells)
        sections.emplace_back(kCellSection, cellSection(*content.cells, content.edges.size()));
    ContentWriter writer;
    writer.put(kMagic);
    writer.put32(kVersion);
    writer.put32(static_cast<std::uint32_t>(sections.size()));
    std::uint64_t begin = writer.bytes().size() + sections.size() * (4 + 8 + 8 + kDigestBytes) + kDigestBytes;
    for (const auto& [name, bytes] : sections)
    {
        writer.put(name);
        writer.put64(begin);
        writer.put64(bytes.size());
        writer.put(digestOf(bytes));
        begin += bytes.size();
    }
    writer.put(digestOf(writer.bytes()));
    for (const auto& [name, bytes] : sections)
        writer.put(bytes);
    writeTextFile(file, writer.bytes());
}

// First whether all is as it was written, by digests; then what it says, and no count makes anything be allocated that is not there: digests tell damage,
// not ill will.
RoadmapContent parseRoadmap(std::string_view bytes, const std::string& file)
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
    RoadmapContent content;
    try
    {
        const auto sections = takeSections(bytes);
        takeKey(ContentReader(sections.at(kKeySection)), content.key);
        takeNodes(ContentReader(sections.at(kNodeSection)), content);
        takeEdges(ContentReader(sections.at(kEdgeSection)), content);
        if (const auto self = sections.find(kSelfSection); self != sections.end())
            takeSelf(ContentReader(self->second), content);
        if (const auto cells = sections.find(kCellSection); cells != sections.end())
            takeCells(ContentReader(cells->second), content);
    }
    catch (const InputError& error)
    {
        throw inputError(file, 0, std::string("the roadmap file is ") + error.what());
    }
    return content;
}

RoadmapContent readRoadmap(const std::string& file)
{
    return parseRoadmap(readBytes(file), file);
}

RoadmapContent contentOf(const LazyRoadmap& roadmap, const SceneKey& key)
{
    RoadmapContent content;
    content.key = key;
    const ob::StateSpace& space = *roadmap.space()->getStateSpace();
    std::vector<double> reals;
    for (const LazyRoadmap::Vertex& vertex : roadmap.vertices())
    {
        space.copyToReals(reals, vertex.state);
        content.milestones.insert(content.milestones.end(), reals.begin(), reals.end());
    }
    content.dimension = static_cast<std::uint32_t>(reals.size());
    for (const LazyRoadmap::Edge& edge : roadmap.edges())
        content.edges.push_back({edge.a, edge.b, edge.state});
    return content;
}

void addContent(const std::string& file, const RoadmapContent& content, const StateMapping& mapping, LazyRoadmap& roadmap)
{
    const ob::SpaceInformation& si = *roadmap.space();
    ob::ScopedState<> state(si.getStateSpace());
    std::vector<double> reals;
    si.getStateSpace()->copyToReals(reals, state.get());
    if (content.milestoneCount() > 0 && content.dimension != reals.size())
        throw inputError(
            file, 0,
            "milestones of " + std::to_string(content.dimension) + " numbers instead of " + std::to_string(reals.size()));
    auto next = content.milestones.begin();
    for (std::size_t i = 0; i < content.milestoneCount(); ++i)
    {
        std::copy_n(next, reals.size(), reals.begin());
        next += static_cast<std::ptrdiff_t>(reals.size());
        si.getStateSpace()->copyFromReals(state.get(), reals);
        if (const std::string what = flawOf(state.get(), si, mapping); !what.empty())
            throw inputError(file, 0, "milestone " + std::to_string(i) + ": " + what);
        roadmap.addVertex(state.get(), LazyRoadmap::Validity::Unknown);
    }
    for (const RoadmapContent::Edge& edge : content.edges)
    {
        const LazyRoadmap::EdgeId e = roadmap.addEdge(edge.a, edge.b);
        if (edge.state != State::Open)
            roadmap.settle(e, edge.state);
    }
}

}  // namespace gapless
