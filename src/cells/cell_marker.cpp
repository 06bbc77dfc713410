// A cell is away from a hull where some direction tells: the gap of the support values of the two along it, less all rounding, is more than
// the distance. Seen from the hull's centre, with D the bound of the lengths of all points of hull and cell there, such a gap is off by less
// than supportRounding(D) (convex_distance.h). Directions are tried from the cheapest on: the box, from the centre to the cell's centre,
// three slabs of the hull, and Gilbert's iteration (Gilbert, Johnson, Keerthi 1988), which ends where no direction has a gap much larger. What is not
// proven is marked.
#include "cells/cell_marker.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gapless/core/rounding.h>
#include <gapless/geometry/convex_distance.h>

namespace gapless {

namespace {

/// Steps of Gilbert's iteration, and what share of a squared length is no progress.
constexpr int kGilbertSteps = 12;
constexpr double kNoProgress = 1e-3;
/// Metres: a way whose square is no denormal, as those of shorter ones are, which have no unit vector to rounding.
constexpr double kLeastWay = 0x1p-450;
/// Blocks of more cells are halved.
constexpr std::size_t kFewCells = 64;

/// The hull of some points, seen from its centre.
class PointHull
{
public:
    PointHull(const std::vector<Vec3>& offsets, double distance) : offsets_(offsets), distance_(distance)
    {
        double squared = 0.0;
        for (const Vec3& p : offsets_)
            squared = std::max(squared, p.squaredNorm());
        extent_ = std::sqrt(squared) * kInflate;
        makeSlabs();
    }

    /// @param middle of the box, from the hull's centre
    bool isApart(const Vec3& middle, const Vec3& half) const
    {
        const double need = needFor(middle, half);
        if (isClearlyApart(middle, half, need))
            return true;
        Vec3 v = middle;
        for (int i = 0; i < kGilbertSteps; ++i)
        {
            const double squared = v.squaredNorm();
            // Two points this near: no direction tells more.
            if (!(squared > need * need))
                return false;
            const Vec3 of_box = middle - half.cwiseProduct(v.cwiseSign());
            const Vec3 w = of_box - farthest(v);
            const double gap = v.dot(w);
            if (gap > need * std::sqrt(squared) * kInflate)
                return true;
            const Vec3 e = v - w;
            const double length = e.squaredNorm();
            if (!(length > 0.0) || squared - gap < kNoProgress * squared)
                return false;
            v -= std::clamp(v.dot(e) / length, 0.0, 1.0) * e;
        }
        return false;
    }

    /// What is cheap of that.
    bool isClearlyApart(const Vec3& middle, const Vec3& half) const
    {
        return isClearlyApart(middle, half, needFor(middle, half));
    }

private:
    struct Slab
    {
        Vec3 axis;
        double low, high;
    };

    double needFor(const Vec3& middle, const Vec3& half) const
    {
        return (distance_ + supportRounding(middle.norm() + half.norm() + extent_)) * kInflate;
    }

    bool isClearlyApart(const Vec3& middle, const Vec3& half, double need) const
    {
        // The box lies within a ball about its middle.
        if (middle.norm() > (need + half.norm() + extent_) * kInflate)
            return true;
        for (const Slab& slab : slabs_)
        {
            const double at = slab.axis.dot(middle), reach = slab.axis.cwiseAbs().dot(half);
            if (at - reach - slab.high > need || slab.low - at - reach > need)
                return true;
        }
        return false;
    }

    const Vec3& farthest(const Vec3& n) const
    {
        const Vec3* best = &offsets_.front();
        double most = n.dot(*best);
        for (const Vec3& p : offsets_)
            if (const double x = n.dot(p); x > most)
            {
                most = x;
                best = &p;
            }
        return *best;
    }

