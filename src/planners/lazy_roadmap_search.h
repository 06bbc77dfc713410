// A* over the edges of a LazyRoadmap that are not known to collide.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include "planners/lazy_roadmap.h"

namespace gapless {

/// A path of the roadmap: vertices.size() == edges.size() + 1.
struct RoadmapPath
{
    std::vector<LazyRoadmap::VertexId> vertices;
    std::vector<LazyRoadmap::EdgeId> edges;
    double length = 0.0;
};

/// Searches of one query: its goals may become more from one search to the next, not fewer.
class LazyRoadmapSearch
{
public:
    using VertexId = LazyRoadmap::VertexId;
    using EdgeId = LazyRoadmap::EdgeId;

    explicit LazyRoadmapSearch(const LazyRoadmap& roadmap) : roadmap_(roadmap) {}

    struct Terms
    {
        /// An edge costs length * (1 + penalty * unproven share).
        double penalty = 0.0;
        /// Paths that cost as much or more are not looked for.
        double too_dear = std::numeric_limits<double>::infinity();
        bool proven_only = false;
        /// False: no lower bound on the way to go is used. To be set where `goals` are not all goals of the query.
        bool heuristic = true;
    };
    enum class Outcome
    {
        Found,
        Exhausted,  ///< There is no path.
        Interrupted,
    };
    Outcome run(const std::vector<VertexId>& starts, const std::vector<VertexId>& goals, const Terms& terms,
                const ompl::base::PlannerTerminationCondition& ptc);

    /// After run(): a cheapest path to a milestone that it settled. After Outcome::Found, goal() is the one.
    RoadmapPath pathTo(VertexId v) const;
    VertexId goal() const { return goal_; }
    double goalCost() const { return marks_[goal_].cost; }
    /// The milestones that the last run() settled, nearest first.
    const std::vector<VertexId>& settled() const { return settled_; }
    /// After Outcome::Exhausted: the settled milestones that have a colliding edge to one that was not settled.
    std::vector<VertexId> shore() const;

private:
    /// What is known of a milestone in the present run, if `run` is its number.
    struct Mark
    {
        std::uint32_t run = 0;
        bool is_goal = false;
        bool reached = false;
        bool settled = false;
        EdgeId way_in = kNone;
        double cost = 0.0;
    };
    /// Distance to the nearest of the first `goals` goals of the query.
    struct Bound
    {
        std::uint32_t goals = 0;
        double value = std::numeric_limits<double>::infinity();
    };
    struct Entry
    {
        double estimate = 0.0, cost = 0.0;
        VertexId vertex = 0;
    };
    static constexpr EdgeId kNone = std::numeric_limits<EdgeId>::max();

    Mark& mark(VertexId v);
    double lowerBound(VertexId v, const std::vector<VertexId>& goals, const Terms& terms);
    void reach(VertexId v, double cost, EdgeId way_in, const std::vector<VertexId>& goals, const Terms& terms);
    void expand(VertexId v, const std::vector<VertexId>& goals, const Terms& terms);

    const LazyRoadmap& roadmap_;
    std::uint32_t run_ = 0;
    VertexId goal_ = 0;
    std::vector<Mark> marks_;
    std::vector<Bound> bounds_;
    std::vector<Entry> queue_;
    std::vector<VertexId> settled_;
};

}  // namespace gapless
