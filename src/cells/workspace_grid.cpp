#include <gapless/cells/workspace_grid.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

namespace {

constexpr double kMostCells = 2147483647.0;
/// Metres: what is that short can be squared, and margins and error terms that are parts of it are far from where squares underflow.
constexpr double kSmallestCell = 1e-100;

}  // namespace

void WorkspaceGrid::requireCell() const
{
    if (!(cell_ >= kSmallestCell && std::isfinite(cell_)))
        throw InputError("a cell of " + formatNumber(cell_) + " m; its side has to be finite and > 0, no less than "
                         + formatNumber(kSmallestCell) + " m");
}

void WorkspaceGrid::countAll()
{
    double all = 1.0;
    for (int k = 0; k < 3; ++k)
    {
        const int n = count_[static_cast<std::size_t>(k)];
        all *= static_cast<double>(n);
        if (!(all < kMostCells))
            throw InputError("cells of " + formatNumber(cell_) + " m are too many: 2^31 and more");
        // The planes are farthest from 0, and nearest to each other as doubles see them, at an end.
        if (!(plane(k, 1) > plane(k, 0) && plane(k, n) > plane(k, n - 1) && std::isfinite(plane(k, n))))
            throw InputError("cells of " + formatNumber(cell_) + " m are too small for coordinates of " + formatNumber(low_[k])
                             + " m");
    }
    size_ = static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) * static_cast<std::size_t>(count_[2]);
}

WorkspaceGrid::WorkspaceGrid(const AxisAlignedBox& box, double cell) : low_(box.low), cell_(cell), per_metre_(1.0 / cell)
{
    requireCell();
    const Vec3 extent = box.high - box.low;
    if (!(extent.minCoeff() > 0.0 && extent.allFinite() && box.low.allFinite()))
        throw InputError("a grid of the workspace needs a box that is finite and not empty");
    if (cell > extent.maxCoeff())
        throw InputError("a cell of " + formatNumber(cell) + " m is larger than the workspace, the longest side of which is "
                         + formatNumber(extent.maxCoeff()) + " m");
    for (int k = 0; k < 3; ++k)
    {
        const double along = std::max(1.0, std::ceil(extent[k] / cell));
        if (!(along < kMostCells))
            throw InputError("cells of " + formatNumber(cell) + " m are too many: 2^31 and more");
        int& n = count_[static_cast<std::size_t>(k)];
        n = static_cast<int>(along);
        // The quotient is rounded.
        if (plane(k, n) < box.high[k])
            ++n;
    }
    countAll();
}

WorkspaceGrid::WorkspaceGrid(const Vec3& low, double cell, const std::array<int, 3>& count)
    : low_(low), cell_(cell), per_metre_(1.0 / cell), count_(count)
{
    requireCell();
    if (!low.allFinite() || *std::min_element(count.begin(), count.end()) < 1)
        throw InputError("a grid of the workspace needs a corner that is finite, and a cell along each axis");
    countAll();
}

std::array<int, 3> WorkspaceGrid::place(CellIndex cell) const
{
    const std::size_t i = cell.value(), nx = static_cast<std::size_t>(count_[0]), ny = static_cast<std::size_t>(count_[1]);
    return {static_cast<int>(i % nx), static_cast<int>(i / nx % ny), static_cast<int>(i / (nx * ny))};
}

AxisAlignedBox WorkspaceGrid::box(CellIndex cell) const
{
    const std::array<int, 3> at = place(cell);
    return {Vec3(plane(0, at[0]), plane(1, at[1]), plane(2, at[2])),
            Vec3(plane(0, at[0] + 1), plane(1, at[1] + 1), plane(2, at[2] + 1))};
}

CellIndex WorkspaceGrid::holding(const Vec3& p) const
{
    int at[3];
    for (int k = 0; k < 3; ++k)
    {
        if (!(p[k] >= plane(k, 0) && p[k] <= plane(k, count_[static_cast<std::size_t>(k)])))
            return outside();
        at[k] = range(k, p[k], p[k]).first;
    }
    return index(at[0], at[1], at[2]);
}

}  // namespace gapless