    /// Along the longest way from the first point, across it to the point farthest from that line, and across both.
    void makeSlabs()
    {
        const auto unitOr = [&](const Vec3& n, const Vec3& other) {
            const double length = n.norm();
            return length > 1e-9 * extent_ && length > kLeastWay ? Vec3(n / length) : other;
        };
        const Vec3& first = offsets_.front();
        Vec3 along = Vec3::Zero(), across = Vec3::Zero();
        for (const Vec3& p : offsets_)
            if ((p - first).squaredNorm() > along.squaredNorm())
                along = p - first;
        const Vec3 u = unitOr(along, Vec3::UnitX());
        for (const Vec3& p : offsets_)
            if (const Vec3 off = (p - first) - (p - first).dot(u) * u; off.squaredNorm() > across.squaredNorm())
                across = off;
        const Vec3 v = unitOr(across, u.unitOrthogonal());
        const Vec3 axes[3] = {u, v, u.cross(v).normalized()};
        for (int k = 0; k < 3; ++k)
        {
            Slab& slab = slabs_[k];
            slab.axis = axes[k];
            slab.low = slab.high = slab.axis.dot(first);
            for (const Vec3& p : offsets_)
            {
                const double x = slab.axis.dot(p);
                slab.low = std::min(slab.low, x);
                slab.high = std::max(slab.high, x);
            }
        }
    }

