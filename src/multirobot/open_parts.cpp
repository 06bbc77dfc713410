#include "multirobot/open_parts.h"

#include <algorithm>
#include <numeric>

#include "certify/adjacent_cells.h"

namespace gapless {

namespace {

using Side = ScheduleWay::Side;

/// The corner of a cell that is nearest to the way: who waits does so at `wait`, until the other one has passed `pass`.
struct WayCorner
{
    double wait, pass;
};

WayCorner cornerOf(const CoordinationMap::Cell& cell, Side side)
{
    return side == Side::Below ? WayCorner{cell.s.lower, cell.t.upper} : WayCorner{cell.t.lower, cell.s.upper};
}

bool isKept(const WayCorner& corner, Side side, const ScheduleWay& way)
{
    return side == Side::Below ? way.at(corner.wait).upper >= corner.pass : way.at(corner.pass).lower <= corner.wait;
}

}  // namespace

std::vector<OpenPart> openParts(const CoordinationMap& map, const ScheduleWay& way)
{
    const std::vector<CoordinationMap::Cell>& cells = map.cells();
    const auto isOpen = [](const CoordinationMap::Cell& cell) {
        return cell.children == 0 && cell.state == CoordinationMap::State::Open;
    };
    std::vector<Side> sides(cells.size(), Side::Met);
    std::vector<std::int32_t> up(cells.size());
    std::iota(up.begin(), up.end(), 0);
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (isOpen(cells[i]))
            sides[i] = way.sideOf(cells[i].s, cells[i].t);
    const auto root = [&](std::int32_t i) {
        while (up[static_cast<std::size_t>(i)] != i)
            i = up[static_cast<std::size_t>(i)] = up[static_cast<std::size_t>(up[static_cast<std::size_t>(i)])];
        return i;
    };
    forEachEdge(cells, [&](std::int32_t i, std::int32_t j, bool) {
        const auto x = static_cast<std::size_t>(i), y = static_cast<std::size_t>(j);
        if (isOpen(cells[x]) && isOpen(cells[y]) && sides[x] == sides[y])
            up[static_cast<std::size_t>(root(j))] = root(i);
    });
    std::vector<OpenPart> parts;
    std::vector<std::size_t> part_of(cells.size(), cells.size());
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(cells.size()); ++i)
    {
        if (!isOpen(cells[static_cast<std::size_t>(i)]))
            continue;
        std::size_t& part = part_of[static_cast<std::size_t>(root(i))];
        if (part == cells.size())
        {
            part = parts.size();
            parts.push_back({sides[static_cast<std::size_t>(i)], {}});
        }
        parts[part].cells.push_back(i);
    }
    return parts;
}

std::vector<Dependency> dependenciesOf(const OpenPart& part, const CoordinationMap& map, const ScheduleWay& way, RobotIndex a,
                                       RobotIndex b)
{
    std::vector<WayCorner> corners;
    for (const std::int32_t i : part.cells)
        corners.push_back(cornerOf(map.cells()[static_cast<std::size_t>(i)], part.side));
    std::sort(corners.begin(), corners.end(),
              [](const WayCorner& x, const WayCorner& y) { return x.wait != y.wait ? x.wait < y.wait : x.pass > y.pass; });
    // Each is merged with the last one while the schedule keeps that; one that asks for no more than the last is part of it.
    std::vector<WayCorner> kept;
    for (const WayCorner& corner : corners)
    {
        if (!kept.empty() && corner.pass <= kept.back().pass)
            continue;
        if (!kept.empty() && isKept({kept.back().wait, corner.pass}, part.side, way))
            kept.back().pass = corner.pass;
        else
            kept.push_back(corner);
    }
    std::vector<Dependency> dependencies;
    dependencies.reserve(kept.size());
    for (const WayCorner& corner : kept)
        dependencies.push_back(part.side == Side::Below ? Dependency{a, corner.wait, b, corner.pass}
                                                        : Dependency{b, corner.wait, a, corner.pass});
    return dependencies;
}

}  // namespace gapless
