// Dijkstra's algorithm over the edges of a LazyRoadmap that are not known to collide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include "planners/lazy_roadmap.h"
#include "planners/roadmap_path.h"

namespace gapless {

/// Milestones settled between two looks at the termination condition.
inline constexpr std::size_t kSettledPerLook = 256;

/// Each run is a search of its own; LazyCandidateSearch goes on from one to the next.
class LazyRoadmapSearch
{
public:
    using VertexId = LazyRoadmap::VertexId;
    using EdgeId = LazyRoadmap::EdgeId;

    explicit LazyRoadmapSearch(const LazyRoadmap& roadmap) : roadmap_(roadmap) {}

    struct Terms
    {
        /// Of LazyRoadmap::Edge::cost().
        double penalty = 0.0;
        /// Paths that cost as much or more are not looked for.
        double cost_bound = std::numeric_limits<double>::infinity();
        bool proven_only = false;
        /// Against the direction of edges: from where the starts are reached.
        bool backwards = false;
    };
    enum class Outcome
    {
        Found,
        Exhausted,  ///< There is no path, or none cheaper than asked for.
        Interrupted,
    };
    Outcome run(const std::vector<VertexId>& starts, const std::vector<VertexId>& goals, const Terms& terms,
                const ompl::base::PlannerTerminationCondition& ptc);

    /// After run(): a cheapest path to a milestone that it settled, unless it went backwards. After Outcome::Found, goal() is the one.
    RoadmapPath pathTo(VertexId v) const;
    VertexId goal() const { return goal_; }
    double goalCost() const { return marks_[goal_].cost; }
    /// The milestones that the last run() settled, nearest first.
    const std::vector<VertexId>& settled() const { return settled_; }
    /// After Outcome::Exhausted: the settled milestones that have a colliding edge to one that was not settled.
    std::vector<VertexId> frontier() const;

private:
    /// What is known of a milestone in the present run, if `run` is its number.
    struct Mark
    {
        std::uint32_t run = 0;
        bool is_goal = false;
        bool reached = false;
        bool settled = false;
        EdgeId parent_edge = kNone;
        double cost = 0.0;
    };
    struct Entry
    {
        double cost = 0.0;
        VertexId vertex = 0;
    };
    static constexpr EdgeId kNone = std::numeric_limits<EdgeId>::max();

    Mark& mark(VertexId v);
    void reach(VertexId v, double cost, EdgeId parent_edge, const Terms& terms);
    void expand(VertexId v, const Terms& terms);

    bool follows(const LazyRoadmap::Edge& edge, VertexId v) const { return is_backwards_ ? edge.leadsTo(v) : edge.leadsFrom(v); }

    const LazyRoadmap& roadmap_;
    bool is_backwards_ = false;  // the last run
    std::uint32_t run_ = 0;
    VertexId goal_ = 0;
    std::vector<Mark> marks_;
    std::vector<Entry> queue_;
    std::vector<VertexId> settled_;
};

}  // namespace gapless
