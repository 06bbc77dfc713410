// How many marked cells does each of many sets have? A set without one is white: no obstacle comes near it.
//
// Leven, Hutchinson, section 2, turn the map from a roadmap to the workspace round: of each cell they keep the edges and nodes that touch it. So a move of an
// obstacle costs the lists of the cells that it enters and leaves, and no look at any other edge. Instead of removing those edges, here they are
// counted: the count falls again when the obstacle goes, and says how likely an edge collides while it stands.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <gapless/cells/obstacle_cells.h>

namespace gapless {

/// Numbers of the sets that have a cell, for all cells. Immutable: any number of threads may share one.
///
/// A list is kept as the gaps from one number to the next, each in as many bytes as it takes (seven bits in each, low ones first; the eighth says that there are more). Of I numbers
/// in G lists, of E sets, that takes at most I (1 + log2(E G / I) / 7) bytes: a gap of g takes at most 1 + log2(g) / 7, the gaps of a list are
/// at most E together, and the logarithm is concave. Of an arm in cells of 5 cm most take one byte.
class CellLists
{
public:
    /// Of `count` sets, one code after the other (coded_cells.h).
    /// @throws InputError if the bytes are not that many codes of sets of the grid, and nothing else
    CellLists(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& codes, std::size_t count);

    const WorkspaceGrid& grid() const { return grid_; }
    /// How many sets.
    std::size_t count() const { return count_; }
    /// Calls visit(set) for the numbers of the sets with that cell, ascending.
    template <class Visit>
    void visit(CellIndex cell, const Visit& visit) const;
    /// Whether some set has that cell.
    bool isTouched(CellIndex cell) const { return first_[cell.value()] != first_[cell.value() + 1]; }
    /// Numbers in all lists together.
    std::uint64_t incidences() const { return incidences_; }
    std::size_t memoryBytes() const;
    /// What lists may take at most, of so many numbers, sets, and cells of a grid.
    static double mostBytes(double incidences, double sets, double cells);

private:
    WorkspaceGrid grid_;
    std::size_t count_;
    std::uint64_t incidences_ = 0;
    std::vector<std::size_t> first_;  // by cell, the one outside as well, and the end
    std::vector<std::uint8_t> gaps_;
};

template <class Visit>
void CellLists::visit(CellIndex cell, const Visit& visit) const
{
    // A gap of 1 to the number before the first is set 0.
    std::uint32_t set = std::numeric_limits<std::uint32_t>::max();
    const std::uint8_t* const end = gaps_.data() + first_[cell.value() + 1];
    for (const std::uint8_t* at = gaps_.data() + first_[cell.value()]; at != end;)
    {
        std::uint32_t gap = *at++;
        if (gap >= 0x80)
        {
            gap &= 0x7f;
            for (unsigned shift = 7;; shift += 7)
            {
                const std::uint32_t byte = *at++;
                gap |= (byte & 0x7f) << shift;
                if (byte < 0x80)
                    break;
            }
        }
        set += gap;
        visit(set);
    }
}

/// The counts in one state of the obstacles.
class MarkedCounts
{
public:
    /// No cell is marked.
    explicit MarkedCounts(std::shared_ptr<const CellLists> lists);

    const CellLists& lists() const { return *lists_; }
    /// Takes over what an edit of obstacles changed, each edit once and in order.
    /// @param turned numbers of the sets that have become white, or are so no longer, in no order
    void apply(const ObstacleCells::Change& change, std::vector<std::uint32_t>& turned);

    /// The same by counting anew, which is less work where more cells change than are marked.
    /// @param marked all that are, each once
    void recount(const CellSet& marked, std::vector<std::uint32_t>& turned);

    /// Of marked cells of a set.
    std::uint32_t marked(std::size_t set) const { return marked_[set]; }
    /// Whether none of its cells is marked.
    bool isWhite(std::size_t set) const { return marked_[set] == 0; }

private:
    std::shared_ptr<const CellLists> lists_;
    std::vector<std::uint32_t> marked_;
    std::vector<char> was_white_;
    std::vector<std::uint32_t> candidates_;
};

}  // namespace gapless
