// Cells of the workspace: cubes of one size over a box, and one more cell for all that lies outside of it.
//
// Leven, Hutchinson: "Robust, compact representations for real-time path planning in changing environments", section 2. Cells are closed, so that
// neighbours share faces and every point of the world lies in a cell. Their planes are the doubles that plane() returns, whatever the
// rounding in them: who marks what a robot touches and who marks what an obstacle covers mean the same sets of points.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include <gapless/core/index.h>
#include <gapless/core/types.h>
#include <gapless/culling/box_tree.h>

namespace gapless {

/// Into a WorkspaceGrid: x fastest, then y, then z; after them the one cell outside.
using CellIndex = Index<class WorkspaceGrid>;

/// Sorted, without repetition.
using CellSet = std::vector<CellIndex>;

class WorkspaceGrid
{
public:
    /// Cells [first, last] along an axis; none if last < first.
    struct Range
    {
        int first = 0, last = -1;
        bool leaves = false;  ///< the interval reaches to, or beyond, an end of the grid
    };

    /// Over the box, from its low corner on, as many as it takes to hold it.
    /// @param cell side of a cell, metres
    /// @throws InputError if the side is not finite and > 0, less than 1e-100, or larger than every side of the box; the box is empty or not finite; the cells are
    ///         2^31 or more; or so small that doubles do not tell their planes apart.
    WorkspaceGrid(const AxisAlignedBox& box, double cell);
    /// As many as are said, from a corner on: a grid as another one was, to the last bit, for those who keep its numbers.
    /// @throws InputError as the other; also if a count is less than 1
    WorkspaceGrid(const Vec3& low, double cell, const std::array<int, 3>& count);

    double cell() const { return cell_; }
    /// How many along x, y, z.
    const std::array<int, 3>& count() const { return count_; }
    /// Of all, without the one outside.
    std::size_t size() const { return size_; }
    CellIndex outside() const { return CellIndex(size_); }

    /// Cell i of an axis lies between planes i and i + 1, metres. @pre 0 <= i <= count
    double plane(int axis, int i) const { return low_[axis] + static_cast<double>(i) * cell_; }
    CellIndex index(int x, int y, int z) const
    {
        return CellIndex((static_cast<std::size_t>(z) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(y))
                             * static_cast<std::size_t>(count_[0])
                         + static_cast<std::size_t>(x));
    }
    /// @pre not the one outside
    std::array<int, 3> place(CellIndex cell) const;
    /// @pre not the one outside
    AxisAlignedBox box(CellIndex cell) const;
    /// The closed cells of an axis that meet [low, high]. @pre low <= high, no NaN
    Range range(int axis, double low, double high) const;
    /// Whether one cell has all that is within `by` of the point, metres, in its interior: then `at` is its place. For speed: false says nothing.
    bool isWithinOne(const Vec3& p, double by, std::array<int, 3>& at) const;
    /// A cell that holds the point; the one outside where a coordinate is NaN.
    CellIndex holding(const Vec3& p) const;

private:
    void requireCell() const;
    /// @throws InputError if the cells are too many, or too small for where they are
    void countAll();

    Vec3 low_;
    double cell_, per_metre_;
    std::array<int, 3> count_{};
    std::size_t size_ = 0;
};

inline bool WorkspaceGrid::isWithinOne(const Vec3& p, double by, std::array<int, 3>& at) const
{
    for (int k = 0; k < 3; ++k)
    {
        const double cells = (p[k] - low_[k]) * per_metre_;
        int& i = at[static_cast<std::size_t>(k)];
        if (!(cells >= 0.0 && cells < count_[static_cast<std::size_t>(k)]))
            return false;
        i = static_cast<int>(cells);
        if (!(p[k] - by > plane(k, i) && p[k] + by < plane(k, i + 1)))
            return false;
    }
    return true;
}

// In the header: it is asked for by the thousand, and what it returns is better not passed through memory.
inline WorkspaceGrid::Range WorkspaceGrid::range(int axis, double low, double high) const
{
    const int n = count_[static_cast<std::size_t>(axis)];
    Range range;
    range.leaves = !(low > plane(axis, 0) && high < plane(axis, n));
    if (low > plane(axis, n) || high < plane(axis, 0))
        return range;
    // About the cell; rounding may make it one too far in either direction, so the planes decide.
    const auto about = [&](double x) {
        const double cells = (x - low_[axis]) * per_metre_;
        return cells > 0.0 ? static_cast<int>(std::min(cells, static_cast<double>(n - 1))) : 0;
    };
    range.first = about(low);
    while (range.first > 0 && plane(axis, range.first) >= low)
        --range.first;
    while (range.first < n - 1 && plane(axis, range.first + 1) < low)
        ++range.first;
    range.last = about(high);
    while (range.last < n - 1 && plane(axis, range.last + 1) <= high)
        ++range.last;
    while (range.last > 0 && plane(axis, range.last) > high)
        --range.last;
    return range;
}

}  // namespace gapless
