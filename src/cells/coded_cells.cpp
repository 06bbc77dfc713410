#include <gapless/cells/coded_cells.h>

#include <algorithm>
#include <array>

#include "cells/cell_code.h"

namespace gapless {

namespace {

using Place = std::array<int, 3>;

class Encoder
{
public:
    explicit Encoder(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    /// @param half of the side of the part that holds them, a power of two
    void encode(Place* begin, Place* end, std::int64_t half)
    {
        const auto partOf = [half](const Place& p) {
            return ((p[0] & half) != 0 ? 1u : 0u) | ((p[1] & half) != 0 ? 2u : 0u) | ((p[2] & half) != 0 ? 4u : 0u);
        };
        std::array<Place*, 9> part;
        part[0] = begin;
        std::uint8_t mask = 0;
        for (unsigned k = 0; k < 8; ++k)
        {
            part[k + 1] = std::partition(part[k], end, [&](const Place& p) { return partOf(p) == k; });
            if (part[k + 1] != part[k])
                mask = static_cast<std::uint8_t>(mask | 1u << k);
        }
        bytes_.push_back(mask);
        if (half == 1)
            return;
        for (unsigned k = 0; k < 8; ++k)
            if (part[k + 1] != part[k])
                encode(part[k], part[k + 1], half / 2);
    }

private:
    std::vector<std::uint8_t>& bytes_;
};

}  // namespace

void encodeCells(const WorkspaceGrid& grid, const CellSet& cells, std::vector<std::uint8_t>& bytes)
{
    std::vector<Place> places;
    places.reserve(cells.size());
    std::uint8_t head = 0;
    for (const CellIndex cell : cells)
        if (cell == grid.outside())
            head = cell_code::kOutside;
        else
            places.push_back(grid.place(cell));
    if (!places.empty())
        head = static_cast<std::uint8_t>(head | cell_code::kInside);
    bytes.push_back(head);
    if (!places.empty())
        Encoder(bytes).encode(places.data(), places.data() + places.size(), cell_code::rootHalf(grid));
}

std::size_t decodeCells(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& bytes, std::size_t begin, CellSet& cells)
{
    cells.clear();
    const std::size_t end = visitCells(grid, bytes, begin, [&](CellIndex cell) { cells.push_back(cell); });
    std::sort(cells.begin(), cells.end());
    return end;
}

}  // namespace gapless
