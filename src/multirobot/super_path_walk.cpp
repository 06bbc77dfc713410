#include "multirobot/super_path_walk.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <stdexcept>
#include <utility>

namespace gapless {

SuperPathWalk::SuperPathWalk(SuperNodeGraph& graph, const SuperNodeGraph::Assigned& assigned, Placement at)
    : graph_(graph), at_(assigned), placement_(std::move(at))
{}

bool SuperPathWalk::isInTheWay(RobotIndex robot, RobotRoadmap::Node node, RobotIndex moving, const TwoWayRoadmap::Link& link)
{
    return graph_.tables().blocks(robot, node, moving, link);
}

Permutation SuperPathWalk::permutation(const SuperStep& step) const
{
    return permutationOf(graph_, step);
}

/// Dijkstra's algorithm within the subgraph.
template <class F>
bool SuperPathWalk::moveWithin(std::size_t slot, const F& is_goal)
{
    using Node = RobotRoadmap::Node;
    const RobotIndex robot = robotAt(slot);
    const KindIndex kind = graph_.kindOfSlot(slot);
    const TwoWayRoadmap& roadmap = graph_.tables().kind(kind).roadmap;
    const std::size_t level = graph_.level(at_.node);
    const Subgraph subgraph = graph_.subgraphs(at_.node)[slot];
    struct Reached
    {
        double cost = 0.0;
        Node before = 0;
        TwoWayRoadmap::LinkNumber link = 0;
    };
    std::map<Node, Reached> reached{{placement_[robot], {}}};
    std::priority_queue<std::pair<double, Node>, std::vector<std::pair<double, Node>>, std::greater<>> open;
    open.emplace(0.0, placement_[robot]);
    while (!open.empty())
    {
        const auto [cost, node] = open.top();
        open.pop();
        if (cost > reached.at(node).cost)
            continue;
        if (is_goal(node))
        {
            const std::size_t first = moves_.size();
            for (Node to = node; to != placement_[robot]; to = reached.at(to).before)
                moves_.push_back({robot, roadmap.edgeFrom(reached.at(to).link, reached.at(to).before), to});
            std::reverse(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end());
            placement_[robot] = node;
            return true;
        }
        for (const TwoWayRoadmap::Side& side : roadmap.sides(node))
        {
            const double further = cost + roadmap.link(side.link).length;
            if (graph_.tables().at(kind, level, side.to) != subgraph)
                continue;
            const auto [place, is_new] = reached.try_emplace(side.to, Reached{further, node, side.link});
            if (!is_new && !(further < place->second.cost))
                continue;
            place->second = {further, node, side.link};
            open.emplace(further, side.to);
        }
    }
    return false;
}

void SuperPathWalk::cross(const SuperStep& step)
{
    const SuperNodeGraph::Edge& edge = graph_.edges()[step.edge];
    const std::size_t active = step.is_forward ? edge.slot_from : edge.slot_to;
    const RobotIndex robot = robotAt(active);
    const KindIndex kind = graph_.kindOfSlot(active);
    const TwoWayRoadmap::Link& link = graph_.tables().kind(kind).roadmap.link(edge.link);
    SubgraphTables& tables = graph_.tables();
    // The finer of the two nodes says which end of the link is whose.
    const bool leaves_a = tables.at(kind, graph_.level(edge.from), link.a) == graph_.subgraphs(edge.from)[edge.slot_from]
                          && tables.at(kind, graph_.level(edge.to), link.b) == graph_.subgraphs(edge.to)[edge.slot_to];
    const RobotRoadmap::Node first = leaves_a ? link.a : link.b, second = leaves_a ? link.b : link.a;
    const RobotRoadmap::Node from = step.is_forward ? first : second, to = step.is_forward ? second : first;
    bool is_done = moveWithin(active, [from](RobotRoadmap::Node node) { return node == from; });
    // Slots of the finer node: those within which the edge promises that there is a way aside.
    const Permutation to_finer = step.is_forward ? Permutation() : permutationOf(graph_, step).inverse();
    for (std::size_t slot = 0; slot < graph_.slots(); ++slot)
    {
        if (slot == active)
            continue;
        const std::size_t level = graph_.level(edge.from);
        const Subgraph finer = graph_.subgraphs(edge.from)[to_finer[slot]];
        const RobotIndex other = robotAt(slot);
        is_done = moveWithin(slot,
                             [&](RobotRoadmap::Node node) {
                                 return tables.at(graph_.kindOfSlot(slot), level, node) == finer
                                        && !isInTheWay(other, node, robot, link);
                             })
                  && is_done;
    }
    if (!is_done)
        throw std::logic_error("an edge of a super-graph promises what its subgraphs do not have");
    moves_.push_back({robot, from == link.a ? link.there : link.back, to});
    placement_[robot] = to;
}

void SuperPathWalk::take(const SuperStep& step)
{
    const SuperNodeGraph::Edge& edge = graph_.edges()[step.edge];
    if (edge.kind == SuperNodeGraph::EdgeKind::Crossing)
        cross(step);
    if (edge.kind == SuperNodeGraph::EdgeKind::Within && !step.is_forward)
        for (std::size_t slot = 0; slot < graph_.slots(); ++slot)
        {
            const KindIndex kind = graph_.kindOfSlot(slot);
            const std::size_t level = graph_.level(edge.from);
            const Subgraph finer = graph_.subgraphs(edge.from)[slot];
            if (!moveWithin(slot, [&](RobotRoadmap::Node node) { return graph_.tables().at(kind, level, node) == finer; }))
                throw std::logic_error("a node of a super-graph is not within the one that it is said to be in");
        }
    at_ = {endOf(graph_, step), at_.robots * permutation(step)};
}

void SuperPathWalk::goTo(const Placement& placement)
{
    for (std::size_t slot = 0; slot < graph_.slots(); ++slot)
    {
        const RobotRoadmap::Node goal = placement[robotAt(slot)];
        if (!moveWithin(slot, [goal](RobotRoadmap::Node node) { return node == goal; }))
            throw std::logic_error("a robot is to go to where its subgraph is not");
    }
}

}  // namespace gapless
