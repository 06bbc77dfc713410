// Which placements nodes of a multi-level super-graph hold.
#include "multirobot/super_node_graph.h"

#include <algorithm>

namespace gapless {

double SuperNodeGraph::largestCoverage() const
{
    if (tuples_.size() == 0)
        return 0.0;
    const Number root = components_.root(components_.largest());
    const std::size_t kinds = tables_.kinds().size();
    std::vector<std::vector<char>> used(levels_.size());  // by level and kind
    for (std::size_t i = 0; i < used.size(); ++i)
        used[i].resize(levels_[i].apart.size(), 0);
    for (Number node = 0; node < tuples_.size(); ++node)
        if (components_.root(node) == root)
            for (std::size_t slot = 0; slot < slots(); ++slot)
                used[level(node) * kinds + kind_of_slot_[slot]][subgraphs(node)[slot]] = 1;
    double least = 1.0;
    for (KindIndex kind = 0; kind < kinds; ++kind)
    {
        std::vector<char> covered(tables_.kind(kind).roadmap.size(), 0);
        for (std::size_t level = 0; level < tables_.levelCount(); ++level)
            for (Subgraph subgraph = 0; subgraph < used[level * kinds + kind].size(); ++subgraph)
                if (used[level * kinds + kind][subgraph])
                    for (const RobotRoadmap::Node at : tables_.nodes(kind, level, subgraph))
                        covered[at] = 1;
        least = std::min(least, static_cast<double>(std::count(covered.begin(), covered.end(), 1))
                                    / static_cast<double>(std::max<std::size_t>(covered.size(), 1)));
    }
    return least;
}

std::size_t SuperNodeGraph::conflicts(const RobotRoadmap::Node* nodes) const
{
    std::size_t least = slots() * slots();
    for (std::size_t level = 0; level < tuples_of_level_.size() && least > 0; ++level)
    {
        if (tuples_of_level_[level] == 0)
            continue;
        std::size_t count = 0;
        for (RobotIndex a(0); a.value() < slots() && count < least; a = a.next())
            for (RobotIndex b = a.next(); b.value() < slots(); b = b.next())
            {
                const KindIndex kind_a = tables_.kindOf(a), kind_b = tables_.kindOf(b);
                const Subgraph in_a = tables_.at(kind_a, level, nodes[a.value()]),
                               in_b = tables_.at(kind_b, level, nodes[b.value()]);
                const bool are_apart = hasBit(of(level, kind_a).added, in_a) && areApart(level, kind_a, in_a, kind_b, in_b);
                count += are_apart ? 0 : 1;
            }
        if (count == 0)
        {
            const std::optional<Assigned> node = heldOn(level, nodes);
            count = node && components_.root(node->node) == components_.root(components_.largest()) ? 0 : 1;
        }
        least = std::min(least, count);
    }
    return least;
}

/// The node of that level that holds a placement.
std::optional<SuperNodeGraph::Assigned> SuperNodeGraph::heldOn(std::size_t level, const RobotRoadmap::Node* nodes) const
{
    std::vector<std::uint32_t> tuple{static_cast<std::uint32_t>(level)};
    std::vector<std::pair<Subgraph, RobotIndex>> here;
    Assigned result;
    for (KindIndex kind = 0; kind < tables_.kinds().size(); ++kind)
    {
        here.clear();
        for (const RobotIndex robot : tables_.kind(kind).robots)
            here.emplace_back(tables_.at(kind, level, nodes[robot.value()]), robot);
        std::sort(here.begin(), here.end());
        for (const auto& [subgraph, robot] : here)
        {
            result.robots[tuple.size() - 1] = static_cast<std::uint8_t>(robot.value());
            tuple.push_back(subgraph);
        }
    }
    const std::optional<Number> found = tuples_.find(tuple.data());
    if (!found)
        return std::nullopt;
    result.node = *found;
    return result;
}

std::optional<SuperNodeGraph::Assigned> SuperNodeGraph::holding(const RobotRoadmap::Node* nodes) const
{
    for (std::size_t level = 0; level < tuples_of_level_.size(); ++level)
        if (tuples_of_level_[level] > 0)
            if (const std::optional<Assigned> held = heldOn(level, nodes))
                return held;
    return std::nullopt;
}

}  // namespace gapless
