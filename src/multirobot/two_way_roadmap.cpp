#include <gapless/multirobot/two_way_roadmap.h>

#include <algorithm>
#include <utility>

namespace gapless {

TwoWayRoadmap::TwoWayRoadmap(const RobotRoadmap& roadmap) : sides_(roadmap.size())
{
    for (Edge edge = 0; edge < roadmap.edgeCount(); ++edge)
    {
        const auto [from, to, length] = roadmap.edge(edge);
        if (from == to)
            continue;
        if (!roadmap.isDirected())
        {
            links_.push_back({std::min(from, to), std::max(from, to), edge, edge, length});
            continue;
        }
        for (const RobotRoadmap::Arc& back : roadmap.arcs(to))
            if (back.to == from && from < to)
                links_.push_back({from, to, edge, back.edge, std::max(length, roadmap.edge(back.edge).length)});
    }
    addSides();
}

TwoWayRoadmap::TwoWayRoadmap(std::size_t nodes, std::vector<Link> links) : links_(std::move(links)), sides_(nodes)
{
    addSides();
}

void TwoWayRoadmap::addSides()
{
    for (LinkNumber number = 0; number < links_.size(); ++number)
    {
        sides_[links_[number].a].push_back({links_[number].b, number});
        sides_[links_[number].b].push_back({links_[number].a, number});
    }
}

}  // namespace gapless
