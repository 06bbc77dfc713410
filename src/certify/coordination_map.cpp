// Monotone ways. From a point of a free cell all points of it are reached that lie in neither direction before it. So of each cell two numbers tell what is
// reached of it: the least t at which it is entered through its left edge, and the least s at which through its lower one. Through its right edge it is left
// from the former on, or all along where it is entered from below; through its upper edge likewise. A cell depends on the cells that end where it
// begins. No circle of such dependencies is possible: of disjoint convex sets, one can always be moved away in a given direction, here (1, 1), without
// hitting the others (Guibas, Yao: "On translating a set of rectangles", STOC 1980). So the cells are worked off in the order of dependence.
#include <gapless/certify/coordination_map.h>

#include <algorithm>
#include <limits>

#include "certify/adjacent_cells.h"

namespace gapless {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

bool hasNone(const Interval& x)
{
    return x.lower > x.upper;
}

Interval overlapOf(const Interval& x, const Interval& y)
{
    return {std::max(x.lower, y.lower), std::min(x.upper, y.upper)};
}

/// Whether of x the part of a child, which is `part`, is a point though x is not: then its neighbour has the point too, as a limit.
bool isEdgeAlone(const Interval& x, const Interval& part)
{
    return x.lower < x.upper && part.lower == part.upper;
}

}  // namespace

// By halves: where the box is a line on the edge of two cells, either of them may be the free one.
bool CoordinationMap::isFree(std::int32_t index, const Interval& s, const Interval& t) const
{
    const Cell& cell = cells_[static_cast<std::size_t>(index)];
    if (cell.children == 0)
        return cell.state == State::Free;
    // Rows of children with one range of t. Within a row a box of some width in s needs all children that it overlaps; a line needs one of them.
    const auto isRowFree = [&](const Interval& row, const Interval& part_t) {
        bool any = false;
        for (std::int32_t c = cell.first_child; c < cell.first_child + cell.children; ++c)
        {
            const Cell& child = cells_[static_cast<std::size_t>(c)];
            if (child.t.lower != row.lower)
                continue;
            const Interval part_s = overlapOf(s, child.s);
            if (hasNone(part_s) || isEdgeAlone(s, part_s))
                continue;
            const bool free = isFree(c, part_s, part_t);
            if (s.lower == s.upper && free)
                return true;
            if (s.lower < s.upper && !free)
                return false;
            any = any || free;
        }
        return any;
    };
    bool any = false;
    for (std::int32_t c = cell.first_child; c < cell.first_child + cell.children; ++c)
    {
        const Cell& child = cells_[static_cast<std::size_t>(c)];
        if (child.s.lower != cell.s.lower)
            continue;  // one child stands for its row
        const Interval part_t = overlapOf(t, child.t);
        if (hasNone(part_t) || isEdgeAlone(t, part_t))
            continue;
        const bool free = isRowFree(child.t, part_t);
        if (t.lower == t.upper && free)
            return true;
        if (t.lower < t.upper && !free)
            return false;
        any = any || free;
    }
    return any;
}

bool CoordinationMap::isFree(const Interval& s, const Interval& t) const
{
    // Comparisons with what is no number are false.
    if (!(whole().s.lower <= s.lower && s.lower <= s.upper && s.upper <= whole().s.upper)
        || !(whole().t.lower <= t.lower && t.lower <= t.upper && t.upper <= whole().t.upper))
        return false;
    return isFree(0, s, t);
}

double CoordinationMap::area(State state) const
{
    double sum = 0.0;
    for (const Cell& cell : cells_)
        if (cell.children == 0 && cell.state == state)
            sum += cell.s.width() * cell.t.width();
    return sum;
}

std::optional<std::vector<Eigen::Vector2d>> CoordinationMap::monotonePath() const
{
    struct Entry
    {
        double at = kNever;      // t on the left edge, s on the lower one
        std::int32_t from = -1;  // none: where both begin
    };
    struct Edge
    {
        std::int32_t before, after;
        bool along_s;
    };
    const auto cell = [this](std::int32_t i) -> const Cell& { return cells_[static_cast<std::size_t>(i)]; };
    std::vector<Edge> edges;
    std::vector<int> waits(cells_.size(), 0);
    forEachEdge(cells_, [&](std::int32_t before, std::int32_t after, bool along_s) {
        if (cell(before).state != State::Free || cell(after).state != State::Free)
            return;
        edges.push_back({before, after, along_s});
        ++waits[static_cast<std::size_t>(after)];
    });
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.before < y.before; });
    std::vector<Entry> left(cells_.size()), below(cells_.size());
    std::vector<std::int32_t> ready;
    std::int32_t last = -1;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(cells_.size()); ++i)
    {
        if (cell(i).children > 0 || cell(i).state != State::Free)
            continue;
        if (waits[static_cast<std::size_t>(i)] == 0)
            ready.push_back(i);
        if (cell(i).s.lower == whole().s.lower && cell(i).t.lower == whole().t.lower)
            left[static_cast<std::size_t>(i)] = {whole().t.lower, -1};
        if (cell(i).s.upper == whole().s.upper && cell(i).t.upper == whole().t.upper)
            last = i;
    }
    if (last < 0)
        return std::nullopt;
    while (!ready.empty())
    {
        const std::int32_t i = ready.back();
        ready.pop_back();
        const Cell& from = cell(i);
        const Entry &in_left = left[static_cast<std::size_t>(i)], &in_below = below[static_cast<std::size_t>(i)];
        // The least t from which on the right edge is reached, and the least s of the upper one.
        const double right = in_below.at < kNever ? from.t.lower : in_left.at;
        const double up = in_left.at < kNever ? from.s.lower : in_below.at;
        auto edge = std::lower_bound(edges.begin(), edges.end(), i, [](const Edge& x, std::int32_t y) { return x.before < y; });
        for (; edge != edges.end() && edge->before == i; ++edge)
        {
            const Cell& to = cell(edge->after);
            if (edge->along_s && right < std::min(to.t.upper, from.t.upper))
            {
                Entry& entry = left[static_cast<std::size_t>(edge->after)];
                if (std::max(right, to.t.lower) < entry.at)
                    entry = {std::max(right, to.t.lower), i};
            }
            if (!edge->along_s && up < std::min(to.s.upper, from.s.upper))
            {
                Entry& entry = below[static_cast<std::size_t>(edge->after)];
                if (std::max(up, to.s.lower) < entry.at)
                    entry = {std::max(up, to.s.lower), i};
            }
            if (--waits[static_cast<std::size_t>(edge->after)] == 0)
                ready.push_back(edge->after);
        }
    }
    const Entry &in_left = left[static_cast<std::size_t>(last)], &in_below = below[static_cast<std::size_t>(last)];
    if (in_left.at == kNever && in_below.at == kNever)
        return std::nullopt;
    // Backwards: by whichever edge the cell can have been entered on the way to the point at hand.
    std::vector<Eigen::Vector2d> path = {{whole().s.upper, whole().t.upper}};
    for (std::int32_t i = last; i >= 0;)
    {
        const Entry& by_left = left[static_cast<std::size_t>(i)];
        const Entry& by_below = below[static_cast<std::size_t>(i)];
        const bool is_by_left = by_left.at <= path.back().y();
        const Eigen::Vector2d at =
            is_by_left ? Eigen::Vector2d(cell(i).s.lower, by_left.at) : Eigen::Vector2d(by_below.at, cell(i).t.lower);
        if (at != path.back())
            path.push_back(at);
        i = is_by_left ? by_left.from : by_below.from;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace gapless
