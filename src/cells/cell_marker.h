// Marks the cells of a grid that are not proven to be away from convex pieces, and those that a solid has wholly inside.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <gapless/cells/workspace_grid.h>

namespace gapless {

/// Collects one set at a time. Memory of one bit per cell is kept.
class CellMarker
{
public:
    explicit CellMarker(const WorkspaceGrid& grid);

    const WorkspaceGrid& grid() const { return grid_; }

    /// Marks a cell that holds the point.
    void markAt(const Vec3& p);
    /// Marks every cell, the one outside as well, of which it is not proven that all of its points are farther than `distance` from the hull of
    /// the points. @pre count > 0, distance >= 0; infinite and NaN mark everything
    /// @return whether the cell outside is one of them
    bool markNear(const Vec3* points, int count, double distance);
    /// The same of one point. @pre finite, radius too
    bool markBall(const Vec3& p, double radius);
    /// The same of a box along the axes of the grid. @pre low <= high, finite
    bool markBox(const Vec3& low, const Vec3& high, double distance);
    /// Marks everything.
    void markAll();
    /// Marks everything but those cells, so that no others are looked at. @pre nothing is marked; sorted, cells of the grid, not the one outside
    void markAllBut(const CellSet& cells);
    /// Those of the cells that are marked. @pre as markAllBut()
    void takeOf(const CellSet& cells, CellSet& set);

    /// Marks the cells of closed pockets that are inside. Cells that are not marked are cut into parts that are connected through faces; a
    /// part that reaches the rim of the grid is open if the cell outside is not marked. Every other part is asked for by the centre of one cell.
    /// @param is_inside whether the point, and with it all of its part, is to be marked
    void markPockets(const std::function<bool(const Vec3&)>& is_inside);

    /// The set, and back to the empty one.
    void take(CellSet& set);
    /// Back to the empty set, whatever came in between.
    void clear();

private:
    /// Cells [first, last] of a row that are not marked.
    struct Run
    {
        int first, last;
        bool is_open;
    };

    /// Cells from one place to another, both included.
    struct Block
    {
        std::array<int, 3> first, last;

        std::size_t size() const;
        /// Across the longest side. @pre more than one cell
        std::array<Block, 2> halves() const;
    };

    Vec3 lowOf(const Block& block) const;
    Vec3 highOf(const Block& block) const;
    bool isAllMarked(const Block& block) const;
    std::size_t row(int y, int z) const
    {
        return static_cast<std::size_t>(z) * static_cast<std::size_t>(grid_.count()[1]) + static_cast<std::size_t>(y);
    }
    bool isMarked(std::size_t row, int x) const
    {
        return (words_[row * words_per_row_ + static_cast<std::size_t>(x) / 64] >> (static_cast<unsigned>(x) % 64)) & 1u;
    }
    void markRun(std::size_t row, int first, int last);
    bool isAllMarked(std::size_t row, int first, int last) const;
    void findRuns(std::size_t row, bool is_rim, std::vector<Run>& runs) const;

    WorkspaceGrid grid_;
    std::size_t words_per_row_;
    std::vector<std::uint64_t> words_;
    std::vector<std::size_t> touched_;  // words that are not 0
    bool outside_ = false;
    std::vector<Vec3> offsets_;
    std::vector<Block> blocks_;
    std::vector<Run> runs_;
    std::vector<std::size_t> first_run_;  // by row
};

// In the header: they are asked for every piece of a motion.
inline bool CellMarker::isAllMarked(std::size_t row, int first, int last) const
{
    for (int x = first; x <= last;)
    {
        const std::size_t word = row * words_per_row_ + static_cast<std::size_t>(x) / 64;
        const int bit = x % 64, bits = std::min(64 - bit, last - x + 1);
        const std::uint64_t mask = (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1) << bit;
        if ((words_[word] & mask) != mask)
            return false;
        x += bits;
    }
    return true;
}

inline bool CellMarker::isAllMarked(const Block& block) const
{
    for (int z = block.first[2]; z <= block.last[2]; ++z)
        for (int y = block.first[1]; y <= block.last[1]; ++y)
            if (!isAllMarked(row(y, z), block.first[0], block.last[0]))
                return false;
    return true;
}

}  // namespace gapless
