#include <gapless/multirobot/robot_roadmap.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <string>
#include <utility>

#include <gapless/core/error.h>

#include "planners/roadmap_graph.h"

namespace ob = ompl::base;

namespace gapless {

RobotRoadmap::RobotRoadmap(const Problem& problem, ob::StateSpacePtr space, double tolerance, ValidatorKind kind)
    : problem_(problem),
      space_(std::move(space)),
      mapping_(std::make_shared<const StateMapping>(space_, problem_)),
      checker_(problem_.scene, tolerance),
      prover_(mapping_, tolerance, kind),
      sampler_(space_->allocStateSampler()),
      is_one_car_(problem_.joints.size() == 1 && mapping_->carSpace(problem_.joints.front().variable) != nullptr)
{
    if (!isExact(kind))
        throw InputError("a roadmap whose edges are proven needs an exact kind of validator");
    prover_.setKeepsQueues(false);
}

CurveMotion RobotRoadmap::curve(Edge edge) const
{
    return mapping_->curve(nodes_[edges_[edge].from].state.get(), nodes_[edges_[edge].to].state.get());
}

/// Those of the others that are nearest, nearest first; of equals the lower number.
std::vector<RobotRoadmap::Node> RobotRoadmap::nearest(Node node, std::size_t count) const
{
    // No curve of a car is shorter than the straight line, which is quickly told: those far away are not asked for theirs.
    using Far = std::pair<double, Node>;
    std::vector<Far> order;
    for (Node other = 0; other < nodes_.size(); ++other)
        if (other != node)
        {
            const Configuration &p = nodes_[node].configuration, &q = nodes_[other].configuration;
            const int x = problem_.joints.front().variable;
            order.emplace_back(is_one_car_ ? std::hypot(p[x] - q[x], p[x + 1] - q[x + 1])
                                           : space_->distance(nodes_[node].state.get(), nodes_[other].state.get()),
                               other);
        }
    const std::size_t found = std::min(count, order.size());
    if (found == 0)
        return {};
    if (!is_one_car_)
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(found), order.end());
    else
    {
        std::sort(order.begin(), order.end());
        std::priority_queue<Far> best;
        for (const auto& [at_least, other] : order)
        {
            if (best.size() == found && at_least > best.top().first)
                break;
            best.emplace(space_->distance(nodes_[node].state.get(), nodes_[other].state.get()), other);
            if (best.size() > found)
                best.pop();
        }
        for (std::size_t i = found; i-- > 0; best.pop())
            order[i] = best.top();
    }
    std::vector<Node> result;
    for (std::size_t i = 0; i < found; ++i)
        result.push_back(order[i].second);
    return result;
}

bool RobotRoadmap::isJoined(Node from, Node to) const
{
    const std::vector<Arc>& arcs = nodes_[from].arcs;
    return std::any_of(arcs.begin(), arcs.end(), [to](const Arc& arc) { return arc.to == to; });
}

void RobotRoadmap::addEdge(Node from, Node to)
{
    const auto edge = static_cast<Edge>(edges_.size());
    edges_.push_back({from, to, space_->distance(nodes_[from].state.get(), nodes_[to].state.get())});
    nodes_[from].arcs.push_back({to, edge});
    if (isDirected())
        nodes_[to].entering.push_back({from, edge});
    else
        nodes_[to].arcs.push_back({from, edge});
}

/// @return false: the condition held before it was settled
bool RobotRoadmap::tryEdge(Node from, Node to, const ob::PlannerTerminationCondition& ptc)
{
    if (isJoined(from, to))
        return true;
    EdgeProof proof;
    const EdgeProof::State state = prover_.prove({{&proof, nodes_[from].state.get(), nodes_[to].state.get()}}, ptc).state;
    if (state != EdgeProof::State::Free)
        return state == EdgeProof::State::Colliding;
    addEdge(from, to);
    return true;
}

bool RobotRoadmap::join(const Pair& pair, const ob::PlannerTerminationCondition& ptc)
{
    return tryEdge(pair.first, pair.second, ptc) && (!isDirected() || tryEdge(pair.second, pair.first, ptc));
}

bool RobotRoadmap::finish(const ob::PlannerTerminationCondition& ptc)
{
    while (!untried_.empty())
    {
        if (ptc || !join(untried_.back(), ptc))
            return false;
        untried_.pop_back();
    }
    return true;
}

bool RobotRoadmap::isValid(const ob::ScopedState<>& state, const Configuration& q)
{
    return space_->satisfiesBounds(state.get()) && checker_.check(q) == Verdict::Free;
}

