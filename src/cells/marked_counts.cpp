#include <gapless/cells/marked_counts.h>

#include <limits>

#include <gapless/core/error.h>

#include "cells/cell_code.h"

namespace gapless {

// Twice over the codes, which take a tenth of the lists' memory: to count, and to fill in.
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
    std::uint64_t all = 0;
    const std::size_t end = read([&](CellIndex cell, std::uint32_t) {
        // Where its list ends, one place further on.
        ++first_[cell.value() + 1];
        ++all;
    });
    if (end != codes.size())
        throw InputError("lists of cells: there is more behind " + std::to_string(count) + " sets");
    if (all > std::numeric_limits<std::uint32_t>::max())
        throw InputError("lists of cells: the sets have " + std::to_string(all) + " cells together, 2^32 and more");
    for (std::size_t i = 1; i < first_.size(); ++i)
        first_[i] += first_[i - 1];
    sets_.resize(static_cast<std::size_t>(all));
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    read([&](CellIndex cell, std::uint32_t set) { sets_[next[cell.value()]++] = set; });
}

std::size_t CellLists::memoryBytes() const
{
    return (first_.size() + sets_.size()) * sizeof(std::uint32_t);
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
        for (const std::uint32_t* set = lists_->begin(cell); set != lists_->end(cell); ++set)
            if (marked_[*set]++ == 0)
                candidates_.push_back(*set);
    for (const CellIndex cell : change.left)
        for (const std::uint32_t* set = lists_->begin(cell); set != lists_->end(cell); ++set)
            if (--marked_[*set] == 0)
                candidates_.push_back(*set);
    // Some have turned there and back.
    for (const std::uint32_t set : candidates_)
        if (isWhite(set) != (was_white_[set] != 0))
        {
            was_white_[set] = isWhite(set) ? 1 : 0;
            turned.push_back(set);
        }
}

}  // namespace gapless
