// The cheapest path over the edges of a LazyRoadmap that are not known to collide, kept up to date as edges are proven.
//
// S. Koenig, M. Likhachev, D. Furcy: "Lifelong Planning A*", Artificial Intelligence 155, 2004. A candidate path that collides takes
// one edge from the graph, and most of the search before holds for the next candidate. Where a path need not be the cheapest, estimates of the way to
// go are weighted: M. Likhachev, S. Koenig: "A Generalized Framework for Lifelong Planning A* Search", ICAPS 2005.
#pragma once

#include <limits>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include "planners/lazy_roadmap_search.h"

namespace gapless {

/// Of one query. Edges cost what LazyRoadmap::Edge::cost() says; costs may rise and fall, milestones and edges may be added,
/// and none of that makes it start over. A new goal, another penalty or weight does.
class LazyCandidateSearch
{
public:
    using VertexId = LazyRoadmap::VertexId;
    using EdgeId = LazyRoadmap::EdgeId;

    explicit LazyCandidateSearch(const LazyRoadmap& roadmap) : roadmap_(roadmap) {}

    using Outcome = LazyRoadmapSearch::Outcome;
    struct Terms
    {
        /// Of LazyRoadmap::Edge::cost().
        double penalty = 0.0;
        /// By which the estimate of the way to go is multiplied, at least 1. A path from the first search costs at most so many times the cheapest; after
        /// costs have changed it is about that.
        double weight = 1.0;
        /// Paths that cost as much or more are not looked for; with a weight above 1, of those that cost less some may be overlooked.
        double cost_bound = std::numeric_limits<double>::infinity();
        /// After as many settled milestones it is Interrupted, too.
        std::size_t most_settled = std::numeric_limits<std::size_t>::max();
    };
    /// `starts` and `goals`: those of the last call, and more.
    Outcome run(const std::vector<VertexId>& starts, const std::vector<VertexId>& goals, const Terms& terms,
                const ompl::base::PlannerTerminationCondition& ptc);
    /// After Outcome::Found.
    RoadmapPath path() const;
    /// How many milestones the last run settled: what it took.
    std::size_t settledCount() const { return settled_; }
    /// Of its queue and of what it was told, entries that are of no use any more among them.
    std::size_t entryCount() const { return queue_.size() + changed_edges_.size() + changed_milestones_.size(); }

    /// To be told of each edge whose cost may have changed, and of each milestone found invalid, or invalid no longer, since the last call of run(), which
    /// takes notice of them.
    void noteEdge(EdgeId e);
    void noteMilestone(VertexId v);
    /// Anything may have changed. Takes as long as what was looked at since the last time, and is what another query begins with.
    void reset();

private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    static constexpr EdgeId kNone = std::numeric_limits<EdgeId>::max();

    struct alignas(32) Node
    {
        double g = kInfinity;    ///< cost from the starts, as it was when last settled
        double rhs = kInfinity;  ///< cost by way of the best neighbour's g
        double to_go = -1.0;     ///< lower bound of the cost to the nearest goal, once computed
        EdgeId parent_edge = kNone;
        bool is_start = false;
        bool is_goal = false;
        bool is_touched = false;  ///< is in touched_; of all others nothing was ever written
    };
    struct Entry
    {
        double estimate = 0.0, cost = 0.0;
        VertexId vertex = 0;

        bool operator<(const Entry& other) const
        {
            return estimate != other.estimate ? estimate > other.estimate : cost > other.cost;
        }
    };

    Node& touch(VertexId v);
    void takeCost(EdgeId e);
    void takeStart(VertexId v);
    void takeChanges(const std::vector<VertexId>& starts);
    void dropOutdated();
    double cost(EdgeId e) const;
    double toGo(VertexId v);
    Entry entry(VertexId v);
    /// Puts a node whose g is not its rhs into the queue.
    void enqueue(VertexId v);
    void improve(VertexId v, double rhs, EdgeId parent_edge);
    void lookAround(VertexId v);
    void settle(VertexId v);
    void findBestGoal();
    bool isSettledBefore(const Entry& top) const;
    bool isWayWhole() const;

    const LazyRoadmap& roadmap_;
    bool is_metric_ = false;
    double penalty_ = 0.0, weight_ = 1.0;
    std::vector<VertexId> goals_;
    std::size_t starts_known_ = 0, edges_known_ = 0;
    std::vector<Node> nodes_;
    std::vector<VertexId> touched_;
    std::vector<EdgeId> changed_edges_;
    std::vector<VertexId> changed_milestones_;
    std::size_t settled_ = 0;
    std::vector<Entry> queue_;  // a heap; entries that are not as entry() would make them are outdated
    VertexId best_goal_ = 0;
    bool has_goal_ = false, goal_changed_ = false;
};

}  // namespace gapless
