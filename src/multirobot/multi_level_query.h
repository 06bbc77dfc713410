// A query of a multi-level super-graph, which goes on where the graph has grown.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include <gapless/multirobot/discretized_path.h>

#include "multirobot/retraction.h"
#include "multirobot/super_node_graph.h"

namespace gapless {

/// Placements about the start and about the goal, and the super-nodes that these are in.
class MultiLevelQuery
{
public:
    MultiLevelQuery(SuperNodeGraph& graph, const Placement& start, const Placement& goal);

    bool isOf(const Placement& start, const Placement& goal) const;
    enum class Outcome
    {
        Found,
        NoPath,       ///< all that can be reached from one of the two was looked at
        Undecided,    ///< not in this graph, with so many placements
        Interrupted,  ///< the condition held
    };
    /// @param most placements about each of the two
    Outcome run(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    /// @pre found
    const DiscretizedPath& path() const { return path_; }
    /// Placements that are settled.
    std::size_t placementCount() const { return sides_[0].ways.settled().size() + sides_[1].ways.settled().size(); }

private:
    /// A placement within a super-node.
    struct Hit
    {
        Retraction::Number placement;
        SuperNodeGraph::Assigned node;
    };
    /// About one of the two.
    struct Side
    {
        Retraction ways;
        std::vector<Hit> hits;     // of each component that was met, of ordered tuples, the first
        bool has_largest = false;  // among them
    };

    bool lookAgain(const ompl::base::PlannerTerminationCondition& ptc);
    bool note(Side& side, Retraction::Number placement);
    bool meet(std::size_t side, Retraction::Number placement);
    std::optional<Outcome> joinHits(const ompl::base::PlannerTerminationCondition& ptc);
    void compose(const std::vector<CoordinatedMove>& moves);

    SuperNodeGraph& graph_;
    Placement start_, goal_;
    Side sides_[2];
    std::optional<std::size_t> looked_at_;  // nodes that the graph had when all settled placements were looked at
    DiscretizedPath path_;
};

}  // namespace gapless