    const std::vector<Vec3>& offsets_;
    double distance_, extent_ = 0.0;
    Slab slabs_[3];
};

}  // namespace

CellMarker::CellMarker(const WorkspaceGrid& grid)
    : grid_(grid), words_per_row_((static_cast<std::size_t>(grid.count()[0]) + 63) / 64)
{
    words_.assign(words_per_row_ * static_cast<std::size_t>(grid.count()[1]) * static_cast<std::size_t>(grid.count()[2]), 0);
}

void CellMarker::markAt(const Vec3& p)
{
    const CellIndex cell = grid_.holding(p);
    if (cell == grid_.outside())
    {
        outside_ = true;
        return;
    }
    const auto nx = static_cast<std::size_t>(grid_.count()[0]);
    const std::size_t row = cell.value() / nx;
    const auto x = static_cast<int>(cell.value() - row * nx);
    markRun(row, x, x);
}

void CellMarker::markRun(std::size_t row, int first, int last)
{
    for (int x = first; x <= last;)
    {
        const std::size_t word = row * words_per_row_ + static_cast<std::size_t>(x) / 64;
        const int bit = x % 64, bits = std::min(64 - bit, last - x + 1);
        const std::uint64_t mask = (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1) << bit;
        if (words_[word] == 0)
            touched_.push_back(word);  // before the word is: an exception leaves nothing that clear() does not know
        words_[word] |= mask;
        x += bits;
    }
}

void CellMarker::markAll()
{
    outside_ = true;
    const std::array<int, 3>& n = grid_.count();
    for (int z = 0; z < n[2]; ++z)
        for (int y = 0; y < n[1]; ++y)
            markRun(row(y, z), 0, n[0] - 1);
}

void CellMarker::markAllBut(const CellSet& cells)
{
    markAll();
    for (const CellIndex cell : cells)
    {
        const std::array<int, 3> at = grid_.place(cell);
        words_[row(at[1], at[2]) * words_per_row_ + static_cast<std::size_t>(at[0]) / 64] &=
            ~(std::uint64_t{1} << (static_cast<unsigned>(at[0]) % 64));
    }
}

void CellMarker::takeOf(const CellSet& cells, CellSet& set)
{
    set.clear();
    for (const CellIndex cell : cells)
        if (const std::array<int, 3> at = grid_.place(cell); isMarked(row(at[1], at[2]), at[0]))
            set.push_back(cell);
    clear();
}

bool CellMarker::markNear(const Vec3* points, int count, double distance)
{
    Vec3 low = points[0], high = points[0];
    bool is_finite = std::isfinite(distance);
    for (int i = 0; i < count; ++i)
    {
        is_finite = is_finite && points[i].allFinite();
        low = low.cwiseMin(points[i]);
        high = high.cwiseMax(points[i]);
    }
    if (!is_finite)
    {
        markAll();
        return true;
    }
    if (count == 1)
        return markBall(points[0], distance);
    // Outward rounded, so that what lies beyond is farther than the distance along an axis.
    const double outward =
        distance * kInflate + 4.0 * kUnitRoundoff * std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
    WorkspaceGrid::Range range[3];
    bool leaves = false, misses = false;
    for (int k = 0; k < 3; ++k)
    {
        range[k] = grid_.range(k, low[k] - outward, high[k] + outward);
        leaves = leaves || range[k].leaves;
        misses = misses || range[k].last < range[k].first;
    }
    outside_ = outside_ || leaves;
    if (misses)
        return leaves;
    const Block block{{range[0].first, range[1].first, range[2].first}, {range[0].last, range[1].last, range[2].last}};
    if (isAllMarked(block))
        return leaves;
    const Vec3 centre = 0.5 * (low + high);
    offsets_.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        offsets_[static_cast<std::size_t>(i)] = points[i] - centre;
    const PointHull hull(offsets_, distance);
    const auto markRows = [&](const Block& part) {
        for (int z = part.first[2]; z <= part.last[2]; ++z)
            for (int y = part.first[1]; y <= part.last[1]; ++y)
            {
                const std::size_t r = row(y, z);
                // What is near is convex, and so is a row: all between two cells that are near is. Of marked ones nothing needs to be known.
                const auto isOfNoInterest = [&](int x) {
                    if (isMarked(r, x))
                        return true;
                    const Vec3 from = Vec3(grid_.plane(0, x), grid_.plane(1, y), grid_.plane(2, z)) - centre;
                    const Vec3 to = Vec3(grid_.plane(0, x + 1), grid_.plane(1, y + 1), grid_.plane(2, z + 1)) - centre;
                    return hull.isApart(0.5 * (from + to), 0.5 * (to - from));
                };
                int first = part.first[0], last = part.last[0];
                while (first <= last && isOfNoInterest(first))
                    ++first;
                while (first < last && isOfNoInterest(last))
                    --last;
                if (first <= last)
                    markRun(r, first, last);
            }
    };
    if (block.size() <= kFewCells)
    {
        markRows(block);
        return leaves;
    }
    // Of large blocks, what is away from the hull, or marked already, is passed over as a whole.
    blocks_.assign(1, block);
    while (!blocks_.empty())
    {
        const Block part = blocks_.back();
        blocks_.pop_back();
        const Vec3 from = lowOf(part) - centre, to = highOf(part) - centre;
        if (isAllMarked(part) || hull.isClearlyApart(0.5 * (from + to), 0.5 * (to - from)))
            continue;
        for (const Block& half : part.halves())
            if (half.size() > kFewCells)
                blocks_.push_back(half);
            else
                markRows(half);
    }
    return leaves;
}

std::size_t CellMarker::Block::size() const
{
    std::size_t cells = 1;
    for (std::size_t k = 0; k < 3; ++k)
        cells *= static_cast<std::size_t>(last[k] - first[k] + 1);
    return cells;
}

std::array<CellMarker::Block, 2> CellMarker::Block::halves() const
{
    std::size_t longest = 0;
    for (std::size_t k = 1; k < 3; ++k)
        longest = last[k] - first[k] > last[longest] - first[longest] ? k : longest;
    std::array<Block, 2> halves{*this, *this};
    halves[0].last[longest] = first[longest] + (last[longest] - first[longest]) / 2;
    halves[1].first[longest] = halves[0].last[longest] + 1;
    return halves;
}

Vec3 CellMarker::lowOf(const Block& block) const
{
    return {grid_.plane(0, block.first[0]), grid_.plane(1, block.first[1]), grid_.plane(2, block.first[2])};
}

Vec3 CellMarker::highOf(const Block& block) const
{
    return {grid_.plane(0, block.last[0] + 1), grid_.plane(1, block.last[1] + 1), grid_.plane(2, block.last[2] + 1)};
}

// Planes and the point are doubles, so that the differences, their squares and the sum have a handful of roundings, and no more.
bool CellMarker::markBall(const Vec3& p, double radius)
{
    const double outward = radius * kInflate + 4.0 * kUnitRoundoff * p.cwiseAbs().maxCoeff();
    if (std::array<int, 3> at{}; grid_.isWithinOne(p, outward, at))
    {
        markRun(row(at[1], at[2]), at[0], at[0]);
        return false;
    }
    return markBox(p, p, radius);
}

// Between two boxes along the grid's axes the distance is that of their intervals, axis by axis. In a row it is least in between.
bool CellMarker::markBox(const Vec3& low, const Vec3& high, double distance)
{
    const double outward =
        distance * kInflate + 4.0 * kUnitRoundoff * std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
    WorkspaceGrid::Range range[3];
    bool leaves = false;
    for (int k = 0; k < 3; ++k)
    {
        range[k] = grid_.range(k, low[k] - outward, high[k] + outward);
        leaves = leaves || range[k].leaves;
    }
    outside_ = outside_ || leaves;
    const double need = distance * kInflate * distance * kInflate;
    const auto off = [&](int axis, int i) {
        const double d = std::max({0.0, grid_.plane(axis, i) - high[axis], low[axis] - grid_.plane(axis, i + 1)});
        return d * d;
    };
    for (int z = range[2].first; z <= range[2].last; ++z)
        for (int y = range[1].first; y <= range[1].last; ++y)
        {
            const double of_row = off(1, y) + off(2, z);
            int first = range[0].first, last = range[0].last;
            while (first <= last && of_row + off(0, first) > need)
                ++first;
            while (first <= last && of_row + off(0, last) > need)
                --last;
            if (first <= last)
                markRun(row(y, z), first, last);
        }
    return leaves;
}

void CellMarker::findRuns(std::size_t row, bool is_rim, std::vector<Run>& runs) const
{
    const int n = grid_.count()[0];
    for (int x = 0; x < n;)
    {
        if (isMarked(row, x))
        {
            ++x;
            continue;
        }
        const int first = x;
        while (x < n && !isMarked(row, x))
            // A whole word at a time where there is nothing in it.
            x += x % 64 == 0 && words_[row * words_per_row_ + static_cast<std::size_t>(x) / 64] == 0 ? std::min(64, n - x) : 1;
        runs.push_back({first, x - 1, is_rim || first == 0 || x == n});
    }
}

void CellMarker::markPockets(const std::function<bool(const Vec3&)>& is_inside)
{
    const std::array<int, 3>& n = grid_.count();
    runs_.clear();
    first_run_.clear();
    for (int z = 0; z < n[2]; ++z)
        for (int y = 0; y < n[1]; ++y)
        {
            first_run_.push_back(runs_.size());
            findRuns(row(y, z), y == 0 || z == 0 || y == n[1] - 1 || z == n[2] - 1, runs_);
        }
    first_run_.push_back(runs_.size());

    std::vector<std::size_t> parent(runs_.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
        while (parent[i] != i)
            i = parent[i] = parent[parent[i]];
        return i;
    };
    const auto join = [&](std::size_t a, std::size_t b) {
        a = find(a);
        b = find(b);
        runs_[std::min(a, b)].is_open = runs_[a].is_open || runs_[b].is_open;
        parent[std::max(a, b)] = std::min(a, b);
    };
    const auto joinRows = [&](std::size_t a, std::size_t b) {
        std::size_t i = first_run_[a], k = first_run_[b];
        while (i < first_run_[a + 1] && k < first_run_[b + 1])
        {
            if (runs_[i].first <= runs_[k].last && runs_[k].first <= runs_[i].last)
                join(i, k);
            ++(runs_[i].last < runs_[k].last ? i : k);
        }
    };
    for (int z = 0; z < n[2]; ++z)
        for (int y = 0; y < n[1]; ++y)
        {
            if (y > 0)
                joinRows(row(y - 1, z), row(y, z));
            if (z > 0)
                joinRows(row(y, z - 1), row(y, z));
        }
    // The least number of a part is its root and comes first.
    std::vector<char> marks(runs_.size(), 0);
    for (int z = 0; z < n[2]; ++z)
        for (int y = 0; y < n[1]; ++y)
            for (std::size_t i = first_run_[row(y, z)]; i < first_run_[row(y, z) + 1]; ++i)
            {
                const std::size_t root = find(i);
                if (root == i && (outside_ || !runs_[i].is_open))
                {
                    const AxisAlignedBox box = grid_.box(grid_.index(runs_[i].first, y, z));
                    marks[i] = is_inside(0.5 * (box.low + box.high)) ? 1 : 0;
                }
                if (marks[root])
                    markRun(row(y, z), runs_[i].first, runs_[i].last);
            }
}

void CellMarker::clear()
{
    for (const std::size_t word : touched_)
        words_[word] = 0;
    touched_.clear();
    outside_ = false;
}

void CellMarker::take(CellSet& set)
{
    set.clear();
    std::sort(touched_.begin(), touched_.end());
    const auto nx = static_cast<std::size_t>(grid_.count()[0]);
    for (const std::size_t word : touched_)
    {
        const std::size_t first = word / words_per_row_ * nx + word % words_per_row_ * 64;
        for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1)
        {
            std::size_t bit = 0;
            for (std::uint64_t rest = bits; !(rest & 1u); rest >>= 1)
                ++bit;
            set.push_back(CellIndex(first + bit));
        }
    }
    if (outside_)
        set.push_back(grid_.outside());
    clear();
}

}  // namespace gapless
