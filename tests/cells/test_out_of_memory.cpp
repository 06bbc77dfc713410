// Obstacles whose update ran out of memory at any moment, the exception being caught, are where they were, and the next update tells all that it changes.
#include <gapless/cells/obstacle_cells.h>

#include <algorithm>

#include <catch2/catch.hpp>

#include "support/failing_allocations.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

TEST_CASE("After an update that ran out of memory nothing has changed, and the next one tells every cell")
{
    const WorkspaceGrid grid({Vec3::Constant(-1), Vec3::Constant(1)}, 0.1);
    const auto ball = geometryOf(Sphere{0.2}), hollow = geometryOf(hollowBoxMesh(Vec3::Constant(0.5), Vec3::Constant(0.2)));
    const Pose first = at(-0.4, 0, 0), second = at(0.1, 0.3, 0);
    const auto cellsOf = [&](const auto& geometry, const Pose& X) {
        ObstacleCells fresh(grid);
        static_cast<void>(fresh.update(0, geometry, X, 0.02));
        return fresh.cellsOf(0);
    };
    const CellSet before = cellsOf(ball, first), after = cellsOf(ball, second), of_other = cellsOf(hollow, second);
    for (const bool is_other : {false, true})
    {
        CAPTURE(is_other);
        std::unique_ptr<ObstacleCells> cells;
        std::vector<char> marked;
        const auto note = [&](const ObstacleCells::Change& change) {
            for (const CellIndex cell : change.entered)
                marked[cell.value()] = 1;
            for (const CellIndex cell : change.left)
                marked[cell.value()] = 0;
        };
        const auto isAsNoted = [&](const CellSet& expected) {
            CellSet noted, asked;
            for (std::size_t i = 0; i <= grid.size(); ++i)
            {
                if (marked[i])
                    noted.emplace_back(i);
                if (cells->isMarked(CellIndex(i)))
                    asked.emplace_back(i);
            }
            return noted == expected && asked == expected && cells->cellsOf(0) == expected;
        };
        bool is_done = false;
        const long count = failEachAllocation(
            [&] {
                const long left = std::exchange(allocations_left, 0);
                is_done = false;
                marked.assign(grid.size() + 1, 0);
                cells = std::make_unique<ObstacleCells>(grid);
                note(cells->update(0, ball, first, 0.02));
                allocations_left = left;
                const ObstacleCells::Change change =
                    is_other ? cells->update(0, hollow, second, 0.02) : cells->update(0, ball, second, 0.02);
                allocations_left = 0;
                note(change);
                is_done = true;
            },
            [&] {
                CHECK(isAsNoted(!is_done ? before : is_other ? of_other : after));
                note(cells->update(0, ball, second, 0.02));
                CHECK(isAsNoted(after));
                note(cells->remove(0));
                CHECK(isAsNoted({}));
            });
        CHECK(count > 20);
    }
}
