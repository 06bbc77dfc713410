// A milestone may be in the queue more than once; all of its entries but the cheapest are passed over when they come up. What is known of
// milestones is marked with the number of the run, so that a run begins without clearing what the last one wrote.
#include "planners/lazy_roadmap_search.h"

#include <algorithm>

namespace gapless {

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

void LazyRoadmapSearch::reach(VertexId v, double cost, EdgeId parent_edge, const Terms& terms)
{
    Mark& m = mark(v);
    if (m.settled || (m.reached && m.cost <= cost))
        return;
    if (!(cost < terms.cost_bound))
        return;
    m.reached = true;
    m.cost = cost;
    m.parent_edge = parent_edge;
    queue_.push_back({cost, v});
    std::push_heap(queue_.begin(), queue_.end(), [](const Entry& x, const Entry& y) { return x.cost > y.cost; });
}

void LazyRoadmapSearch::expand(VertexId v, const Terms& terms)
{
    const double cost = marks_[v].cost;
    for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
    {
        const LazyRoadmap::Edge& edge = roadmap_.edge(arc.edge);
        if (!follows(edge, v) || edge.state == EdgeProof::State::Colliding
            || (terms.proven_only && edge.state != EdgeProof::State::Free))
            continue;
        if (roadmap_.validity(arc.to) != LazyRoadmap::Validity::Invalid)
            reach(arc.to, cost + edge.cost(terms.penalty), arc.edge, terms);
    }
}

LazyRoadmapSearch::Outcome LazyRoadmapSearch::run(const std::vector<VertexId>& starts, const std::vector<VertexId>& goals,
                                                  const Terms& terms, const ompl::base::PlannerTerminationCondition& ptc)
{
    ++run_;
    is_backwards_ = terms.backwards;
    marks_.resize(roadmap_.vertices().size());
    queue_.clear();
    settled_.clear();
    for (const VertexId g : goals)
        if (roadmap_.validity(g) != LazyRoadmap::Validity::Invalid)
            mark(g).is_goal = true;
    for (const VertexId s : starts)
        if (roadmap_.validity(s) != LazyRoadmap::Validity::Invalid)
            reach(s, 0.0, kNone, terms);
    while (!queue_.empty())
    {
        if (settled_.size() % kSettledPerLook == kSettledPerLook - 1 && ptc)
            return Outcome::Interrupted;
        const Entry entry = queue_.front();
        std::pop_heap(queue_.begin(), queue_.end(), [](const Entry& x, const Entry& y) { return x.cost > y.cost; });
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
        expand(entry.vertex, terms);
    }
    return Outcome::Exhausted;
}

RoadmapPath LazyRoadmapSearch::pathTo(VertexId v) const
{
    return pathBack(roadmap_, v, kNone, [this](VertexId u) { return marks_[u].parent_edge; });
}

std::vector<LazyRoadmap::VertexId> LazyRoadmapSearch::frontier() const
{
    const auto isSettled = [&](VertexId v) { return marks_[v].run == run_ && marks_[v].settled; };
    std::vector<VertexId> vertices;
    for (const VertexId v : settled_)
    {
        const std::vector<LazyRoadmap::Arc>& arcs = roadmap_.vertex(v).arcs;
        if (std::any_of(arcs.begin(), arcs.end(), [&](const LazyRoadmap::Arc& arc) {
                const LazyRoadmap::Edge& edge = roadmap_.edge(arc.edge);
                return follows(edge, v) && edge.state == EdgeProof::State::Colliding && !isSettled(arc.to);
            }))
            vertices.push_back(v);
    }
    return vertices;
}

}  // namespace gapless
