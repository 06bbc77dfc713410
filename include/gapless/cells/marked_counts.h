// How many marked cells does each of many sets have? A set without one is white: no obstacle comes near it.
//
// Leven, Hutchinson, section 2, turn the map from a roadmap to the workspace round: of each cell they keep the edges and nodes that touch it. So a move of an
// obstacle costs the lists of the cells that it enters and leaves, and no look at any other edge. Instead of removing those edges, here they are
// counted: the count falls again when the obstacle goes, and says how likely an edge collides while it stands.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <gapless/cells/obstacle_cells.h>

namespace gapless {

/// Numbers of the sets that have a cell, for all cells. Immutable: any number of threads may share one.
class CellLists
{
public:
    /// Of `count` sets, one code after the other (coded_cells.h).
    /// @throws InputError if the bytes are not that many codes of sets of the grid, and nothing else; or hold 2^32 cells and more
    CellLists(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& codes, std::size_t count);

    const WorkspaceGrid& grid() const { return grid_; }
    /// How many sets.
    std::size_t count() const { return count_; }
    /// Numbers of the sets with that cell, ascending.
    const std::uint32_t* begin(CellIndex cell) const { return sets_.data() + first_[cell.value()]; }
    const std::uint32_t* end(CellIndex cell) const { return sets_.data() + first_[cell.value() + 1]; }
    std::size_t memoryBytes() const;

private:
    WorkspaceGrid grid_;
    std::size_t count_;
    std::vector<std::uint32_t> first_;  // by cell, the one outside as well, and the end
    std::vector<std::uint32_t> sets_;
};

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
