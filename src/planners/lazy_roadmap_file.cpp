#include "planners/lazy_roadmap_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <tuple>
#include <vector>

#include <ompl/base/ScopedState.h>

#include "core/content_bytes.h"
#include "io/input_text.h"
#include "io/write_file.h"

namespace ob = ompl::base;
namespace fs = std::filesystem;

namespace gapless {

namespace {

using State = EdgeProof::State;
static_assert(static_cast<int>(State::Open) == 0 && static_cast<int>(State::Free) == 1 && static_cast<int>(State::Colliding) == 2,
              "the numbers that files hold");

constexpr std::string_view kMagic = "gaplprm\n";
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kDigestBytes = std::tuple_size_v<Digest>;
constexpr std::size_t kEdgeBytes = 2 * 4 + 1;

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

struct Header
{
    SceneKey key;
    std::uint32_t dimension = 0;
    std::uint64_t milestones = 0, edges = 0;
};

SceneKey takeKey(ContentReader& reader)
{
    SceneKey key;
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
        key.entries.push_back(std::move(entry));
    }
    return key;
}

/// The header of a file whose length is what its counts ask for. @throws InputError that ends "the roadmap file is ..."
Header takeHeader(ContentReader& reader)
{
    Header header;
    header.key = takeKey(reader);
    header.dimension = reader.take32();
    header.milestones = reader.take64();
    header.edges = reader.take64();
    const std::uint64_t payload = reader.left();
    const std::uint64_t per_milestone = std::uint64_t{8} * header.dimension;
    // In this order, so that no product overflows.
    const bool counts_fit = (header.milestones == 0 || (per_milestone > 0 && header.milestones <= payload / per_milestone))
                            && header.edges <= (payload - header.milestones * per_milestone) / kEdgeBytes;
    if (!counts_fit)
        throw InputError("cut short, or its counts are damaged");
    if (header.milestones * per_milestone + header.edges * kEdgeBytes != payload)
        throw InputError("longer than its counts say: it is damaged");
    return header;
}

/// What a file holds after its version and before its digest; all of it as it was written.
std::string_view checkedContent(std::string_view bytes, const std::string& file)
{
    if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size()))
        throw inputError(file, 0, "not a roadmap file of gapless::LazyPRM");
    constexpr std::size_t kBefore = kMagic.size() + 4;
    if (bytes.size() < kBefore + kDigestBytes)
        throw inputError(file, 0, "the roadmap file is cut short");
    const std::uint32_t version = ContentReader(bytes.substr(kMagic.size())).take32();
    if (version != kVersion)
        throw inputError(
            file, 0,
            "a roadmap file of version " + std::to_string(version) + "; this program reads version " + std::to_string(kVersion));
    const std::string_view hashed = bytes.substr(0, bytes.size() - kDigestBytes);
    if (ContentReader(bytes.substr(hashed.size())).takeDigest() != digestOf(hashed))
        throw inputError(file, 0, "the roadmap file is cut short or damaged: its checksum does not match");
    return hashed.substr(kBefore);
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

void writeRoadmap(const std::string& file, const LazyRoadmap& roadmap, const SceneKey& key)
{
    const ob::StateSpace& space = *roadmap.space()->getStateSpace();
    std::vector<double> reals;
    if (!roadmap.vertices().empty())
        space.copyToReals(reals, roadmap.vertices().front().state);
    ContentWriter writer;
    writer.put(kMagic);
    writer.put32(kVersion);
    writer.put32(key.proof_version);
    writer.putDouble(key.tolerance);
    writer.put64(key.entries.size());
    for (const SceneKey::Entry& entry : key.entries)
    {
        writer.put8(static_cast<unsigned>(entry.part));
        writer.putText(entry.name);
        writer.putText(entry.other);
        writer.put(entry.digest);
    }
    writer.put32(static_cast<std::uint32_t>(reals.size()));
    writer.put64(roadmap.vertices().size());
    writer.put64(roadmap.edges().size());
    for (const LazyRoadmap::Vertex& vertex : roadmap.vertices())
    {
        space.copyToReals(reals, vertex.state);
        for (const double value : reals)
            writer.putDouble(value);
    }
    for (const LazyRoadmap::Edge& edge : roadmap.edges())
    {
        writer.put32(edge.a);
        writer.put32(edge.b);
        writer.put8(static_cast<unsigned>(edge.proof.state));
    }
    writer.put(digestOf(writer.bytes()));
    writeTextFile(file, writer.bytes());
}

// First the file by itself: its beginning, its digest, and whether it is as long as its counts say, so that no count makes anything be
// allocated that is not there. Then whether what it proves holds here. Then milestones and edges, one by one: the digest tells damage,
// not ill will, and a state that is none of the space would be an error much later.
void readRoadmap(const std::string& file, const SceneKey& key, const StateMapping& mapping, LazyRoadmap& roadmap)
{
    const ob::SpaceInformation& si = *roadmap.space();
    const std::string bytes = readBytes(file);
    ContentReader reader(checkedContent(bytes, file));
    Header header;
    try
    {
        header = takeHeader(reader);
    }
    catch (const InputError& error)
    {
        throw inputError(file, 0, std::string("the roadmap file is ") + error.what());
    }
    if (const std::string differs = differenceOf(header.key, key); !differs.empty())
        throw inputError(file, 0, "the roadmap is " + differs + "; what is proven in it does not hold here");
    ob::ScopedState<> state(si.getStateSpace());
    std::vector<double> reals;
    si.getStateSpace()->copyToReals(reals, state.get());
    if (header.milestones > 0 && header.dimension != reals.size())
        throw inputError(
            file, 0, "milestones of " + std::to_string(header.dimension) + " numbers instead of " + std::to_string(reals.size()));
    const auto flaw = [&](const char* what, std::uint64_t index, const std::string& message) {
        return inputError(file, 0, what + std::to_string(index) + ": " + message);
    };
    for (std::uint64_t i = 0; i < header.milestones; ++i)
    {
        for (double& value : reals)
            value = reader.takeDouble();
        si.getStateSpace()->copyFromReals(state.get(), reals);
        const std::string message = flawOf(state.get(), si, mapping);
        if (!message.empty())
            throw flaw("milestone ", i, message);
        roadmap.addVertex(state.get(), LazyRoadmap::Validity::Unknown);
    }
    for (std::uint64_t i = 0; i < header.edges; ++i)
    {
        const std::uint32_t a = reader.take32(), b = reader.take32();
        const unsigned settled = reader.take8();
        if (a >= header.milestones || b >= header.milestones || a == b)
            throw flaw("edge ", i,
                       "it joins milestones " + std::to_string(a) + " and " + std::to_string(b) + " of "
                           + std::to_string(header.milestones));
        if (settled > static_cast<unsigned>(State::Colliding))
            throw flaw("edge ", i, "unknown state " + std::to_string(settled));
        const LazyRoadmap::EdgeId e = roadmap.addEdge(a, b);
        if (settled != static_cast<unsigned>(State::Open))
            roadmap.settle(e, static_cast<State>(settled));
    }
}

}  // namespace gapless
