#include "planners/roadmap_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include <ompl/base/ScopedState.h>

#include <gapless/cells/coded_cells.h>

#include "core/content_bytes.h"
#include "io/input_text.h"
#include "planners/deflate.h"
#include "planners/roadmap_sections.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

constexpr std::string_view kSelfSection = "SELF", kCellSection = "CELL";

std::string_view viewOf(const std::vector<std::uint8_t>& bytes, std::size_t begin, std::size_t end)
{
    return {reinterpret_cast<const char*>(bytes.data()) + begin, end - begin};
}

std::string selfSection(const RoadmapContent& content)
{
    ContentWriter raw;
    for (const RoadmapGraph::Edge& edge : content.edges)
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
    for (RoadmapGraph::Edge& edge : content.edges)
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

}  // namespace

void writeRoadmap(const std::string& file, const RoadmapContent& content)
{
    std::vector<RoadmapSection<std::string>> sections{
        {kKeySection, keySection(content.key)}, {kNodeSection, nodeSection(content)}, {kEdgeSection, edgeSection(content)}};
    if (!content.raises.empty())
        sections.push_back({kSelfSection, selfSection(content)});
    if (content.cells)
        sections.push_back({kCellSection, cellSection(*content.cells, content.edges.size())});
    writeRoadmapSections(file, sections);
}

// What it says; no count makes anything be allocated that is not there: digests tell damage, not ill will.
RoadmapContent parseRoadmap(std::string_view bytes, const std::string& file)
{
    const RoadmapSections sections(bytes, file);
    if (sections.has(kRobotSection))
        throw inputError(file, 0,
                         "a roadmap file of several robots, which gapless::SuperGraph reads; here one of one robot is expected");
    RoadmapContent content;
    try
    {
        takeKey(ContentReader(sections.one(kKeySection)), content.key);
        takeNodes(ContentReader(sections.one(kNodeSection)), content);
        takeEdges(ContentReader(sections.one(kEdgeSection)), content);
        if (sections.has(kSelfSection))
            takeSelf(ContentReader(sections.one(kSelfSection)), content);
        if (sections.has(kCellSection))
            takeCells(ContentReader(sections.one(kCellSection)), content);
    }
    catch (const InputError& error)
    {
        throw inputError(file, 0, std::string("the roadmap file is ") + error.what());
    }
    return content;
}

RoadmapContent readRoadmap(const std::string& file)
{
    return parseRoadmap(readRoadmapBytes(file), file);
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
    for (const RoadmapGraph::Edge& edge : content.edges)
    {
        const LazyRoadmap::EdgeId e = roadmap.addEdge(edge.a, edge.b);
        if (edge.state != EdgeProof::State::Open)
            roadmap.settle(e, edge.state);
    }
}

}  // namespace gapless
