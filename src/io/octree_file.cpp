// OctoMap's binary format: lines `id`, `size` (how many nodes) and `res` (metres, of a cell of the finest level), `data`, and then two bytes
// for each inner node, a child before its next sibling. They hold two bits for each of its eight children: unknown, free, occupied, inner.
// Child i is beyond the middle along x where bit 0 of i is set, along y for bit 1, along z for bit 2. The root is 2^16 cells wide, its middle
// the origin.
//
// Read here, and not by OctoMap: its reader descends as deep as a file says, and reads on behind its end.
#include <gapless/io/octree_file.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>

#include "core/format_number.h"
#include "core/lower_case.h"
#include "io/input_text.h"
#include "io/mesh_text.h"
#include "io/octree_cubes.h"

namespace gapless {
namespace {

constexpr std::string_view kFirstLine = "# Octomap OcTree binary file";
constexpr int kOctreeDepth = 16;
/// What a cube takes in a scene, about, with its share of the tree.
constexpr std::size_t kCubeBytes = 600;

class BinaryOctreeReader
{
public:
    BinaryOctreeReader(std::string_view bytes, const std::string& label, UnknownSpace unknown, std::size_t most)
        : text_(bytes, label), label_(label), unknown_(unknown), most_(most)
    {}

    std::vector<PlacedShape> read()
    {
        readHeader();
        if (nodes_ == 0)
            throw inputError(label_, 0, "the map is empty; leave it out");
        if (const std::int64_t found = readNodes(); found != nodes_)
            throw inputError(label_, 0,
                             "the file has " + std::to_string(found) + " nodes; its header makes it " + std::to_string(nodes_));
        return std::move(cubes_);
    }

    /// Of bytes without a header. @return how many
    std::int64_t readNodes()
    {
        bytes_ = text_.rest();
        readNode({0, 0, 0}, 0);
        if (at_ != bytes_.size())
            throw inputError(label_, 0, "the map goes on behind its last node");
        return found_;
    }

    void setType(const std::string& id, double resolution)
    {
        requireType(id);
        cell_ = resolution;
        // Cubes of the finest and of the coarsest level are to be of the size of something.
        if (!(cell_ >= 1e-6 && cell_ <= 1e3))
            throw text_.error("a resolution of " + formatNumber(cell_) + "; it must be metres, from 1e-6 to 1000");
    }
    const std::vector<PlacedShape>& cubes() const { return cubes_; }

private:
    enum class Child
    {
        Unknown,
        Free,
        Occupied,
        Inner,
    };
    /// In half cells of the finest level.
    using Middle = std::array<std::int64_t, 3>;

    void requireType(std::string_view id) const
    {
        if (id != "OcTree" && id != "ColorOcTree")
            throw text_.error("a tree of type " + quotedWord(id) + "; OcTree and ColorOcTree are taken");
    }

    void readHeader()
    {
        if (text_.restOfLine().substr(0, kFirstLine.size()) != kFirstLine)
            throw text_.error("the file does not begin with '" + std::string(kFirstLine)
                              + "'; OctoMap's writeBinary() makes such");
        std::string id;
        std::optional<double> resolution;
        bool has_size = false;
        for (;;)
        {
            const auto& words = text_.line('#');
            if (words.empty())
                throw text_.error("the file ends before the line 'data'");
            if (words[0] == "data")
                break;
            if (words.size() != 2 || (words[0] != "id" && words[0] != "size" && words[0] != "res"))
                throw text_.error("the line of " + quotedWord(words[0]) + " is not as in a map's header");
            if (words[0] == "id")
                id = words[1];
            else if (words[0] == "res")
                resolution = text_.number(words[1]);
            else
            {
                nodes_ = text_.integer(words[1]);
                if (nodes_ < 0)
                    throw text_.error("a negative number of nodes");
                has_size = true;
            }
        }
        if (id.empty() || !has_size || !resolution)
            throw text_.error("a header without id, size or res");
        setType(id, *resolution);
    }

    void readNode(const Middle& middle, int depth)
    {
        if (bytes_.size() - at_ < 2)
            throw inputError(label_, 0, "the map ends before its last node");
        const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes_[at_ + i])); };
        const unsigned bits = byte(0) | byte(1) << 8;
        at_ += 2;
        ++found_;
        std::array<Middle, 8> middles;
        const std::int64_t quarter = (std::int64_t{1} << (kOctreeDepth - depth)) / 2;
        const auto child = [&](unsigned i) { return static_cast<Child>(bits >> (2 * i) & 3); };
        for (unsigned i = 0; i < 8; ++i)
        {
            for (unsigned k = 0; k < 3; ++k)
                middles[i][k] = middle[k] + ((i >> k & 1) ? quarter : -quarter);
            if (child(i) == Child::Occupied || (child(i) == Child::Unknown && unknown_ == UnknownSpace::Occupied))
                add(middles[i], quarter);
            found_ += child(i) == Child::Occupied || child(i) == Child::Free;
        }
        for (unsigned i = 0; i < 8; ++i)
        {
            if (child(i) != Child::Inner)
                continue;
            if (depth + 1 == kOctreeDepth)
                throw inputError(label_, 0, "a node deeper than " + std::to_string(kOctreeDepth) + " levels");
            readNode(middles[i], depth + 1);
        }
    }

    void add(const Middle& middle, std::int64_t half)
    {
        if (cubes_.size() >= most_)
            throw inputError(label_, 0,
                             "the map has more than the " + std::to_string(most_)
                                 + " occupied leaves that the memory given allows; allow more, or make it coarser");
        const auto metres = [&](std::int64_t halves) { return static_cast<double>(halves) * (0.5 * cell_); };
        cubes_.push_back(
            {Box{Vec3::Constant(metres(half))}, {Mat3::Identity(), {metres(middle[0]), metres(middle[1]), metres(middle[2])}}});
    }

    MeshText text_;
    const std::string& label_;
    UnknownSpace unknown_;
    std::size_t most_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::int64_t nodes_ = 0, found_ = 0;
    double cell_ = 0.0;
    std::vector<PlacedShape> cubes_;
};

}  // namespace

std::vector<PlacedShape> readBinaryOctree(std::string_view bytes, const std::string& label, UnknownSpace unknown,
                                          std::size_t most)
{
    return BinaryOctreeReader(bytes, label, unknown, most).read();
}

std::string binaryOctreeFile(std::string_view nodes, const std::string& id, double resolution, const std::string& label)
{
    BinaryOctreeReader reader(nodes, label, UnknownSpace::Free, std::numeric_limits<std::size_t>::max());
    reader.setType(id, resolution);
    const std::int64_t count = reader.readNodes();
    if (reader.cubes().empty())
        return {};
    return std::string(kFirstLine) + "\nid " + id + "\nsize " + std::to_string(count) + "\nres " + formatNumber(resolution)
           + "\ndata\n" + std::string(nodes);
}

std::vector<PlacedShape> loadOctree(const std::string& file, UnknownSpace unknown, std::size_t memory)
{
    const std::string extension = lowerCase(std::filesystem::path(file).extension().string());
    if (extension != ".bt")
        throw inputError(file, 0,
                         "unsupported format '" + extension + "' of a map; supported is bt, as OctoMap's writeBinary() makes it");
    std::vector<PlacedShape> cubes = readBinaryOctree(readFile(file, "map", memory), file, unknown, memory / kCubeBytes);
    if (cubes.empty())
        throw inputError(file, 0, "nothing in the map is occupied; leave it out");
    return cubes;
}

}  // namespace gapless
