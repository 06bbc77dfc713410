#include "planners/lazy_roadmap_file.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <locale>
#include <sstream>
#include <string_view>
#include <vector>

#include <ompl/base/ScopedState.h>

#include "io/input_text.h"
#include "io/write_file.h"
#include "planners/content_hash.h"

namespace ob = ompl::base;
namespace fs = std::filesystem;

namespace gapless {

namespace {

using State = EdgeProof::State;
static_assert(static_cast<int>(State::Open) == 0 && static_cast<int>(State::Free) == 1 && static_cast<int>(State::Colliding) == 2,
              "the numbers that files hold");

constexpr std::string_view kMagic = "gaplprm\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 8 + 2 * 4 + 5 * 8;
constexpr std::size_t kHashBytes = 8;
constexpr std::size_t kEdgeBytes = 2 * 4 + 1;

class Writer
{
public:
    void put(std::string_view bytes) { bytes_ += bytes; }
    void put8(unsigned value) { bytes_ += static_cast<char>(value); }
    void put32(std::uint32_t value) { putBytes(value, 4); }
    void put64(std::uint64_t value) { putBytes(value, 8); }
    void putDouble(double value)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        put64(bits);
    }
    const std::string& bytes() const { return bytes_; }

private:
    void putBytes(std::uint64_t value, int count)
    {
        for (int i = 0; i < count; ++i)
            bytes_ += static_cast<char>(value >> (8 * i) & 0xff);
    }

    std::string bytes_;
};

/// @pre no more is taken than there is.
class Reader
{
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    unsigned take8() { return static_cast<unsigned>(takeBytes(1)); }
    std::uint32_t take32() { return static_cast<std::uint32_t>(takeBytes(4)); }
    std::uint64_t take64() { return takeBytes(8); }
    double takeDouble()
    {
        const std::uint64_t bits = take64();
        double value = 0.0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }

private:
    std::uint64_t takeBytes(std::size_t count)
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
        bytes_.remove_prefix(count);
        return value;
    }

    std::string_view bytes_;
};

std::uint64_t hashOf(std::string_view bytes)
{
    ContentHash hash;
    hash.add(bytes);
    return hash.value();
}

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
    std::uint32_t dimension = 0;
    SceneKey key;
    std::uint64_t milestones = 0, edges = 0;
};

/// The header of a file whose length is what its counts ask for, and whose bytes are those that were written.
Header checkedHeader(std::string_view bytes, const std::string& file)
{
    if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size()))
        throw inputError(file, 0, "not a roadmap file of gapless::LazyPRM");
    if (bytes.size() < kHeaderBytes + kHashBytes)
        throw inputError(file, 0, "the roadmap file is cut short");
    Reader reader(bytes.substr(kMagic.size()));
    const std::uint32_t version = reader.take32();
    if (version != kVersion)
        throw inputError(
            file, 0,
            "a roadmap file of version " + std::to_string(version) + "; this program reads version " + std::to_string(kVersion));
    Header header;
    header.dimension = reader.take32();
    header.key.robot = reader.take64();
    header.key.scene = reader.take64();
    header.key.tolerance = reader.takeDouble();
    header.milestones = reader.take64();
    header.edges = reader.take64();

    const std::uint64_t payload = bytes.size() - kHeaderBytes - kHashBytes;
    const std::uint64_t per_milestone = std::uint64_t{8} * header.dimension;
    // In this order, so that no product overflows.
    const bool counts_fit = (header.milestones == 0 || (per_milestone > 0 && header.milestones <= payload / per_milestone))
                            && header.edges <= (payload - header.milestones * per_milestone) / kEdgeBytes;
    if (!counts_fit)
        throw inputError(file, 0, "the roadmap file is cut short, or its counts are damaged");
    if (header.milestones * per_milestone + header.edges * kEdgeBytes != payload)
        throw inputError(file, 0, "the roadmap file is longer than its counts say: it is damaged");
    const std::string_view hashed = bytes.substr(0, bytes.size() - kHashBytes);
    if (Reader(bytes.substr(hashed.size())).take64() != hashOf(hashed))
        throw inputError(file, 0, "the roadmap file is damaged: its checksum does not match");
    return header;
}

/// As people write it, 0.0005 rather than 5e-04, with as many digits as tell it from its neighbours.
std::string decimal(double value)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    for (int digits = 6; digits <= 17; ++digits)
    {
        text.str("");
        text << std::setprecision(digits) << value;
        if (parseNumber(text.str()) == value)
            break;
    }
    return text.str();
}

void requireSameKey(const SceneKey& found, const SceneKey& wanted, const std::string& file)
{
    std::string differs;
    const auto add = [&](const std::string& what) { differs += (differs.empty() ? "" : " and ") + what; };
    if (found.robot != wanted.robot)
        add("of another robot");
    if (found.scene != wanted.scene)
        add("of another scene");
    if (found.tolerance != wanted.tolerance)
        add("of tolerance " + decimal(found.tolerance) + " instead of " + decimal(wanted.tolerance));
    if (!differs.empty())
        throw inputError(file, 0, "the roadmap is " + differs + "; what is proven in it does not hold here");
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
    Writer writer;
    writer.put(kMagic);
    writer.put32(kVersion);
    writer.put32(static_cast<std::uint32_t>(reals.size()));
    writer.put64(key.robot);
    writer.put64(key.scene);
    writer.putDouble(key.tolerance);
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
    writer.put64(hashOf(writer.bytes()));
    writeTextFile(file, writer.bytes());
}

void readRoadmap(const std::string& file, const SceneKey& key, const StateMapping& mapping, LazyRoadmap& roadmap)
{
    const ob::SpaceInformation& si = *roadmap.space();
    const std::string bytes = readBytes(file);
    const Header header = checkedHeader(bytes, file);
    requireSameKey(header.key, key, file);
    Reader reader(std::string_view(bytes).substr(kHeaderBytes));
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
