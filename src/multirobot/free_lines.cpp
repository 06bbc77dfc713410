#include "multirobot/free_lines.h"

#include <algorithm>

namespace gapless {

bool isLineFree(const CoordinationMap& map, const Interval& s, const Interval& t)
{
    const bool is_along_s = t.lower == t.upper;
    std::vector<Interval> free;
    std::vector<std::int32_t> open{0};
    while (!open.empty())
    {
        const CoordinationMap::Cell& cell = map.cells()[static_cast<std::size_t>(open.back())];
        open.pop_back();
        const Interval part_s(std::max(s.lower, cell.s.lower), std::min(s.upper, cell.s.upper));
        const Interval part_t(std::max(t.lower, cell.t.lower), std::min(t.upper, cell.t.upper));
        if (part_s.lower > part_s.upper || part_t.lower > part_t.upper)
            continue;
        for (std::int32_t k = 0; k < cell.children; ++k)
            open.push_back(cell.first_child + k);
        if (cell.children == 0 && cell.state == CoordinationMap::State::Free)
            free.push_back(is_along_s ? part_s : part_t);
    }
    std::sort(free.begin(), free.end(), [](const Interval& x, const Interval& y) { return x.lower < y.lower; });
    const Interval& line = is_along_s ? s : t;
    if (free.empty() || free.front().lower > line.lower)
        return false;
    double covered = line.lower;
    for (const Interval& part : free)
    {
        if (part.lower > covered)
            return false;
        covered = std::max(covered, part.upper);
    }
    return covered >= line.upper;
}

}  // namespace gapless
