// The code of a set of cells, read cell by cell (coded_cells.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gapless/cells/workspace_grid.h>
#include <gapless/core/error.h>

namespace gapless {

namespace cell_code {

/// Of the first byte.
constexpr std::uint8_t kOutside = 1, kInside = 2;

/// Half of the side of the cube that holds the grid; at least 1.
inline std::int64_t rootHalf(const WorkspaceGrid& grid)
{
    std::int64_t half = 1;
    for (const int n : grid.count())
        while (2 * half < n)
            half *= 2;
    return half;
}

template <class Visit>
class Decoder
{
public:
    Decoder(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& bytes, std::size_t at, const Visit& visit)
        : grid_(grid), bytes_(bytes), at_(at), visit_(visit)
    {}

    std::size_t decode()
    {
        const std::uint8_t head = next();
        if (head > (kOutside | kInside))
            fail();
        if (head & kInside)
            decode({0, 0, 0}, rootHalf(grid_));
        if (head & kOutside)
            visit_(grid_.outside());
        return at_;
    }

private:
    [[noreturn]] void fail() const { throw InputError("no set of cells of this grid is coded in byte " + std::to_string(at_)); }

    std::uint8_t next()
    {
        if (at_ >= bytes_.size())
            fail();
        return bytes_[at_++];
    }

    void decode(const std::array<std::int64_t, 3>& low, std::int64_t half)
    {
        const std::uint8_t mask = next();
        if (mask == 0)
            fail();
        for (unsigned k = 0; k < 8; ++k)
        {
            if (!(mask >> k & 1u))
                continue;
            std::array<std::int64_t, 3> part = low;
            for (std::size_t axis = 0; axis < 3; ++axis)
            {
                part[axis] += k >> axis & 1u ? half : 0;
                if (part[axis] >= grid_.count()[axis])
                    fail();
            }
            if (half > 1)
                decode(part, half / 2);
            else
                visit_(grid_.index(static_cast<int>(part[0]), static_cast<int>(part[1]), static_cast<int>(part[2])));
        }
    }

    const WorkspaceGrid& grid_;
    const std::vector<std::uint8_t>& bytes_;
    std::size_t at_;
    const Visit& visit_;
};

}  // namespace cell_code

/// Calls visit(cell) for each cell of the set that is coded from `begin` on, in Morton's order, the one outside last.
/// @return where the next code begins. @throws InputError if it is no code of a set of that grid; cells may have been visited by then
template <class Visit>
std::size_t visitCells(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& bytes, std::size_t begin, const Visit& visit)
{
    return cell_code::Decoder<Visit>(grid, bytes, begin, visit).decode();
}

}  // namespace gapless
