#include <gapless/multirobot/flat_super_graph.h>

#include <string>

#include <gapless/core/error.h>

namespace gapless {

FlatSuperGraph::FlatSuperGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table)
{
    double placements = 1.0;
    std::uint64_t stride = 1;
    for (const auto& roadmap : roadmaps)
    {
        placements *= static_cast<double>(roadmap->size());
        if (placements > kMostPlacements)
            throw InputError("the flat super-graph of " + std::to_string(roadmaps.size()) + " robots may have "
                             + std::to_string(static_cast<long long>(placements)) + " placements and more; at most "
                             + std::to_string(static_cast<long>(kMostPlacements))
                             + " are made: take fewer nodes, or the product search");
        strides_.push_back(stride);
        stride *= roadmap->size();
    }

    // Robot by robot, those before it placed already.
    std::vector<Placement> nodes;
    Placement placement(roadmaps.size(), 0);
    const auto place = [&](const auto& self, RobotIndex robot) -> void {
        if (!roadmaps.has(robot))
        {
            numbers_.emplace(keyOf(placement), static_cast<std::uint32_t>(nodes.size()));
            nodes.push_back(placement);
            return;
        }
        for (RobotRoadmap::Node node = 0; node < roadmaps[robot]->size(); ++node)
        {
            bool is_free = true;
            for (RobotIndex other(0); other < robot && is_free; other = other.next())
                is_free = !table.meet(other, placement[other], robot, node);
            placement[robot] = node;
            if (is_free)
                self(self, robot.next());
        }
    };
    place(place, RobotIndex(0));

    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        component_.push_back(i);
    components_ = nodes.size();
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        for (const RobotIndex robot : roadmaps.indices())
            for (const RobotRoadmap::Arc& arc : roadmaps[robot]->arcs(nodes[i][robot]))
            {
                // An edge that goes both ways is seen from both of its ends.
                const bool is_second = !roadmaps[robot]->isDirected() && arc.to < nodes[i][robot];
                bool is_free = !is_second;
                for (const RobotIndex other : roadmaps.indices())
                    is_free = is_free && (other == robot || !table.blocks(other, nodes[i][other], robot, arc.edge));
                if (!is_free)
                    continue;
                ++edges_;
                placement = nodes[i];
                placement[robot] = arc.to;
                const std::uint32_t a = root(i), b = root(numbers_.at(keyOf(placement)));
                if (a != b)
                    --components_;
                component_[a] = b;
            }
}

std::uint64_t FlatSuperGraph::keyOf(const Placement& placement) const
{
    std::uint64_t key = 0;
    for (const RobotIndex robot : placement.indices())
        key += strides_[robot.value()] * placement[robot];
    return key;
}

std::uint32_t FlatSuperGraph::root(std::uint32_t node) const
{
    while (component_[node] != node)
        node = component_[node];
    return node;
}

bool FlatSuperGraph::isConnected(const Placement& a, const Placement& b) const
{
    const auto i = numbers_.find(keyOf(a)), j = numbers_.find(keyOf(b));
    return i != numbers_.end() && j != numbers_.end() && root(i->second) == root(j->second);
}

}  // namespace gapless