std::optional<RobotRoadmap::Node> RobotRoadmap::add(const Configuration& q, std::size_t neighbours,
                                                    const ob::PlannerTerminationCondition& ptc)
{
    for (Node node = 0; node < nodes_.size(); ++node)
        if (nodes_[node].configuration == q)
            return node;
    ob::ScopedState<> state(space_);
    mapping_->toState(q, state.get());
    // Angles may have been taken into their range: what is proven is of the state.
    const Configuration taken = mapping_->toConfiguration(state.get());
    for (Node node = 0; node < nodes_.size(); ++node)
        if (nodes_[node].configuration == taken)
            return node;
    if (!isValid(state, taken))
        return std::nullopt;
    const auto node = static_cast<Node>(nodes_.size());
    nodes_.push_back({state, taken, {}});
    const std::vector<Node> others = nearest(node, neighbours);
    for (auto other = others.rbegin(); other != others.rend(); ++other)
        untried_.emplace_back(node, *other);
    finish(ptc);
    return node;
}

bool RobotRoadmap::grow(std::size_t nodes, std::size_t neighbours, const ob::PlannerTerminationCondition& ptc)
{
    if (!finish(ptc))
        return false;
    ob::ScopedState<> state(space_);
    while (nodes_.size() < nodes && !ptc)
    {
        sampler_->sampleUniform(state.get());
        add(mapping_->toConfiguration(state.get()), neighbours, ptc);
    }
    return nodes_.size() >= nodes && untried_.empty();
}

RoadmapGraph RobotRoadmap::graph() const
{
    RoadmapGraph graph;
    std::vector<double> reals;
    for (const Vertex& vertex : nodes_)
    {
        space_->copyToReals(reals, vertex.state.get());
        graph.dimension = static_cast<std::uint32_t>(reals.size());
        graph.milestones.insert(graph.milestones.end(), reals.begin(), reals.end());
    }
    for (const Ends& edge : edges_)
        graph.edges.push_back({edge.from, edge.to, EdgeProof::State::Free});
    for (const auto& [from, to] : untried_)
        graph.edges.push_back({from, to, EdgeProof::State::Open});
    return graph;
}

void RobotRoadmap::begin(const RoadmapGraph& graph)
{
    std::vector<double> reals;
    space_->copyToReals(reals, ob::ScopedState<>(space_).get());
    if (graph.milestoneCount() > 0 && graph.dimension != reals.size())
        throw InputError("node 0: it has " + std::to_string(graph.dimension) + " numbers instead of "
                         + std::to_string(reals.size()));
    for (std::size_t i = 0; i < graph.milestoneCount(); ++i)
    {
        std::copy_n(graph.milestones.begin() + static_cast<std::ptrdiff_t>(i * reals.size()), reals.size(), reals.begin());
        ob::ScopedState<> state(space_);
        space_->copyFromReals(state.get(), reals);
        const auto here = [i] { return "node " + std::to_string(i) + ": "; };
        Configuration q;
        try
        {
            q = mapping_->toConfiguration(state.get());
        }
        catch (const InputError& error)
        {
            throw InputError(here() + error.what());
        }
        if (!isValid(state, q))
            throw InputError(here() + "it is not valid");
        nodes_.push_back({state, q, {}});
    }
    for (std::size_t i = 0; i < graph.edges.size(); ++i)
    {
        const RoadmapGraph::Edge& edge = graph.edges[i];
        const auto here = [i] { return "edge " + std::to_string(i) + ": "; };
        if (edge.state == EdgeProof::State::Colliding)
            throw InputError(here() + "it collides; roadmaps of several robots keep no such edges");
        if (edge.state == EdgeProof::State::Open)
            untried_.emplace_back(edge.a, edge.b);
        else if (isJoined(edge.a, edge.b))
            throw InputError(here() + "it is there twice");
        else
            addEdge(edge.a, edge.b);
    }
}

/// Dijkstra's algorithm, against the direction of the edges.
std::vector<double> RobotRoadmap::distancesTo(Node goal) const
{
    std::vector<double> distances(nodes_.size(), std::numeric_limits<double>::infinity());
    using Entry = std::pair<double, Node>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    distances[goal] = 0.0;
    open.emplace(0.0, goal);
    while (!open.empty())
    {
        const auto [distance, node] = open.top();
        open.pop();
        if (distance > distances[node])
            continue;
        for (const Arc& arc : isDirected() ? nodes_[node].entering : nodes_[node].arcs)
        {
            const double longer = distance + edges_[arc.edge].length;
            if (longer < distances[arc.to])
            {
                distances[arc.to] = longer;
                open.emplace(longer, arc.to);
            }
        }
    }
    return distances;
}

}  // namespace gapless
