// Neighbourhoods of a multi-resolution structure: blocks of 2^k cells along an edge, each of which has a set, and is coded as the symmetric difference to
// that of the block that it lies in; the largest one to the empty set. A block without an edge is left out: of each block a byte tells which of its
// eight parts are there, bit x + 2 y + 4 z. The cell outside comes first, on its own.
//
// Which sets the blocks have is free, and those are taken with which the differences have the fewest numbers together: no choice of levels or representatives has
// fewer. Whether a number is in a set is a question of its own for each number, with two answers at each block, known at the cells; the least
// changes along a tree are found from the cells up, and read from the root down (Fitch: "Toward defining the course of evolution", 1971; for trees that
// branch more than twice Hartigan: "Minimum mutation fits to a given tree", 1973).

#include <algorithm>
#include <array>
#include <memory>

#include <gapless/core/error.h>

#include "measure/cell_codings.h"

namespace gapless {
namespace {

constexpr unsigned int kMaskBits = 8;

int levelsOf(const CellMap& map)
{
    int levels = 0;
    while ((std::int64_t(1) << levels) < *std::max_element(map.count.begin(), map.count.end()))
        ++levels;
    return levels;
}

std::size_t cellAt(const CellMap& map, const std::array<int, 3>& at)
{
    return (static_cast<std::size_t>(at[2]) * static_cast<std::size_t>(map.count[1]) + static_cast<std::size_t>(at[1]))
               * static_cast<std::size_t>(map.count[0])
           + static_cast<std::size_t>(at[0]);
}

bool isWithin(const CellMap& map, const std::array<int, 3>& at)
{
    return at[0] < map.count[0] && at[1] < map.count[1] && at[2] < map.count[2];
}

/// The low corner of part `part` of the block there.
std::array<int, 3> partAt(const std::array<int, 3>& low, int part, int level)
{
    const int half = 1 << (level - 1);
    return {low[0] + (part & 1) * half, low[1] + ((part >> 1) & 1) * half, low[2] + ((part >> 2) & 1) * half};
}

struct Block
{
    std::array<std::unique_ptr<Block>, 8> parts;
    const NumberSet* set = nullptr;  ///< of a cell
    /// With fewer changes below if they are in the set, and with as many either way; all others are better left out. Those of a cell are `set`.
    NumberSet in, either;

    const NumberSet& inside() const { return set ? *set : in; }
};

class BlockEncoder
{
public:
    explicit BlockEncoder(const CellMap& map) : map_(map), sums_(map.edges, 0) {}

    CodeBytes run()
    {
        putHeader(map_, writer_);
        writer_.putSet(map_.sets.back(), map_.edges);
        const int levels = levelsOf(map_);
        const std::unique_ptr<Block> root = block({0, 0, 0}, levels);
        writer_.put(root ? 1 : 0, 1);
        if (root)
            put(*root, {}, levels);
        return writer_.finish();
    }

private:
    /// From the cells up. @return null: no edge touches it
    std::unique_ptr<Block> block(const std::array<int, 3>& low, int level)
    {
        if (!isWithin(map_, low))
            return nullptr;
        if (level == 0)
        {
            const NumberSet& set = map_.sets[cellAt(map_, low)];
            if (set.empty())
                return nullptr;
            auto cell = std::make_unique<Block>();
            cell->set = &set;
            return cell;
        }
        auto result = std::make_unique<Block>();
        int parts = 0;
        for (int part = 0; part < 8; ++part)
        {
            auto& child = result->parts[static_cast<std::size_t>(part)];
            child = block(partAt(low, part, level), level - 1);
            parts += child ? 1 : 0;
        }
        if (parts == 0)
            return nullptr;
        // With s of the parts in favour, t against: the changes are fewer if it is in where s > t. A sum of 1 + (in favour) - (against) over the parts.
        touched_.clear();
        for (const auto& child : result->parts)
            if (child)
            {
                add(child->inside(), 2);
                add(child->either, 1);
            }
        touched_.erase(std::remove_if(touched_.begin(), touched_.end(),
                                      [&](std::uint32_t number) {
                                          const bool is_out = sums_[number] < parts;
                                          if (is_out)
                                              sums_[number] = 0;
                                          return is_out;
                                      }),
                       touched_.end());
        std::sort(touched_.begin(), touched_.end());
        for (const std::uint32_t number : touched_)
        {
            (sums_[number] > parts ? result->in : result->either).push_back(number);
            sums_[number] = 0;
        }
        return result;
    }

    void add(const NumberSet& numbers, int value)
    {
        for (const std::uint32_t number : numbers)
        {
            if (sums_[number] == 0)
                touched_.push_back(number);
            sums_[number] = static_cast<std::uint8_t>(sums_[number] + value);
        }
    }

    /// From the root down: where either is as good, as in the block around.
    void put(const Block& block, const NumberSet& around, int level)
    {
        NumberSet set, kept;
        std::set_intersection(block.either.begin(), block.either.end(), around.begin(), around.end(), std::back_inserter(kept));
        const NumberSet& inside = block.inside();
        std::set_union(inside.begin(), inside.end(), kept.begin(), kept.end(), std::back_inserter(set));
        NumberSet difference;
        symmetricDifference(set, around, difference);
        writer_.putSet(difference, map_.edges);
        if (level == 0)
            return;
        std::uint32_t mask = 0;
        for (std::size_t part = 0; part < 8; ++part)
            mask |= block.parts[part] ? 1u << part : 0u;
        writer_.put(mask, kMaskBits);
        for (const auto& child : block.parts)
            if (child)
                put(*child, set, level - 1);
    }

    const CellMap& map_;
    std::vector<std::uint8_t> sums_;  // of at most eight parts
    NumberSet touched_;
    BitWriter writer_;
};

class BlockDecoder
{
public:
    explicit BlockDecoder(const CodeBytes& code) : reader_(code) {}

    CellMap run()
    {
        map_ = getHeader(reader_);
        reader_.getSet(map_.edges, map_.sets.back());
        if (reader_.get(1) == 1)
            get({0, 0, 0}, {}, levelsOf(map_));
        reader_.requireEnd();
        return std::move(map_);
    }

private:
    void get(const std::array<int, 3>& low, const NumberSet& around, int level)
    {
        if (!isWithin(map_, low))
            throw InputError("a block lies beyond the cells");
        NumberSet difference, set;
        reader_.getSet(map_.edges, difference);
        symmetricDifference(difference, around, set);
        if (level == 0)
        {
            map_.sets[cellAt(map_, low)] = std::move(set);
            return;
        }
        const std::uint32_t mask = reader_.get(kMaskBits);
        for (int part = 0; part < 8; ++part)
            if ((mask >> part) & 1)
                get(partAt(low, part, level), set, level - 1);
    }

    BitReader reader_;
    CellMap map_;
};

}  // namespace

CodeBytes encodeHierarchy(const CellMap& map)
{
    return BlockEncoder(map).run();
}

CellMap decodeHierarchy(const CodeBytes& code)
{
    return BlockDecoder(code).run();
}

}  // namespace gapless
