// WorkspaceGrid: cells, their planes, and which of them an interval meets.
#include <gapless/cells/workspace_grid.h>

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

WorkspaceGrid gridOf(const Vec3& low, const Vec3& high, double cell)
{
    return WorkspaceGrid({low, high}, cell);
}

}  // namespace

TEST_CASE("A grid has as many cells as it takes to hold its box, and a number for each", "[cells]")
{
    const WorkspaceGrid grid = gridOf({-1, -0.5, 0}, {1, 0.5, 0.3}, 0.25);
    CHECK(grid.count() == std::array<int, 3>{8, 4, 2});
    CHECK(grid.size() == 64);
    CHECK(grid.outside() == CellIndex(64));
    for (std::size_t i = 0; i < grid.size(); ++i)
    {
        const std::array<int, 3> at = grid.place(CellIndex(i));
        CHECK(grid.index(at[0], at[1], at[2]) == CellIndex(i));
        const AxisAlignedBox box = grid.box(CellIndex(i));
        CHECK(grid.holding(0.5 * (box.low + box.high)) == CellIndex(i));
    }
    // 0.1 is no sum of powers of two.
    Random random(3);
    for (int i = 0; i < 2000; ++i)
    {
        const Vec3 low = random.inCube(10.0);
        const Vec3 extent = Vec3::Constant(0.01) + random.inCube(1.0).cwiseAbs();
        const double cell = random.logUniform(0.005, extent.maxCoeff());
        const WorkspaceGrid some = gridOf(low, low + extent, cell);
        for (int k = 0; k < 3; ++k)
        {
            CHECK(some.plane(k, 0) == low[k]);
            CHECK(some.plane(k, some.count()[static_cast<std::size_t>(k)]) >= low[k] + extent[k]);
        }
    }
}

TEST_CASE("An interval meets all closed cells that it touches, planes included, and says when it leaves the grid", "[cells]")
{
    const WorkspaceGrid grid = gridOf({-1, -1, -1}, {1, 1, 1}, 0.1);
    const double infinity = std::numeric_limits<double>::infinity();
    Random random(5);
    const auto about = [&](double x) {
        return random.chance(0.3) ? x : std::nextafter(x, random.chance(0.5) ? infinity : -infinity);
    };
    for (int i = 0; i < 20000; ++i)
    {
        double low = random.uniform(-1.3, 1.3), high = random.uniform(-1.3, 1.3);
        if (random.chance(0.5))
            low = about(grid.plane(0, random.index(21)));
        if (random.chance(0.5))
            high = about(grid.plane(0, random.index(21)));
        if (high < low)
            std::swap(low, high);
        const WorkspaceGrid::Range range = grid.range(0, low, high);
        CAPTURE(low, high);
        bool agrees = range.leaves == (low <= grid.plane(0, 0) || high >= grid.plane(0, 20));
        for (int x = 0; x < 20; ++x)
        {
            const bool meets = grid.plane(0, x) <= high && grid.plane(0, x + 1) >= low;
            agrees = agrees && meets == (range.first <= x && x <= range.last);
        }
        REQUIRE(agrees);
    }
    CHECK(grid.range(1, -infinity, infinity).first == 0);
    CHECK(grid.range(1, -infinity, infinity).last == 19);
    CHECK(grid.range(1, 1e300, 1e300).last < grid.range(1, 1e300, 1e300).first);
    CHECK(grid.holding({0, 0, 5}) == grid.outside());
    CHECK(grid.holding({0, std::nan(""), 0}) == grid.outside());
}

TEST_CASE("A grid that cannot be is refused", "[cells]")
{
    const Vec3 low(-1, -1, -1), high(1, 1, 1);
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double cell : {0.0, -0.1, std::nan(""), infinity, 2.5, 1e-4, 1e-300})
    {
        CAPTURE(cell);
        CHECK_THROWS_AS(gridOf(low, high, cell), InputError);
    }
    CHECK_THROWS_WITH(gridOf(low, high, 1e-4), Catch::Contains("2^31"));
    CHECK_THROWS_WITH(gridOf(low, high, 2.5), Catch::Contains("larger than the workspace"));
    CHECK_THROWS_AS(gridOf(high, low, 0.1), InputError);
    CHECK_THROWS_AS(gridOf(low, {1, 1, infinity}, 0.1), InputError);
    CHECK_THROWS_AS(gridOf(low, {1, std::nan(""), 1}, 0.1), InputError);
    CHECK_THROWS_WITH(gridOf(Vec3::Constant(1e17), Vec3::Constant(1e17 + 1000), 1.0), Catch::Contains("too small"));
    CHECK_NOTHROW(gridOf(low, high, 2.0));
    // Where squares of lengths underflow.
    CHECK_THROWS_WITH(gridOf(1e-159 * low, 1e-159 * high, 1e-160), Catch::Contains("1e-100"));
    CHECK_NOTHROW(gridOf(1e-99 * low, 1e-99 * high, 1e-100));
}
