// Of each milestone two costs from the starts are kept: rhs, by way of the neighbour that is best now, and g, what rhs was when the
// milestone was last settled. Where they differ it is in the queue, by the smaller of the two plus a lower bound of the way to a goal.
// Settling one whose rhs is less makes it g, and tells the neighbours; one whose rhs is greater, as the way to it was lost, first has its
// g made infinite, so that those reached by way of it look for another, and comes again by its rhs. A goal with g = rhs that no entry of
// the queue can still improve has its cheapest path. After an edge is found to collide, the milestones whose way led over it are settled
// anew, as far as the best path may go through them; all others keep their costs, which a search from the start would work out again for
// each candidate.
//
// Unlike the paper there are several starts and goals, and the queue is never searched: an entry that is not what entry() would make of
// its milestone now is outdated, and dropped when it comes up. Milestones and edges that were added are taken in by run() as costs that
// fell.
#include "planners/lazy_candidate_search.h"

#include <algorithm>

#include <gapless/ompl/compound_state_space.h>

namespace gapless {

namespace {

/// With more goals than this, distances to all of them cost more than the search that they save.
constexpr std::size_t kMostGoalsOfHeuristic = 16;
/// No edge is free of cost: milestones without any between them would keep each other settled after the way to both is lost.
constexpr double kLeastCost = 1e-9;

}  // namespace

void LazyCandidateSearch::reset()
{
    goals_.clear();
    starts_known_ = edges_known_ = 0;
    for (const VertexId v : touched_)
        nodes_[v] = Node();
    touched_.clear();
    queue_.clear();
    changed_edges_.clear();
    changed_milestones_.clear();
    has_goal_ = goal_changed_ = false;
    // The roadmap may have lost milestones.
    nodes_.resize(roadmap_.vertices().size());
    is_metric_ = isMetric(*roadmap_.space()->getStateSpace());
}

LazyCandidateSearch::Node& LazyCandidateSearch::touch(VertexId v)
{
    Node& node = nodes_[v];
    if (!node.is_touched)
    {
        node.is_touched = true;
        touched_.push_back(v);
    }
    return node;
}

double LazyCandidateSearch::cost(EdgeId e) const
{
    const LazyRoadmap::Edge& edge = roadmap_.edge(e);
    if (edge.state == EdgeProof::State::Colliding || roadmap_.validity(edge.a) == LazyRoadmap::Validity::Invalid
        || roadmap_.validity(edge.b) == LazyRoadmap::Validity::Invalid)
        return kInfinity;
    return std::max(kLeastCost, edge.cost(penalty_));
}

// Where the distance is a metric this is consistent, for no edge is cheaper than its length, and for the minimum over goals too. Dubins spaces have none.
double LazyCandidateSearch::toGo(VertexId v)
{
    Node& node = nodes_[v];
    if (node.to_go < 0.0)
    {
        touch(v);
        node.to_go = goals_.size() > kMostGoalsOfHeuristic || !is_metric_ ? 0.0 : kInfinity;
        if (node.to_go > 0.0)
            for (const VertexId goal : goals_)
                node.to_go = std::min(node.to_go, roadmap_.distance(v, goal));
    }
    return node.to_go;
}

LazyCandidateSearch::Entry LazyCandidateSearch::entry(VertexId v)
{
    const Node& node = nodes_[v];
    // What has lost its way comes before whatever could be reached by it: not weighted, as in Generalized LPA*.
    if (node.g < node.rhs)
        return {node.g + toGo(v), node.g, v};
    return {node.rhs + weight_ * toGo(v), node.rhs, v};
}

void LazyCandidateSearch::enqueue(VertexId v)
{
    goal_changed_ = goal_changed_ || nodes_[v].is_goal;
    if (nodes_[v].g == nodes_[v].rhs)
        return;
    queue_.push_back(entry(v));
    std::push_heap(queue_.begin(), queue_.end());
}

void LazyCandidateSearch::improve(VertexId v, double rhs, EdgeId parent_edge)
{
    if (!(rhs < nodes_[v].rhs))
        return;
    Node& node = touch(v);
    node.rhs = rhs;
    node.parent_edge = parent_edge;
    enqueue(v);
}

/// Takes the best way in anew.
void LazyCandidateSearch::lookAround(VertexId v)
{
    Node& node = touch(v);
    if (node.is_start)
        return;
    node.rhs = kInfinity;
    node.parent_edge = kNone;
    for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
    {
        if (nodes_[arc.to].g == kInfinity)
            continue;
        const double rhs = nodes_[arc.to].g + cost(arc.edge);
        if (rhs < node.rhs && roadmap_.edge(arc.edge).leadsTo(v))
        {
            node.rhs = rhs;
            node.parent_edge = arc.edge;
        }
    }
    enqueue(v);
}

void LazyCandidateSearch::settle(VertexId v)
{
    Node& node = nodes_[v];
    goal_changed_ = goal_changed_ || node.is_goal;
    if (node.g > node.rhs)
    {
        node.g = node.rhs;
        // All at once, for they lie anywhere in memory.
        for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
        {
            __builtin_prefetch(&roadmap_.edge(arc.edge));
            __builtin_prefetch(&nodes_[arc.to]);
            roadmap_.prefetch(arc.to);
        }
        for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
            if (roadmap_.edge(arc.edge).leadsFrom(v))
                improve(arc.to, node.g + cost(arc.edge), arc.edge);
        return;
    }
    // Costs have risen: what was reached by way of v looks for another way.
    node.g = kInfinity;
    enqueue(v);
    for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
        if (nodes_[arc.to].parent_edge == arc.edge)
            lookAround(arc.to);
}

void LazyCandidateSearch::noteEdge(EdgeId e)
{
    if (e >= edges_known_)
        return;
    // Where nobody asks for a candidate, the same edges come again and again.
    if (changed_edges_.size() > 2 * edges_known_)
        return reset();
    changed_edges_.push_back(e);
}

void LazyCandidateSearch::noteMilestone(VertexId v)
{
    if (v >= nodes_.size())
        return;
    if (changed_milestones_.size() > 2 * nodes_.size())
        return reset();
    changed_milestones_.push_back(v);
}

/// Outdated entries are dropped when they come up; those that never do, as what is cheaper is found before, would become ever more.
void LazyCandidateSearch::dropOutdated()
{
    constexpr std::size_t kFew = 1024;
    if (queue_.size() <= 2 * nodes_.size() + kFew)
        return;
    queue_.clear();
    for (const VertexId v : touched_)
        if (nodes_[v].g != nodes_[v].rhs)
            queue_.push_back(entry(v));
    std::make_heap(queue_.begin(), queue_.end());
}

void LazyCandidateSearch::takeStart(VertexId v)
{
    Node& node = touch(v);
    node.is_start = true;
    node.rhs = 0.0;
    node.parent_edge = kNone;
    enqueue(v);
}

// The way in of a milestone that is not reached by way of e is none over e, whatever that costs.
void LazyCandidateSearch::takeCost(EdgeId e)
{
    const LazyRoadmap::Edge& edge = roadmap_.edge(e);
    const bool is_left_a = nodes_[edge.a].g < kInfinity, is_left_b = nodes_[edge.b].g < kInfinity;
    if (is_left_a)
        lookAround(edge.b);
    if (is_left_b)
        lookAround(edge.a);
}

/// Milestones, edges and starts that were added, and then what was noted: it refers to all of these.
void LazyCandidateSearch::takeChanges(const std::vector<VertexId>& starts)
{
    nodes_.resize(roadmap_.vertices().size());
    const std::size_t edges = roadmap_.edges().size();
    const auto first = static_cast<EdgeId>(edges_known_);
    edges_known_ = edges;
    // Before the first start nothing is reached.
    for (EdgeId e = starts_known_ > 0 ? first : static_cast<EdgeId>(edges); e < edges; ++e)
    {
        const LazyRoadmap::Edge& edge = roadmap_.edge(e);
        if (edge.leadsTo(edge.a) && nodes_[edge.b].g < kInfinity)
            improve(edge.a, nodes_[edge.b].g + cost(e), e);
        if (nodes_[edge.a].g < kInfinity)
            improve(edge.b, nodes_[edge.a].g + cost(e), e);
    }
    for (const VertexId v : changed_milestones_)
    {
        const bool is_invalid = roadmap_.validity(v) == LazyRoadmap::Validity::Invalid;
        if (nodes_[v].is_start && is_invalid)
        {
            nodes_[v].is_start = false;
            lookAround(v);
        }
        else if (!is_invalid
                 && std::find(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(starts_known_), v)
                        != starts.begin() + static_cast<std::ptrdiff_t>(starts_known_))
            takeStart(v);
        for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
            takeCost(arc.edge);
    }
    changed_milestones_.clear();
    for (const EdgeId e : changed_edges_)
        takeCost(e);
    changed_edges_.clear();
    for (; starts_known_ < starts.size(); ++starts_known_)
    {
        const VertexId start = starts[starts_known_];
        if (roadmap_.validity(start) != LazyRoadmap::Validity::Invalid)
            takeStart(start);
    }
}

void LazyCandidateSearch::findBestGoal()
{
    goal_changed_ = false;
    has_goal_ = false;
    double least = kInfinity;
    for (const VertexId goal : goals_)
    {
        const double cost = std::min(nodes_[goal].g, nodes_[goal].rhs);
        if (cost < least && roadmap_.validity(goal) != LazyRoadmap::Validity::Invalid)
        {
            least = cost;
            best_goal_ = goal;
            has_goal_ = true;
        }
    }
}

/// Nothing that is left in the queue can be a part of the way to the best goal.
bool LazyCandidateSearch::isSettledBefore(const Entry& top) const
{
    const Node& goal = nodes_[best_goal_];
    return goal.g == goal.rhs && (top.estimate > goal.g || (top.estimate == goal.g && top.cost >= goal.g));
}

/// The way in of each milestone leads to a start, over edges that are there.
bool LazyCandidateSearch::isWayWhole() const
{
    std::size_t left = nodes_.size();
    VertexId v = best_goal_;
    for (; left > 0 && !nodes_[v].is_start; --left)
    {
        const EdgeId e = nodes_[v].parent_edge;
        if (e == kNone || cost(e) == kInfinity)
            return false;
        v = roadmap_.edge(e).other(v);
    }
    return left > 0;
}

LazyCandidateSearch::Outcome LazyCandidateSearch::run(const std::vector<VertexId>& starts, const std::vector<VertexId>& goals,
                                                      const Terms& terms, const ompl::base::PlannerTerminationCondition& ptc)
{
    if (goals_ != goals || penalty_ != terms.penalty || weight_ != terms.weight)
    {
        reset();
        goals_ = goals;
        penalty_ = terms.penalty;
        weight_ = terms.weight;
        for (const VertexId goal : goals_)
            touch(goal).is_goal = true;
    }
    takeChanges(starts);
    dropOutdated();
    goal_changed_ = true;
    for (settled_ = 0;;)
    {
        if (goal_changed_)
            findBestGoal();
        if (queue_.empty())
            break;
        const Entry top = queue_.front();
        const Entry present = entry(top.vertex);
        const bool is_outdated =
            nodes_[top.vertex].g == nodes_[top.vertex].rhs || present.estimate != top.estimate || present.cost != top.cost;
        if (!is_outdated)
        {
            if (top.estimate >= terms.cost_bound || (has_goal_ && isSettledBefore(top)))
                break;
            if (settled_ >= terms.most_settled || (settled_ % kSettledPerLook == kSettledPerLook - 1 && ptc))
                return Outcome::Interrupted;
            ++settled_;
        }
        std::pop_heap(queue_.begin(), queue_.end());
        queue_.pop_back();
        // Its turn is next, most likely.
        if (!queue_.empty())
            __builtin_prefetch(roadmap_.vertex(queue_.front().vertex).arcs.data());
        if (!is_outdated)
            settle(top.vertex);
    }
    if (!has_goal_ || !(nodes_[best_goal_].g < terms.cost_bound))
        return Outcome::Exhausted;
    if (isWayWhole())
        return Outcome::Found;
    // Estimates along a straight way differ by rounding alone: what has lost its way in may come after the goal in the queue. A
    // search from the start has nothing to lose.
    reset();
    return run(starts, goals, terms, ptc);
}

RoadmapPath LazyCandidateSearch::path() const
{
    return pathBack(roadmap_, best_goal_, kNone, [this](VertexId v) { return nodes_[v].parent_edge; });
}

}  // namespace gapless
