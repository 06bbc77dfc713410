#include <gapless/cells/coded_cells.h>

#include <algorithm>
#include <array>

#include <gapless/core/error.h>

namespace gapless {

namespace {

/// Of the first byte.
constexpr std::uint8_t kOutside = 1, kInside = 2;

using Place = std::array<int, 3>;

/// Half of the side of the cube that holds the grid; at least 1.
std::int64_t rootHalf(const WorkspaceGrid& grid)
{
    std::int64_t half = 1;
    for (const int n : grid.count())
        while (2 * half < n)
            half *= 2;
    return half;
}

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

class Decoder
{
public:
    Decoder(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& bytes, std::size_t at, CellSet& cells)
        : grid_(grid), bytes_(bytes), at_(at), cells_(cells)
    {}

    std::size_t decode()
    {
        const std::uint8_t head = next();
        if (head > (kOutside | kInside))
            fail();
        if (head & kInside)
            decode({0, 0, 0}, rootHalf(grid_));
        std::sort(cells_.begin(), cells_.end());
        if (head & kOutside)
            cells_.push_back(grid_.outside());
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
                cells_.push_back(grid_.index(static_cast<int>(part[0]), static_cast<int>(part[1]), static_cast<int>(part[2])));
        }
    }

    const WorkspaceGrid& grid_;
    const std::vector<std::uint8_t>& bytes_;
    std::size_t at_;
    CellSet& cells_;
};

}  // namespace

void encodeCells(const WorkspaceGrid& grid, const CellSet& cells, std::vector<std::uint8_t>& bytes)
{
    std::vector<Place> places;
    places.reserve(cells.size());
    std::uint8_t head = 0;
    for (const CellIndex cell : cells)
        if (cell == grid.outside())
            head = kOutside;
        else
            places.push_back(grid.place(cell));
    if (!places.empty())
        head = static_cast<std::uint8_t>(head | kInside);
    bytes.push_back(head);
    if (!places.empty())
        Encoder(bytes).encode(places.data(), places.data() + places.size(), rootHalf(grid));
}

std::size_t decodeCells(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& bytes, std::size_t begin, CellSet& cells)
{
    cells.clear();
    return Decoder(grid, bytes, begin, cells).decode();
}

}  // namespace gapless
