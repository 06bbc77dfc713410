// Sets of cells, coded and read again.
#include <gapless/cells/coded_cells.h>

#include <algorithm>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

WorkspaceGrid gridOf(int x, int y, int z)
{
    return WorkspaceGrid({Vec3::Zero(), Vec3(x, y, z)}, 1.0);
}

CellSet randomSet(const WorkspaceGrid& grid, Random& random)
{
    CellSet cells;
    const double share = random.unit() * random.unit();
    for (std::size_t i = 0; i <= grid.size(); ++i)
        if (random.chance(share))
            cells.push_back(CellIndex(i));
    return cells;
}

}  // namespace

TEST_CASE("A set of cells is read as it was coded, whatever the shape of the grid, and the next one begins behind it", "[cells]")
{
    Random random(41);
    const WorkspaceGrid grids[] = {gridOf(1, 1, 1), gridOf(2, 2, 2),  gridOf(1, 1, 300),
                                   gridOf(3, 5, 9), gridOf(64, 2, 7), gridOf(17, 33, 5)};
    for (const WorkspaceGrid& grid : grids)
    {
        std::vector<CellSet> sets = {{}, {grid.outside()}};
        CellSet all;
        for (std::size_t i = 0; i <= grid.size(); ++i)
        {
            all.push_back(CellIndex(i));
            if (grid.size() < 200)
                sets.push_back({CellIndex(i)});
        }
        sets.push_back(all);
        for (int i = 0; i < 60; ++i)
            sets.push_back(randomSet(grid, random));
        std::vector<std::uint8_t> bytes = {77};  // something else
        for (const CellSet& set : sets)
            encodeCells(grid, set, bytes);
        std::size_t at = 1;
        CellSet read;
        for (const CellSet& set : sets)
        {
            at = decodeCells(grid, bytes, at, read);
            REQUIRE(read == set);
        }
        CHECK(at == bytes.size());
        CHECK_THROWS_AS(decodeCells(grid, bytes, at, read), InputError);
    }
    const WorkspaceGrid line = gridOf(1, 3000000, 1);
    std::vector<std::uint8_t> bytes;
    const CellSet ends = {CellIndex(0), CellIndex(2097152), CellIndex(2999999)};
    encodeCells(line, ends, bytes);
    CellSet read;
    CHECK(decodeCells(line, bytes, 0, read) == bytes.size());
    CHECK(read == ends);
}

TEST_CASE("Of a code that is cut off or changed, nothing is read that is no set of the grid", "[cells]")
{
    Random random(43);
    const WorkspaceGrid grid = gridOf(9, 6, 5);
    int refused = 0, read = 0;
    for (int i = 0; i < 3000; ++i)
    {
        std::vector<std::uint8_t> bytes;
        encodeCells(grid, randomSet(grid, random), bytes);
        const std::vector<std::uint8_t> whole = bytes;
        if (random.chance(0.5))
            bytes.resize(static_cast<std::size_t>(random.index(static_cast<int>(bytes.size()))));
        else
            bytes[static_cast<std::size_t>(random.index(static_cast<int>(bytes.size())))] =
                static_cast<std::uint8_t>(random.index(256));
        CellSet cells;
        try
        {
            static_cast<void>(decodeCells(grid, bytes, 0, cells));
            ++read;
            CHECK(std::is_sorted(cells.begin(), cells.end()));
            CHECK(std::adjacent_find(cells.begin(), cells.end()) == cells.end());
            CHECK((cells.empty() || cells.back().value() <= grid.size()));
            CHECK(bytes.size() >= whole.size());
        }
        catch (const InputError&)
        {
            ++refused;
        }
    }
    CHECK(refused > 1500);
    CHECK(read > 50);
    CellSet cells;
    CHECK_THROWS_AS(decodeCells(grid, {4}, 0, cells), InputError);
    CHECK_THROWS_AS(decodeCells(grid, {2, 0}, 0, cells), InputError);
    CHECK_THROWS_AS(decodeCells(grid, {}, 0, cells), InputError);
    CHECK_THROWS_AS(decodeCells(grid, {0}, 9, cells), InputError);
}
