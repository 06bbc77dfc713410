#include <gapless/multirobot/flat_super_graph.h>

#include <iomanip>
#include <locale>
#include <sstream>

#include <gapless/core/error.h>

namespace gapless {

namespace {

/// Placements between two looks at the condition.
constexpr std::uint64_t kFlatPlacementsPerLook = 1024;

}  // namespace

FlatSuperGraph::FlatSuperGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table)
    : FlatSuperGraph(roadmaps, table, ompl::base::plannerNonTerminatingCondition())
{}

FlatSuperGraph::FlatSuperGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table,
                               const ompl::base::PlannerTerminationCondition& ptc)
    : roadmaps_(roadmaps), table_(table), strides_{1}
{
    double placements = 1.0;
    for (const auto& roadmap : roadmaps)
        placements *= static_cast<double>(roadmap->size());
    if (placements > kMostPlacements)
    {
        std::ostringstream message;
        message.imbue(std::locale::classic());
        message << "the flat super-graph of " << roadmaps.size() << " robots may have " << std::setprecision(12) << placements
                << " placements; at most " << static_cast<long>(kMostPlacements)
                << " are made: take fewer nodes, or the product search";
        throw InputError(message.str());
    }
    for (const auto& roadmap : roadmaps)
        strides_.push_back(strides_.back() * roadmap->size());
    build(ptc);
}

bool FlatSuperGraph::build(const ompl::base::PlannerTerminationCondition& ptc)
{
    for (; looked_ < strides_.back(); ++looked_)
    {
        if (looked_ % kFlatPlacementsPerLook == 0 && ptc)
            return false;
        addNode(looked_);
    }
    for (; joined_ < keys_.size(); ++joined_)
    {
        if (joined_ % kFlatPlacementsPerLook == 0 && ptc)
            return false;
        addEdges(joined_);
    }
    return true;
}

/// If no two robots meet there.
void FlatSuperGraph::addNode(std::uint64_t key)
{
    const Placement placement = placementOf(key);
    for (const RobotIndex a : roadmaps_.indices())
        for (RobotIndex b(0); b < a; b = b.next())
            if (table_.meet(b, placement[b], a, placement[a]))
                return;
    numbers_.emplace(key, static_cast<std::uint32_t>(keys_.size()));
    component_.push_back(static_cast<std::uint32_t>(keys_.size()));
    keys_.push_back(key);
    ++components_;
}

void FlatSuperGraph::addEdges(std::uint32_t node)
{
    const Placement placement = placementOf(keys_[node]);
    for (const RobotIndex robot : roadmaps_.indices())
        for (const RobotRoadmap::Arc& arc : roadmaps_[robot]->arcs(placement[robot]))
        {
            // An edge that goes both ways is seen from both of its ends.
            const bool is_second = !roadmaps_[robot]->isDirected() && arc.to < placement[robot];
            bool is_free = !is_second;
            for (const RobotIndex other : roadmaps_.indices())
                is_free = is_free && (other == robot || !table_.blocks(other, placement[other], robot, arc.edge));
            if (!is_free)
                continue;
            ++edges_;
            Placement next = placement;
            next[robot] = arc.to;
            const std::uint32_t a = root(node), b = root(numbers_.at(keyOf(next)));
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

Placement FlatSuperGraph::placementOf(std::uint64_t key) const
{
    Placement placement;
    for (const RobotIndex robot : roadmaps_.indices())
    {
        placement.push_back(static_cast<RobotRoadmap::Node>(key % roadmaps_[robot]->size()));
        key /= roadmaps_[robot]->size();
    }
    return placement;
}

/// Ways to it are halved.
std::uint32_t FlatSuperGraph::root(std::uint32_t node) const
{
    while (component_[node] != node)
        node = component_[node] = component_[component_[node]];
    return node;
}

bool FlatSuperGraph::isConnected(const Placement& a, const Placement& b) const
{
    const auto i = numbers_.find(keyOf(a)), j = numbers_.find(keyOf(b));
    return i != numbers_.end() && j != numbers_.end() && root(i->second) == root(j->second);
}

}  // namespace gapless
