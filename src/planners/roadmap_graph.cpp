#include "planners/roadmap_graph.h"

#include <limits>

#include "core/content_bytes.h"
#include "planners/deflate.h"

namespace gapless {

namespace {

using State = EdgeProof::State;
static_assert(static_cast<int>(State::Open) == 0 && static_cast<int>(State::Free) == 1 && static_cast<int>(State::Colliding) == 2,
              "the numbers that files hold");

constexpr std::size_t kEdgeBytes = 2 * 4 + 1;

}  // namespace

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

std::string nodeSection(const RoadmapGraph& graph)
{
    ContentWriter writer;
    writer.put32(graph.dimension);
    writer.put64(graph.milestoneCount());
    for (const double value : graph.milestones)
        writer.putDouble(value);
    return writer.bytes();
}

std::string edgeSection(const RoadmapGraph& graph)
{
    ContentWriter raw;
    for (const RoadmapGraph::Edge& edge : graph.edges)
    {
        raw.put32(edge.a);
        raw.put32(edge.b);
        raw.put8(static_cast<unsigned>(edge.state));
    }
    ContentWriter writer;
    writer.put64(graph.edges.size());
    writer.put(deflated(raw.bytes()));
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

void takeNodes(ContentReader reader, RoadmapGraph& graph)
{
    graph.dimension = reader.take32();
    const std::uint64_t count = reader.take64(), numbers = reader.left() / 8;
    if (reader.left() % 8 != 0
        || (count == 0 ? numbers != 0 : graph.dimension == 0 || numbers % count != 0 || numbers / count != graph.dimension))
        throw InputError("damaged: its milestones are not as many as its count says");
    graph.milestones.resize(numbers);
    for (double& value : graph.milestones)
        value = reader.takeDouble();
}

void takeEdges(ContentReader reader, RoadmapGraph& graph)
{
    const std::uint64_t count = reader.take64();
    if (count > std::numeric_limits<std::uint64_t>::max() / kEdgeBytes)
        throw InputError("damaged: its count of edges");
    const std::string raw = inflated(reader.take(reader.left()), count * kEdgeBytes);
    ContentReader edges(raw);
    graph.edges.resize(count);
    for (RoadmapGraph::Edge& edge : graph.edges)
    {
        edge.a = edges.take32();
        edge.b = edges.take32();
        const unsigned state = edges.take8();
        const auto here = [&] { return "edge " + std::to_string(&edge - graph.edges.data()) + ": "; };
        if (edge.a >= graph.milestoneCount() || edge.b >= graph.milestoneCount() || edge.a == edge.b)
            throw InputError("damaged: " + here() + "it joins milestones " + std::to_string(edge.a) + " and "
                             + std::to_string(edge.b) + " of " + std::to_string(graph.milestoneCount()));
        if (state > static_cast<unsigned>(State::Colliding))
            throw InputError("damaged: " + here() + "unknown state " + std::to_string(state));
        edge.state = static_cast<State>(state);
    }
}

}  // namespace gapless
