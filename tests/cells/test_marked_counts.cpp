// CellLists and MarkedCounts: which sets have marked cells, after any edits of obstacles.
#include <gapless/cells/marked_counts.h>

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include <gapless/cells/coded_cells.h>
#include <gapless/core/error.h>

#include "support/random_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

struct Sets
{
    WorkspaceGrid grid{{Vec3::Constant(-1), Vec3::Constant(1)}, 0.2};
    std::vector<CellSet> sets;
    std::vector<std::uint8_t> codes;

    explicit Sets(Random& random, int count = 300)
    {
        for (int i = 0; i < count; ++i)
        {
            std::set<CellIndex> cells;
            // Walks from cell to cell; some are empty, some go outside.
            Vec3 p = random.inCube(1.0);
            for (int k = random.index(60); k > 0; --k)
            {
                cells.insert(grid.holding(p));
                p += 0.2 * random.direction();
            }
            sets.emplace_back(cells.begin(), cells.end());
            encodeCells(grid, sets.back(), codes);
        }
    }
};

}  // namespace

TEST_CASE("Every cell's list has the sets with that cell, and no others", "[cells]")
{
    Random random(47);
    const Sets all(random);
    const CellLists lists(all.grid, all.codes, all.sets.size());
    CHECK(lists.count() == 300);
    std::size_t found = 0, given = 0;
    for (std::size_t i = 0; i <= all.grid.size(); ++i)
    {
        const CellIndex cell(i);
        std::int64_t last = -1;
        lists.visit(cell, [&](std::uint32_t set) {
            CHECK(std::int64_t{set} > last);
            last = set;
            found += std::binary_search(all.sets[set].begin(), all.sets[set].end(), cell) ? 1u : 1000000u;
        });
        CHECK(lists.isTouched(cell) == (last >= 0));
    }
    for (const CellSet& set : all.sets)
        given += set.size();
    CHECK(found == given);
    CHECK(lists.incidences() == given);
    CHECK(lists.memoryBytes() >= given);
    const auto sets = static_cast<double>(all.sets.size()), cells = static_cast<double>(all.grid.size());
    CHECK(static_cast<double>(lists.memoryBytes()) <= CellLists::mostBytes(static_cast<double>(given), sets, cells));
}

TEST_CASE("Gaps of any number of bytes are kept in a list", "[cells]")
{
    const WorkspaceGrid grid(Vec3(0, 0, 0), 1.0, {2, 1, 1});
    // These have the first cell; all others are empty.
    std::vector<std::uint32_t> wanted{0};
    for (const std::uint32_t power : {7u, 14u, 21u})
        for (const std::uint32_t gap : {(1u << power) - 1, 1u << power, (1u << power) + 1, 1u})
            wanted.push_back(wanted.back() + gap);
    std::vector<std::uint8_t> codes;
    std::size_t next = 0;
    for (std::uint32_t set = 0; set <= wanted.back(); ++set)
        if (set == wanted[next])
        {
            encodeCells(grid, {CellIndex(0)}, codes);
            ++next;
        }
        else
            encodeCells(grid, {}, codes);
    const CellLists lists(grid, codes, wanted.back() + 1);
    std::vector<std::uint32_t> found;
    lists.visit(CellIndex(0), [&](std::uint32_t set) { found.push_back(set); });
    CHECK(found == wanted);
    CHECK_FALSE(lists.isTouched(CellIndex(1)));
    CHECK_FALSE(lists.isTouched(grid.outside()));
    // One cell and the one outside, in all of three sets.
    const WorkspaceGrid one(Vec3(0, 0, 0), 1.0, {1, 1, 1});
    std::vector<std::uint8_t> full;
    for (int set = 0; set < 3; ++set)
        encodeCells(one, {CellIndex(0), one.outside()}, full);
    const CellLists both(one, full, 3);
    CHECK(both.incidences() == 6);
    CHECK(static_cast<double>(both.memoryBytes()) <= CellLists::mostBytes(6, 3, 1));
}

TEST_CASE("Counts after any edits are those from nothing, and what turned is told", "[cells]")
{
    Random random(53);
    const Sets all(random);
    const auto lists = std::make_shared<const CellLists>(all.grid, all.codes, all.sets.size());
    MarkedCounts counts(lists), recounted(lists);
    ObstacleCells obstacles(all.grid);
    std::vector<char> white(all.sets.size(), 1);
    std::vector<std::uint32_t> turned;
    const auto box = geometryOf(Box{Vec3(0.3, 0.2, 0.1)});
    Pose before;
    int whites = 0, greys = 0;
    for (int edit = 0; edit < 600; ++edit)
    {
        const int number = random.index(5);
        if (random.chance(0.7))
            before = random.pose(1.1);  // else where another one was
        counts.apply(random.chance(0.2) ? obstacles.remove(number) : obstacles.update(number, box, before, 0.01), turned);
        for (const std::uint32_t set : turned)
        {
            CHECK(counts.isWhite(set) != (white[set] != 0));
            white[set] = counts.isWhite(set) ? 1 : 0;
        }
        // Of some edits, so that what has turned and turned back between is not told.
        if (random.chance(0.3))
        {
            std::set<CellIndex> marked;
            for (int i = 0; i < 5; ++i)
                marked.insert(obstacles.cellsOf(i).begin(), obstacles.cellsOf(i).end());
            std::vector<std::uint32_t> wanted, told;
            for (std::uint32_t i = 0; i < all.sets.size(); ++i)
                if (recounted.isWhite(i) != counts.isWhite(i))
                    wanted.push_back(i);
            recounted.recount({marked.begin(), marked.end()}, told);
            std::sort(told.begin(), told.end());
            CHECK(told == wanted);
            for (std::size_t i = 0; i < all.sets.size(); ++i)
                CHECK(recounted.marked(i) == counts.marked(i));
        }
        for (std::size_t i = 0; i < all.sets.size(); ++i)
        {
            const auto marked =
                std::count_if(all.sets[i].begin(), all.sets[i].end(), [&](CellIndex c) { return obstacles.isMarked(c); });
            if (counts.marked(i) != marked || counts.isWhite(i) != (white[i] != 0))
                FAIL("set " << i << " after edit " << edit);
            ++(marked == 0 ? whites : greys);
        }
    }
    CHECK(whites > 10000);
    CHECK(greys > 10000);
}

TEST_CASE("Lists of what is no code, or of another number of sets, are refused", "[cells]")
{
    Random random(59);
    const Sets all(random, 10);
    CHECK_THROWS_AS(CellLists(all.grid, all.codes, 11), InputError);
    CHECK_THROWS_WITH(CellLists(all.grid, all.codes, 9), Catch::Contains("more behind 9 sets"));
    CHECK_THROWS_AS(CellLists(all.grid, {9}, 1), InputError);
    CHECK_NOTHROW(CellLists(all.grid, {}, 0));
    CHECK_THROWS_AS(MarkedCounts(nullptr), InputError);
}
