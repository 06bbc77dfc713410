#include "planners/lazy_roadmap_search.h"

#include <algorithm>

namespace gapless {

namespace {

/// With more goals than this, distances to all of them cost more than the search that they save.
constexpr std::size_t kMostGoalsOfHeuristic = 16;
/// Milestones settled between two looks at the termination condition.
constexpr std::size_t kSettledPerLook = 256;

}  // namespace

LazyRoadmapSearch::Mark& LazyRoadmapSearch::mark(VertexId v)
{
    Mark& m = marks_[v];
    if (m.run != run_)
    {
        m = Mark();
        m.run = run_;
    }
    return m;
}

// The distance is a metric and no edge is cheaper than its length, so this is consistent, for the minimum over goals too.
double LazyRoadmapSearch::lowerBound(VertexId v, const std::vector<VertexId>& goals, const Terms& terms)
{
    if (!terms.heuristic || goals.size() > kMostGoalsOfHeuristic)
        return 0.0;
    Bound& bound = bounds_[v];
    for (; bound.goals < goals.size(); ++bound.goals)
        bound.value = std::min(bound.value,
                               roadmap_.space()->distance(roadmap_.vertex(v).state, roadmap_.vertex(goals[bound.goals]).state));
    return bound.value;
}

void LazyRoadmapSearch::reach(VertexId v, double cost, EdgeId way_in, const std::vector<VertexId>& goals, const Terms& terms)
{
    Mark& m = mark(v);
    if (m.settled || (m.reached && m.cost <= cost))
        return;
    const double estimate = cost + lowerBound(v, goals, terms);
    if (!(estimate < terms.too_dear))
        return;
    m.reached = true;
    m.cost = cost;
    m.way_in = way_in;
    queue_.push_back({estimate, cost, v});
    std::push_heap(queue_.begin(), queue_.end(), [](const Entry& x, const Entry& y) { return x.estimate > y.estimate; });
}

void LazyRoadmapSearch::expand(VertexId v, const std::vector<VertexId>& goals, const Terms& terms)
{
    const double cost = marks_[v].cost;
    for (const EdgeId e : roadmap_.vertex(v).edges)
    {
        const LazyRoadmap::Edge& edge = roadmap_.edge(e);
        if (edge.proof.state == EdgeProof::State::Colliding || (terms.proven_only && edge.proof.state != EdgeProof::State::Free))
            continue;
        const VertexId other = edge.other(v);
        if (roadmap_.vertex(other).validity != LazyRoadmap::Validity::Invalid)
            reach(other, cost + edge.length * (1.0 + terms.penalty * edge.unproven), e, goals, terms);
    }
}

LazyRoadmapSearch::Outcome LazyRoadmapSearch::run(const std::vector<VertexId>& starts, const std::vector<VertexId>& goals,
                                                  const Terms& terms, const ompl::base::PlannerTerminationCondition& ptc)
{
    ++run_;
    marks_.resize(roadmap_.vertices().size());
    bounds_.resize(roadmap_.vertices().size());
    queue_.clear();
    settled_.clear();
    for (const VertexId g : goals)
        if (roadmap_.vertex(g).validity != LazyRoadmap::Validity::Invalid)
            mark(g).is_goal = true;
    for (const VertexId s : starts)
        if (roadmap_.vertex(s).validity != LazyRoadmap::Validity::Invalid)
            reach(s, 0.0, kNone, goals, terms);
    while (!queue_.empty())
    {
        if (settled_.size() % kSettledPerLook == kSettledPerLook - 1 && ptc)
            return Outcome::Interrupted;
        const Entry entry = queue_.front();
        std::pop_heap(queue_.begin(), queue_.end(), [](const Entry& x, const Entry& y) { return x.estimate > y.estimate; });
        queue_.pop_back();
        Mark& m = marks_[entry.vertex];
        if (m.settled || entry.cost > m.cost)
            continue;
        m.settled = true;
        settled_.push_back(entry.vertex);
        if (m.is_goal && !terms.proven_only)
        {
            goal_ = entry.vertex;
            return Outcome::Found;
        }
        expand(entry.vertex, goals, terms);
    }
    return Outcome::Exhausted;
}

RoadmapPath LazyRoadmapSearch::pathTo(VertexId v) const
{
    RoadmapPath path;
    path.vertices.push_back(v);
    while (marks_[v].way_in != kNone)
    {
        const EdgeId e = marks_[v].way_in;
        v = roadmap_.edge(e).other(v);
        path.edges.push_back(e);
        path.vertices.push_back(v);
        path.length += roadmap_.edge(e).length;
    }
    std::reverse(path.vertices.begin(), path.vertices.end());
    std::reverse(path.edges.begin(), path.edges.end());
    return path;
}

std::vector<LazyRoadmap::VertexId> LazyRoadmapSearch::shore() const
{
    const auto isSettled = [&](VertexId v) { return marks_[v].run == run_ && marks_[v].settled; };
    std::vector<VertexId> vertices;
    for (const VertexId v : settled_)
    {
        const std::vector<EdgeId>& edges = roadmap_.vertex(v).edges;
        if (std::any_of(edges.begin(), edges.end(), [&](EdgeId e) {
                return roadmap_.edge(e).proof.state == EdgeProof::State::Colliding && !isSettled(roadmap_.edge(e).other(v));
            }))
            vertices.push_back(v);
    }
    return vertices;
}

}  // namespace gapless
