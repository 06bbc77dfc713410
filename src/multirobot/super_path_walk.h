// The moves that a path through a multi-level super-graph stands for.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.3: of each edge the active robot goes to the link's end within its subgraph, the passive ones make way
// within theirs, and the active one crosses.
#pragma once

#include <vector>

#include <gapless/multirobot/discretized_path.h>

#include "multirobot/super_path.h"

namespace gapless {

/// Why every move is free: while robots are within the subgraphs of one node, nobody is in the way of what another one does within its own, since these do not interfere; and
/// the link itself is crossed when all others are at nodes that do not block it, which the edge promises that there are. Whoever uses the moves has
/// firstBlockedMove() see whether they are. The virtual methods are there for tests that break them.
class SuperPathWalk
{
public:
    /// @param at a placement that `assigned` holds
    SuperPathWalk(SuperNodeGraph& graph, const SuperNodeGraph::Assigned& assigned, Placement at);
    virtual ~SuperPathWalk() = default;

    /// @pre the step leaves the node where the robots are
    void take(const SuperStep& step);
    /// Robots go where they are to be. @param placement within the subgraphs that they are in
    void goTo(const Placement& placement);
    const std::vector<CoordinatedMove>& moves() const { return moves_; }
    const SuperNodeGraph::Assigned& assigned() const { return at_; }

protected:
    /// Whether a passive robot at that node has to make way.
    virtual bool isInTheWay(RobotIndex robot, RobotRoadmap::Node node, RobotIndex moving, const TwoWayRoadmap::Link& link);
    virtual Permutation permutation(const SuperStep& step) const;

private:
    RobotIndex robotAt(std::size_t slot) const { return RobotIndex(at_.robots[slot]); }
    void cross(const SuperStep& step);
    /// Goes to the nearest node for which `is_goal` holds, within the robot's subgraph. @return false: there is none
    template <class F>
    bool moveWithin(std::size_t slot, const F& is_goal);

    SuperNodeGraph& graph_;
    SuperNodeGraph::Assigned at_;
    Placement placement_;
    std::vector<CoordinatedMove> moves_;
};

}  // namespace gapless
