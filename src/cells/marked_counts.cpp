#include <gapless/cells/marked_counts.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/error.h>

#include "cells/cell_code.h"

namespace gapless {

namespace {

/// Calls take(byte) for the bytes of a gap.
template <class Take>
void visitGap(std::uint32_t gap, const Take& take)
{
    for (; gap >= 0x80; gap >>= 7)
        take(static_cast<std::uint8_t>(gap | 0x80));
    take(static_cast<std::uint8_t>(gap));
}

}  // namespace

// Twice over the codes: to count bytes, and to fill them in.
CellLists::CellLists(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& codes, std::size_t count)
    : grid_(grid), count_(count), first_(grid.size() + 2, 0)
{
    if (count > std::numeric_limits<std::uint32_t>::max())
        throw InputError("lists of cells: " + std::to_string(count) + " sets are too many, 2^32 and more");
    const auto read = [&](const auto& take) {
        std::size_t at = 0;
        for (std::size_t set = 0; set < count; ++set)
            at = visitCells(grid_, codes, at, [&](CellIndex cell) { take(cell, static_cast<std::uint32_t>(set)); });
        return at;
    };
    constexpr std::uint32_t kBefore = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> last(grid.size() + 1, kBefore);
    const std::size_t end = read([&](CellIndex cell, std::uint32_t set) {
        // Where its list ends, one place further on.
        visitGap(set - last[cell.value()], [&](std::uint8_t) { ++first_[cell.value() + 1]; });
        last[cell.value()] = set;
        ++incidences_;
    });
    if (end != codes.size())
        throw InputError("lists of cells: there is more behind " + std::to_string(count) + " sets");
    for (std::size_t i = 1; i < first_.size(); ++i)
        first_[i] += first_[i - 1];
    gaps_.resize(first_.back());
    std::fill(last.begin(), last.end(), kBefore);
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    read([&](CellIndex cell, std::uint32_t set) {
        visitGap(set - last[cell.value()], [&](std::uint8_t byte) { gaps_[next[cell.value()]++] = byte; });
        last[cell.value()] = set;
    });
}

std::size_t CellLists::memoryBytes() const
{
    return first_.size() * sizeof(std::size_t) + gaps_.size();
}

double CellLists::mostBytes(double incidences, double sets, double cells)
{
    // The cell outside has a list, too; and the last list an end.
    const double lists = cells + 1.0;
    const double gaps = incidences > 0.0 ? incidences * (1.0 + std::log2(std::max(1.0, sets * lists / incidences)) / 7.0) : 0.0;
    return gaps + (lists + 1.0) * sizeof(std::size_t);
}

MarkedCounts::MarkedCounts(std::shared_ptr<const CellLists> lists) : lists_(std::move(lists))
{
    if (!lists_)
        throw InputError("counts of marked cells need lists");
    marked_.assign(lists_->count(), 0);
    was_white_.assign(lists_->count(), 1);
}

void MarkedCounts::apply(const ObstacleCells::Change& change, std::vector<std::uint32_t>& turned)
{
    turned.clear();
    candidates_.clear();
    for (const CellIndex cell : change.entered)
        lists_->visit(cell, [this](std::uint32_t set) {
            if (marked_[set]++ == 0)
                candidates_.push_back(set);
        });
    for (const CellIndex cell : change.left)
        lists_->visit(cell, [this](std::uint32_t set) {
            if (--marked_[set] == 0)
                candidates_.push_back(set);
        });
    // Some have turned there and back.
    for (const std::uint32_t set : candidates_)
        if (isWhite(set) != (was_white_[set] != 0))
        {
            was_white_[set] = isWhite(set) ? 1 : 0;
            turned.push_back(set);
        }
}

void MarkedCounts::recount(const CellSet& marked, std::vector<std::uint32_t>& turned)
{
    turned.clear();
    std::fill(marked_.begin(), marked_.end(), 0);
    for (const CellIndex cell : marked)
        lists_->visit(cell, [this](std::uint32_t set) { ++marked_[set]; });
    for (std::uint32_t set = 0; set < marked_.size(); ++set)
        if (isWhite(set) != (was_white_[set] != 0))
        {
            was_white_[set] = isWhite(set) ? 1 : 0;
            turned.push_back(set);
        }
}

}  // namespace gapless
