// The flat super-graph, made whole: for few robots on small roadmaps, for tests and for the paper's figures.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include <gapless/multirobot/discretized_path.h>

namespace gapless {

/// Its nodes are the placements in which no two robots meet; an edge moves one robot along an edge of its roadmap that none of the others blocks. Placements are ordered:
/// robots that are alike and change places make another one. Of edges that go one way each is counted, of others each once. For one thread.
class FlatSuperGraph
{
public:
    /// More placements, free or not, are refused.
    static constexpr double kMostPlacements = 2e7;

    /// Makes all of it. @throws InputError if there may be more than kMostPlacements, with their number
    FlatSuperGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table);
    /// As far as there is time; build() goes on. @param roadmaps, table outlive this, and the roadmaps do not grow meanwhile
    FlatSuperGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table, const ompl::base::PlannerTerminationCondition& ptc);
    /// @return whether all of it is made: only then counts and answers are those of the graph
    bool build(const ompl::base::PlannerTerminationCondition& ptc);

    std::size_t nodeCount() const { return component_.size(); }
    std::size_t edgeCount() const { return edges_; }
    /// Connected components, edges taken both ways.
    std::size_t componentCount() const { return components_; }
    /// Whether two placements are in one component. @pre the roadmaps' edges go both ways: then there is a path. False for what is no node
    bool isConnected(const Placement& a, const Placement& b) const;

private:
    std::uint64_t keyOf(const Placement& placement) const;
    Placement placementOf(std::uint64_t key) const;
    std::uint32_t root(std::uint32_t node) const;
    void addNode(std::uint64_t key);
    void addEdges(std::uint32_t node);

    const RobotRoadmaps& roadmaps_;
    InterferenceTable& table_;
    std::vector<std::uint64_t> strides_;  // by robot, and the number of placements
    std::uint64_t looked_ = 0;            // placements that were, free or not
    std::uint32_t joined_ = 0;            // nodes that have their edges
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    std::vector<std::uint64_t> keys_;               // by node
    mutable std::vector<std::uint32_t> component_;  // union-find, by node; root() shortens its ways
    std::size_t edges_ = 0, components_ = 0;
};

}  // namespace gapless
