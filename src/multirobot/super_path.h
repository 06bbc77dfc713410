// A way through a multi-level super-graph that brings every robot to where it is to be, not only one that is alike.
#pragma once

#include <optional>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include "multirobot/super_node_graph.h"

namespace gapless {

/// An edge, and whether it is gone from its `from` to its `to`.
struct SuperStep
{
    SuperNodeGraph::EdgeNumber edge = 0;
    bool is_forward = true;
};

/// Nodes and permutations that a step leads between.
SuperNodeGraph::Number endOf(const SuperNodeGraph& graph, const SuperStep& step);
Permutation permutationOf(const SuperNodeGraph& graph, const SuperStep& step);

/// A tree of shortest ways to the goal's node, one such way from the start's, and then loops: each edge that is not in the tree makes one, and a shortest product of loops
/// is looked for among permutations that leaves everybody in the right slot (of many robots a short one). What comes back to a node with the same robots in the same slots is cut out.
/// @return none if the two are not joined (ComponentForest::areJoined()), or the condition held
std::optional<std::vector<SuperStep>> findSuperPath(const SuperNodeGraph& graph, const SuperNodeGraph::Assigned& start,
                                                    const SuperNodeGraph::Assigned& goal,
                                                    const ompl::base::PlannerTerminationCondition& ptc);

}  // namespace gapless
