// Ways from a placement of the robots to others nearby, until one is found that lies in a super-node.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.3: retraction paths, there by probabilistic motions of the simple robots. Here by Dijkstra's algorithm in
// the product of the roadmaps, over links that can be driven back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <gapless/multirobot/discretized_path.h>

#include "multirobot/subgraph_tables.h"
#include "multirobot/tuple_store.h"

namespace gapless {

class Retraction
{
public:
    using Number = TupleStore::Number;

    /// @param tables outlive this @param root of which no two robots meet
    Retraction(SubgraphTables& tables, const Placement& root);

    /// The next nearest placement; none if all that can be reached are settled.
    std::optional<Number> settleNext();
    /// In the order of their distance.
    const std::vector<Number>& settled() const { return settled_; }
    Placement placement(Number number) const;
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
        double cost;
        Number number;
        /// The nearest is on top.
        bool operator<(const Open& other) const { return cost != other.cost ? cost > other.cost : number > other.number; }
    };

    void expand(Number number);
    const TwoWayRoadmap& roadmapOf(RobotIndex robot) const { return tables_.kind(tables_.kindOf(robot)).roadmap; }

    SubgraphTables& tables_;
    TupleStore reached_;  // nodes, by robot
    std::vector<Reached> entries_;
    std::vector<Open> open_;  // a heap
    std::vector<Number> settled_;
    std::vector<std::uint32_t> next_;
};

}  // namespace gapless
