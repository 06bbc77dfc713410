// Ways from a placement of the robots to others nearby, until one is found that lies in a super-node.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.3: retraction paths, there by probabilistic motions of the simple robots. Here by a search in the product of
// the roadmaps, over links that can be driven back, that looks first at what is near the root and has few conflicts (SuperNodeGraph::conflicts()).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <gapless/multirobot/discretized_path.h>

#include "multirobot/super_node_graph.h"
#include "multirobot/tuple_store.h"

namespace gapless {

class Retraction
{
public:
    using Number = TupleStore::Number;

    /// @param graph outlives this @param root of which no two robots meet
    Retraction(SuperNodeGraph& graph, const Placement& root);

    /// Counts conflicts anew, for a graph that has grown. @return false: the condition held, and it has to be called again
    bool rate(const ompl::base::PlannerTerminationCondition& ptc);
    /// The next placement; none if all that can be reached are settled.
    std::optional<Number> settleNext();
    /// In the order in which they were settled, the root first.
    const std::vector<Number>& settled() const { return settled_; }
    Placement placement(Number number) const;
    /// By robot.
    const RobotRoadmap::Node* nodes(Number number) const { return reached_[number]; }
    std::optional<Number> find(const Placement& placement) const { return reached_.find(placement.list().data()); }

    /// Moves from the root to there.
    std::vector<CoordinatedMove> wayTo(Number number) const;
    /// Moves from there to the root: the same links, the other way.
    std::vector<CoordinatedMove> wayFrom(Number number) const;

private:
    struct Reached
    {
        double cost = 0.0;
        Number before = 0;
        RobotIndex robot;
        TwoWayRoadmap::LinkNumber link = 0;
        bool is_settled = false;
    };
    struct Open
    {
        double estimate;
        Number number;
        /// The best is on top.
        bool operator<(const Open& other) const
        {
            return estimate != other.estimate ? estimate > other.estimate : number > other.number;
        }
    };

    void expand(Number number);
    void open(Number number);
    const TwoWayRoadmap& roadmapOf(RobotIndex robot) const { return graph_.tables().kind(graph_.tables().kindOf(robot)).roadmap; }

    SuperNodeGraph& graph_;
    double per_conflict_;
    TupleStore reached_;  // nodes, by robot
    std::vector<Reached> entries_;
    std::vector<Open> open_;  // a heap
    std::vector<Number> settled_;
    std::vector<std::uint32_t> next_;
};

}  // namespace gapless
