// Which cells of the workspace do obstacles lie in, with all that is within a clearance of them?
//
// Of every cell that is not marked it is proven that all of its points are farther than the clearance from the obstacle, its inside included: from its
// surfaces and primitives leaf by leaf, rounding counted, and pockets of cells that no surface touches by one point each, as in swept_cells.h.
#pragma once

#include <memory>
#include <vector>

#include <gapless/cells/workspace_grid.h>
#include <gapless/collision/scene.h>

namespace gapless {

/// Obstacles that come, move and go, each with a number of the caller's. Not for several threads at once.
class ObstacleCells
{
public:
    /// What an edit changed: cells that lie in some obstacle now and in none before, and the other way round.
    struct Change
    {
        CellSet entered, left;
    };

    /// Of a point cloud: points that are NaN or infinite (no ball), and points whose ball is not wholly within the grid (they mark the cell outside).
    struct CloudCounts
    {
        std::size_t not_finite = 0, outside = 0;
    };

    explicit ObstacleCells(const WorkspaceGrid& grid);
    ~ObstacleCells();

    const WorkspaceGrid& grid() const;

    /// Puts an obstacle somewhere, or moves or changes the one of that number.
    /// @param X_WO pose of the geometry's frame in the world
    /// @param clearance metres, >= 0
    /// @param error how far the exact obstacle may be from the geometry at that pose besides, metres
    /// @throws InputError if the geometry is null, or the pose, the clearance or the error is no such thing; nothing is changed then
    Change update(int obstacle, const std::shared_ptr<const CollisionGeometry>& geometry, const Pose& X_WO, double clearance,
                  double error = 0.0);
    /// An object of a scene that stands still, with the largest clearance of its pairs with what moves, and so much more, metres, >= 0.
    /// @throws InputError if it moves
    Change update(int obstacle, const Scene& scene, ObjectIndex object, double more = 0.0);
    /// The same for balls of one radius about points, in the world. @param radius metres, >= 0, clearance included
    Change update(int obstacle, const std::vector<Vec3>& points, double radius, CloudCounts* counts = nullptr);
    /// Nothing changes if there is none of that number.
    Change remove(int obstacle);

    /// Empty if there is none of that number.
    const CellSet& cellsOf(int obstacle) const;
    [[nodiscard]] bool isMarked(CellIndex cell) const;
    /// Numbers of the obstacles that mark it, ascending.
    std::vector<int> obstaclesIn(CellIndex cell) const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gapless
