// Which leaves of a coordination map share an edge.
#pragma once

#include <gapless/certify/coordination_map.h>

namespace gapless {

/// The edges of a map between two leaves each, of more than a point.
template <class Use>
class AdjacentCells
{
public:
    /// Calls use(before, after, along_s) for all: `after` begins where `before` ends, along s or along t.
    AdjacentCells(const std::vector<CoordinationMap::Cell>& cells, const Use& use) : cells_(cells), use_(use) { within(0); }

private:
    const CoordinationMap::Cell& cell(std::int32_t i) const { return cells_[static_cast<std::size_t>(i)]; }

    static bool overlap(const Interval& x, const Interval& y) { return x.lower < y.upper && y.lower < x.upper; }

    void within(std::int32_t i)
    {
        const std::int32_t first = cell(i).first_child, end = first + cell(i).children;
        if (cell(i).children == 0)
            return;
        for (std::int32_t c = first; c < end; ++c)
            within(c);
        for (std::int32_t c = first; c < end; ++c)
            for (std::int32_t d = first; d < end; ++d)
                across(c, d);
    }

    /// Where d begins where c ends.
    void across(std::int32_t c, std::int32_t d)
    {
        if (cell(c).s.upper == cell(d).s.lower && overlap(cell(c).t, cell(d).t))
            meet(c, d, true);
        else if (cell(c).t.upper == cell(d).t.lower && overlap(cell(c).s, cell(d).s))
            meet(c, d, false);
    }

    /// @pre they share an edge
    void meet(std::int32_t c, std::int32_t d, bool along_s)
    {
        const bool parts_c = cell(c).children > 0;
        if (!parts_c && cell(d).children == 0)
        {
            use_(c, d, along_s);
            return;
        }
        const CoordinationMap::Cell& parted = cell(parts_c ? c : d);
        for (std::int32_t k = 0; k < parted.children; ++k)
            if (parts_c)
                across(parted.first_child + k, d);
            else
                across(c, parted.first_child + k);
    }

    const std::vector<CoordinationMap::Cell>& cells_;
    const Use& use_;
};

template <class Use>
void forEachEdge(const std::vector<CoordinationMap::Cell>& cells, const Use& use)
{
    AdjacentCells<Use>(cells, use);
}

}  // namespace gapless
