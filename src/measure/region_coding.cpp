// Regions that grow about the cells with the most edges: Leven, Hutchinson, section 3.
//
// Coding. The cells' neighbours are the six that they share a face with. Until every cell with an edge is coded, the uncoded one with the largest set is the
// seed of a region, eta_1 with its common set phi*:
//     cost(eta_1) = |phi*| + sum over w of |phi(w) xor phi*|, phi* the one of least cost: all numbers that at least half of the n cells and phi* itself have, so
//     cost(eta_1) = sum over the numbers of min(c, n + 1 - c), c of the n cells having it.
// Cells beside eta_1 are looked at, those first that differ least from the cell of eta_1 beside them, and join if that adds no more to the cost than the least difference
// to a coded neighbour. Then eta_2 grows about eta_1: of the uncoded cells beside coded ones, the one that differs least from such a neighbour refers to it, if the difference is less
// than `scale` times its own set, and the chain no longer than `depth`. The neighbour may be of another region. It is coded before, so that there are no loops.
//
// The code. The set of the cell outside; how many regions there are (32 bits); of each cell three bits: 0 to 5 a cell of eta_2 and the neighbour that it refers to, 6 a cell of eta_1, and
// then a bit for whether its region is that of the last such cell, else the number of the region; 7 a cell without an edge. Then phi* of the regions, the
// differences of the cells of eta_1, and those of the cells of eta_2 by the length of their chains; cells in the order of their numbers.

#include <algorithm>
#include <array>
#include <queue>
#include <tuple>

#include <gapless/core/error.h>

#include "measure/cell_codings.h"

namespace gapless {
namespace {

constexpr std::uint8_t kCommon = 6, kEmpty = 7, kUncoded = 8;
constexpr unsigned int kKindBits = 3, kCountBits = 32;
constexpr int kDirections = 6;

/// Direction 0, 1: lower, higher x; 2, 3: y; 4, 5: z.
class Neighbours
{
public:
    explicit Neighbours(const CellMap& map)
        : count_(map.count),
          step_{1, static_cast<std::size_t>(map.count[0]),
                static_cast<std::size_t>(map.count[0]) * static_cast<std::size_t>(map.count[1])}
    {}

    /// The cell itself: none there.
    std::size_t of(std::size_t cell, int direction) const
    {
        const auto axis = static_cast<std::size_t>(direction / 2);
        const auto at = static_cast<int>(cell / step_[axis] % static_cast<std::size_t>(count_[axis]));
        if (direction % 2 == 0)
            return at > 0 ? cell - step_[axis] : cell;
        return at + 1 < count_[axis] ? cell + step_[axis] : cell;
    }

private:
    std::array<int, 3> count_;
    std::array<std::size_t, 3> step_;
};

/// What both sides know before the sets are written.
struct RegionPlan
{
    std::uint32_t regions = 0;
    std::vector<std::uint8_t> kind;     // by cell
    std::vector<std::uint32_t> region;  // of the cells of eta_1
};

/// The cells of eta_2, in the order of their differences. @throws InputError if references have a loop, or lead to nothing
std::vector<std::size_t> referring(const RegionPlan& plan, const Neighbours& neighbours)
{
    constexpr std::int32_t kUnknown = -1, kOnTheWay = -2;
    std::vector<std::int32_t> length(plan.kind.size(), kUnknown);
    std::vector<std::size_t> cells, way;
    for (std::size_t cell = 0; cell < plan.kind.size(); ++cell)
    {
        if (plan.kind[cell] == kCommon || plan.kind[cell] == kEmpty)
            length[cell] = 0;
        else
            cells.push_back(cell);
    }
    for (const std::size_t cell : cells)
    {
        std::size_t at = cell;
        for (; length[at] == kUnknown; at = neighbours.of(at, plan.kind[at]))
        {
            length[at] = kOnTheWay;
            way.push_back(at);
        }
        if (length[at] == kOnTheWay || plan.kind[at] == kEmpty)
            throw InputError("cells refer to each other in a loop, or to one without edges");
        for (std::int32_t next = length[at] + 1; !way.empty(); way.pop_back(), ++next)
            length[way.back()] = next;
    }
    std::stable_sort(cells.begin(), cells.end(), [&](std::size_t a, std::size_t b) { return length[a] < length[b]; });
    return cells;
}

class Growth
{
public:
    Growth(const CellMap& map, const RegionOptions& options)
        : map_(map), options_(options), neighbours_(map), depth_(map.cells(), 0), counts_(map.edges, 0), seen_(map.cells(), 0)
    {
        plan_.kind.assign(map.cells(), kUncoded);
        plan_.region.assign(map.cells(), 0);
        for (std::size_t k = 0; k < 3; ++k)
        {
            differences_[k].assign(map.cells(), 0);
            for (std::size_t cell = 0; cell < map.cells(); ++cell)
            {
                const std::size_t next = neighbours_.of(cell, static_cast<int>(2 * k + 1));
                if (next != cell && !map.sets[cell].empty() && !map.sets[next].empty())
                    differences_[k][cell] = symmetricDifferenceSize(map.sets[cell], map.sets[next]);
            }
        }
    }

