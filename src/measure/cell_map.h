// The map from cells of the workspace to edges of a roadmap, phi_a of Leven, Hutchinson, eq. 3, as their tables measure it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gapless/cells/marked_counts.h>

namespace gapless {

/// Numbers, ascending, each once.
using NumberSet = std::vector<std::uint32_t>;

struct CellMap
{
    std::array<int, 3> count{};   ///< cells along x, y, z
    std::uint32_t edges = 0;      ///< numbers are less
    std::vector<NumberSet> sets;  ///< by cell, x fastest, then y, then z; the last one is of the cell outside

    std::size_t cells() const { return sets.size() - 1; }
    bool operator==(const CellMap& other) const { return count == other.count && edges == other.edges && sets == other.sets; }
};

/// Of the smallest box of cells that has all that edges touch; at least one cell.
inline CellMap usedPart(const CellLists& lists)
{
    const WorkspaceGrid& grid = lists.grid();
    std::array<int, 3> low = grid.count(), high{-1, -1, -1};
    for (std::size_t i = 0; i < grid.size(); ++i)
        if (lists.isTouched(CellIndex(i)))
        {
            const std::array<int, 3> at = grid.place(CellIndex(i));
            for (std::size_t k = 0; k < 3; ++k)
            {
                low[k] = std::min(low[k], at[k]);
                high[k] = std::max(high[k], at[k]);
            }
        }
    if (high[0] < 0)
        low = high = {0, 0, 0};
    CellMap map{
        {high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1}, static_cast<std::uint32_t>(lists.count()), {}};
    const auto add = [&](CellIndex cell) {
        map.sets.emplace_back();
        lists.visit(cell, [&](std::uint32_t edge) { map.sets.back().push_back(edge); });
    };
    for (int z = low[2]; z <= high[2]; ++z)
        for (int y = low[1]; y <= high[1]; ++y)
            for (int x = low[0]; x <= high[0]; ++x)
                add(grid.index(x, y, z));
    add(grid.outside());
    return map;
}

}  // namespace gapless