    RegionPlan run()
    {
        std::vector<std::size_t> seeds;
        for (std::size_t cell = 0; cell < map_.cells(); ++cell)
            if (map_.sets[cell].empty())
                plan_.kind[cell] = kEmpty;
            else
                seeds.push_back(cell);
        std::stable_sort(seeds.begin(), seeds.end(),
                         [&](std::size_t a, std::size_t b) { return map_.sets[a].size() > map_.sets[b].size(); });
        for (const std::size_t seed : seeds)
            if (plan_.kind[seed] == kUncoded)
                growFrom(seed);
        return std::move(plan_);
    }

    /// phi* of the regions.
    const std::vector<NumberSet>& common() const { return common_; }

private:
    /// Least difference first; then the smallest cell.
    struct Beside
    {
        std::size_t difference, cell;
        bool operator>(const Beside& other) const { return std::tie(difference, cell) > std::tie(other.difference, other.cell); }
    };
    using Queue = std::priority_queue<Beside, std::vector<Beside>, std::greater<>>;

    std::size_t difference(std::size_t cell, int direction) const
    {
        return differences_[static_cast<std::size_t>(direction / 2)][direction % 2 == 0 ? neighbours_.of(cell, direction) : cell];
    }

    bool isCoded(std::size_t cell) const { return plan_.kind[cell] < kEmpty; }

    void pushBeside(std::size_t cell, Queue& queue) const
    {
        for (int direction = 0; direction < kDirections; ++direction)
        {
            const std::size_t next = neighbours_.of(cell, direction);
            if (next != cell && plan_.kind[next] == kUncoded)
                queue.push({difference(cell, direction), next});
        }
    }

    void growFrom(std::size_t seed)
    {
        std::vector<std::size_t> members{seed};
        having_.assign(2, 0);
        addToCommon(seed, 0);
        plan_.kind[seed] = kCommon;
        const std::uint32_t round = plan_.regions + 1;
        seen_[seed] = round;
        Queue queue;
        pushBeside(seed, queue);
        while (!queue.empty())
        {
            const std::size_t cell = queue.top().cell;
            queue.pop();
            if (seen_[cell] == round)
                continue;
            seen_[cell] = round;
            if (addedCost(cell, members.size()) > leastDifference(cell))
                continue;
            addToCommon(cell, members.size());
            members.push_back(cell);
            plan_.kind[cell] = kCommon;
            pushBeside(cell, queue);
        }
        NumberSet common;
        for (const std::size_t cell : members)
        {
            plan_.region[cell] = plan_.regions;
            depth_[cell] = 0;
            for (const std::uint32_t number : map_.sets[cell])
            {
                if (2 * std::size_t(counts_[number]) >= members.size() + 1)
                    common.push_back(number);
                counts_[number] = 0;
            }
        }
        std::sort(common.begin(), common.end());
        common_.push_back(std::move(common));
        ++plan_.regions;
        refer(members);
    }

    /// Cells of eta_2 about those.
    void refer(const std::vector<std::size_t>& members)
    {
        Queue queue;
        for (const std::size_t cell : members)
            pushBeside(cell, queue);
        while (!queue.empty())
        {
            const std::size_t cell = queue.top().cell;
            queue.pop();
            if (plan_.kind[cell] != kUncoded)
                continue;
            int best = -1;
            for (int direction = 0; direction < kDirections; ++direction)
            {
                const std::size_t next = neighbours_.of(cell, direction);
                if (next != cell && isCoded(next) && depth_[next] < options_.depth
                    && (best < 0 || difference(cell, direction) < difference(cell, best)))
                    best = direction;
            }
            if (best < 0
                || !(static_cast<double>(difference(cell, best)) < options_.scale * static_cast<double>(map_.sets[cell].size())))
                continue;
            plan_.kind[cell] = static_cast<std::uint8_t>(best);
            depth_[cell] = depth_[neighbours_.of(cell, best)] + 1;
            pushBeside(cell, queue);
        }
    }

    std::size_t leastDifference(std::size_t cell) const
    {
        std::size_t least = map_.sets[cell].size();
        for (int direction = 0; direction < kDirections; ++direction)
        {
            const std::size_t next = neighbours_.of(cell, direction);
            if (next != cell && isCoded(next))
                least = std::min(least, difference(cell, direction));
        }
        return least;
    }

    /// To the cost of n cells. In a number that c of them have: min(c, n + 2 - c) - min(c, n + 1 - c) if the cell lacks it, that is 1 where 2 c > n + 1;
    /// and min(c + 1, n + 1 - c) - min(c, n + 1 - c) if it has it, 1 where 2 c < n + 1.
    std::size_t addedCost(std::size_t cell, std::size_t n) const
    {
        std::size_t lacking = 0, having = 0;
        for (std::size_t c = (n + 1) / 2 + 1; c < having_.size(); ++c)
            lacking += having_[c];
        for (const std::uint32_t number : map_.sets[cell])
        {
            const std::size_t c = counts_[number];
            lacking -= 2 * c > n + 1;
            having += 2 * c < n + 1;
        }
        return lacking + having;
    }

    void addToCommon(std::size_t cell, std::size_t n)
    {
        having_.resize(n + 2, 0);
        for (const std::uint32_t number : map_.sets[cell])
        {
            if (counts_[number] > 0)
                --having_[counts_[number]];
            ++having_[++counts_[number]];
        }
    }

    const CellMap& map_;
    RegionOptions options_;
    Neighbours neighbours_;
    RegionPlan plan_;
    std::vector<NumberSet> common_;
    std::vector<int> depth_;                               // by cell: of its chain
    std::array<std::vector<std::size_t>, 3> differences_;  // by axis and cell: to the next one along it
    std::vector<std::uint32_t> counts_;                    // by number: how many cells of eta_1 have it
    std::vector<std::size_t> having_;                      // how many numbers so many of them have
    std::vector<std::uint32_t> seen_;                      // by cell: by which region last
};

void putPlan(const RegionPlan& plan, BitWriter& writer)
{
    writer.put(plan.regions, kCountBits);
    const unsigned int bits = bitsFor(plan.regions);
    std::uint32_t last = 0;
    for (std::size_t cell = 0; cell < plan.kind.size(); ++cell)
    {
        writer.put(plan.kind[cell], kKindBits);
        if (plan.kind[cell] != kCommon)
            continue;
        const bool is_last = plan.region[cell] == last;
        writer.put(is_last ? 1 : 0, 1);
        if (!is_last)
            writer.put(plan.region[cell], bits);
        last = plan.region[cell];
    }
}

RegionPlan getPlan(BitReader& reader, std::size_t cells)
{
    RegionPlan plan;
    plan.regions = reader.get(kCountBits);
    if (plan.regions > cells)
        throw InputError("there are more regions than cells");
    const unsigned int bits = bitsFor(plan.regions);
    std::uint32_t last = 0;
    for (std::size_t cell = 0; cell < cells; ++cell)
    {
        plan.kind.push_back(static_cast<std::uint8_t>(reader.get(kKindBits)));
        if (plan.kind.back() == kCommon && reader.get(1) == 0)
            last = reader.get(bits);
        if (plan.kind.back() == kCommon && last >= plan.regions)
            throw InputError("a cell is of a region that there is not");
        plan.region.push_back(last);
    }
    return plan;
}

}  // namespace

CodeBytes encodeRegions(const CellMap& map, const RegionOptions& options)
{
    Growth growth(map, options);
    const RegionPlan plan = growth.run();
    const Neighbours neighbours(map);
    BitWriter writer;
    putHeader(map, writer);
    writer.putSet(map.sets.back(), map.edges);
    putPlan(plan, writer);
    for (const NumberSet& set : growth.common())
        writer.putSet(set, map.edges);
    NumberSet difference;
    for (std::size_t cell = 0; cell < map.cells(); ++cell)
        if (plan.kind[cell] == kCommon)
        {
            symmetricDifference(map.sets[cell], growth.common()[plan.region[cell]], difference);
            writer.putSet(difference, map.edges);
        }
    for (const std::size_t cell : referring(plan, neighbours))
    {
        symmetricDifference(map.sets[cell], map.sets[neighbours.of(cell, plan.kind[cell])], difference);
        writer.putSet(difference, map.edges);
    }
    return writer.finish();
}

CellMap decodeRegions(const CodeBytes& code)
{
    BitReader reader(code);
    CellMap map = getHeader(reader);
    reader.getSet(map.edges, map.sets.back());
    const RegionPlan plan = getPlan(reader, map.cells());
    const Neighbours neighbours(map);
    std::vector<NumberSet> common(plan.regions);
    for (NumberSet& set : common)
        reader.getSet(map.edges, set);
    NumberSet difference;
    for (std::size_t cell = 0; cell < map.cells(); ++cell)
        if (plan.kind[cell] == kCommon)
        {
            reader.getSet(map.edges, difference);
            symmetricDifference(difference, common[plan.region[cell]], map.sets[cell]);
        }
    for (const std::size_t cell : referring(plan, neighbours))
    {
        reader.getSet(map.edges, difference);
        symmetricDifference(difference, map.sets[neighbours.of(cell, plan.kind[cell])], map.sets[cell]);
    }
    reader.requireEnd();
    return map;
}

}  // namespace gapless
